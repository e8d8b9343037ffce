"""The pages of accounts that allauth does not have."""

from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views import i18n
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from accounts import services, tokens
from accounts.doors import with_account, with_proof
from accounts.forms import DeleteAccountForm, LeaveAsGuestForm, PreferencesForm, TokenForm
from accounts.models import User


@login_required
@require_http_methods(["GET", "POST"])
def preferences(request: HttpRequest) -> HttpResponse:
    """The settings page: what a player prefers, and the ways to email, password, sessions and deletion."""
    player = signed_in(request)
    form = PreferencesForm(request.POST or None, instance=player)
    if form.is_valid():
        form.save()
        with translation.override(player.language):
            messages.success(request, _("Your settings are saved."))
        return redirect("settings")
    unconfirmed = EmailAddress.objects.get_new(player)
    return render(request, "accounts/settings.html", {"form": form, "unconfirmed": unconfirmed})


@sensitive_post_parameters("password")
@login_required
@require_http_methods(["GET", "POST"])
def delete_account(request: HttpRequest) -> HttpResponse:
    """Asks for the password where there is one, then deletes the account and leaves for the lobby."""
    player = signed_in(request)
    data = request.POST if request.method == "POST" else None
    form = LeaveAsGuestForm(data=data) if player.is_guest else DeleteAccountForm(data=data, user=player)
    if form.is_valid():
        services.delete_account(player, timezone.now())
        logout(request)
        messages.success(request, _("Your account is deleted."))
        return redirect("lobby")
    return render(request, "accounts/delete_account.html", {"form": form})


@never_cache
@with_account
@require_http_methods(["GET", "POST"])
@with_proof
def api_tokens(request: HttpRequest) -> HttpResponse:
    """A player's keys to the API; making one asks who it is.

    The answer to the form that makes one shows it, and nothing ever does again.
    """
    player = signed_in(request)
    form = TokenForm(request.POST or None)
    secret = ""
    if form.is_valid():
        try:
            secret = tokens.make_token(player, form.cleaned_data["name"], timezone.now())
            get_adapter().send_notification_mail("account/email/token_made", player)
            form = TokenForm()
        except tokens.TooManyTokens:
            most = {"most": tokens.MOST_TOKENS}
            form.add_error(None, _("You have %(most)d tokens; revoke one before you make another.") % most)
    context = {"form": form, "secret": secret, "tokens": tokens.tokens_of(player)}
    return render(request, "accounts/api_tokens.html", context)


@with_account
@require_POST
def revoke_api_token(request: HttpRequest, token_id: int) -> HttpResponse:
    token = get_object_or_404(tokens.tokens_of(signed_in(request)), pk=token_id)
    tokens.revoke_token(token, timezone.now())
    messages.success(request, _("The token %(name)s is revoked.") % {"name": token.name})
    return redirect("api_tokens")


@require_POST
def set_language(request: HttpRequest) -> HttpResponse:
    """Remembers the `language` sent: in the browser, and for a player who is logged in also in the settings.

    Goes on to `next`, if that is a page of this site.
    """
    language = request.POST.get("language", "")
    if request.user.is_authenticated and language in dict(settings.LANGUAGES):
        request.user.language = language
        request.user.save(update_fields=["language"])
    return i18n.set_language(request)


def page_had_grown_old(request: HttpRequest, reason: str = "") -> HttpResponse:
    """What a form without a good CSRF token gets: most often the page is from before a log-in in another tab.

    Leads on to the page that the form was on. `reason` is for developers, and Django has logged it.
    """
    back_url = request.headers.get("Referer", "")
    is_ours = url_has_allowed_host_and_scheme(back_url, {request.get_host()}, require_https=request.is_secure())
    context = {"back_url": back_url if is_ours else reverse("lobby")}
    return render(request, "403_csrf.html", context, status=403)


def signed_in(request: HttpRequest) -> User:
    assert isinstance(request.user, User)
    return request.user

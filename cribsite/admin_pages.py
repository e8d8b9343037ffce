"""The host's texts and invitations in the admin. What changes them writes a line in the action log."""

from typing import Any

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.csrf import csrf_protect
from django.views.decorators.http import require_POST

from cribsite import invitations, pages
from cribsite.models import HostText, Invitation
from cribsite.plain_text import as_html


@admin.register(HostText)
class HostTextAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    noted_as = "page"
    noted_by_name = True
    list_display = ("page", "language", "changed_at")
    list_filter = ("page", "language")
    change_form_template = "admin/host_text.html"

    def save_model(self, request: HttpRequest, obj: HostText, form: Any, change: bool) -> None:
        obj.changed_at = timezone.now()
        super().save_model(request, obj, form, change)

    def get_urls(self) -> list[URLPattern]:
        preview = self.admin_site.admin_view(csrf_protect(require_POST(self.preview)))
        return [path("preview/", preview, name="host_text_preview"), *super().get_urls()]

    def preview(self, request: HttpRequest) -> HttpResponse:
        """The page as players would see it with the text that is in the form."""
        if not self.has_add_permission(request) and not self.has_change_permission(request):
            raise PermissionDenied
        page = request.POST.get("page", "")
        page = page if page in pages.Page.values else pages.Page.TERMS
        return pages.draw(request, page, pages.Words(as_html(request.POST.get("text", ""))), is_preview=True)


@admin.register(Invitation)
class InvitationAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    noted_as = "invitation"
    list_display = ("about", "uses", "used", "ends_at", "link")
    search_fields = ("about",)
    date_hierarchy = "ends_at"
    fields = ("about", "uses", "ends_at", "used", "link")
    readonly_fields = ("used", "link")

    @admin.display(description=_("link"))
    def link(self, invitation: Invitation) -> str:
        return invitations.link(invitation) if invitation.pk else ""

    def save_model(self, request: HttpRequest, obj: Invitation, form: Any, change: bool) -> None:
        # By its own fields: somebody may be signing up with it at this moment.
        obj.save(update_fields=form.changed_data if change else None)

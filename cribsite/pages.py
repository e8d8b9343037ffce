"""Terms, privacy and the minimum age: what the host wrote, else the site's own words."""

from dataclasses import dataclass

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from cribsite.models import HostText
from cribsite.plain_text import as_html
from cribsite.site import site_settings

Page = HostText.Page


@dataclass(frozen=True)
class Words:
    """What the host says on a page: `language` is given where it is not the reader's own."""

    html: SafeString
    language: str = ""


@require_safe
def host_page(request: HttpRequest, page: str) -> HttpResponse:
    """One of the three pages, as it stands now."""
    return draw(request, page, host_words(page))


def draw(request: HttpRequest, page: str, words: Words | None, is_preview: bool = False) -> HttpResponse:
    """The page with these words of the host, or with the site's own alone."""
    context = {"words": words, "host": site_settings(), "is_preview": is_preview}
    return render(request, f"pages/{page}.html", context)


def host_words(page: str) -> Words | None:
    """The host's text in the reader's language, else in the first language of the site that has one.

    A text in another language is what holds here all the same; the site's own words might say something else.
    """
    texts = {text.language: text.text for text in HostText.objects.filter(page=page)}
    reader = (get_language() or "").split("-")[0]
    if reader in texts:
        return Words(as_html(texts[reader]))
    for language, _name in settings.LANGUAGES:
        if language in texts:
            return Words(as_html(texts[language]), language)
    return None

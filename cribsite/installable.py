"""What makes the site something to install: the manifest, the service worker and the page that it shows off line.

The same for everybody who reads one language: a browser keeps these beyond the log-out.
"""

import json
from collections.abc import Callable
from functools import wraps

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from accounts.models import BROWSER_COLOURS, Theme
from cribsite.site import site_settings

# What the page for when there is no line is made of.
NEEDED_OFF_LINE = (
    "css/tokens.css",
    "css/site.css",
    "css/forms.css",
    "cloth.svg",
    "favicon.svg",
    "js/site.js",
    "js/offline.js",
)

View = Callable[[HttpRequest], HttpResponse]
ICONS = (
    ("icons/icon-192.png", "192x192", "any"),
    ("icons/icon-512.png", "512x512", "any"),
    ("icons/maskable-512.png", "512x512", "maskable"),
    ("favicon.svg", "any", "any"),
)


def in_language_asked_for(view: View) -> View:
    """Answer in `?language=`, for a browser that asks for these sends no cookies; else as every page."""

    @wraps(view)
    def answer(request: HttpRequest) -> HttpResponse:
        language = request.GET.get("language", "")
        if language not in dict(settings.LANGUAGES):
            return view(request)
        with translation.override(language):
            return view(request)

    return answer


@in_language_asked_for
@require_safe
def manifest(_request: HttpRequest) -> HttpResponse:
    """The web manifest."""
    colour = BROWSER_COLOURS[Theme.BAIZE]
    about = {
        "id": "/",
        "name": site_settings().name,
        "short_name": site_settings().name,
        "description": _("Play cribbage with anyone, anywhere"),
        "lang": translation.get_language(),
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": colour,
        "theme_color": colour,
        "icons": [
            {"src": static(path), "sizes": sizes, "type": f"image/{_kind(path)}", "purpose": purpose}
            for path, sizes, purpose in ICONS
        ],
    }
    return JsonResponse(about, content_type="application/manifest+json")


def _kind(path: str) -> str:
    return "svg+xml" if path.endswith(".svg") else "png"


@cache_control(no_cache=True)
@require_safe
def service_worker(request: HttpRequest) -> HttpResponse:
    """The worker in the reader's language; another text, and so a new worker, when any static file has changed."""
    context = {
        "version": getattr(staticfiles_storage, "manifest_hash", ""),
        "needed": json.dumps([static(path) for path in NEEDED_OFF_LINE]),
    }
    return render(request, "offline/service-worker.js", context, content_type="text/javascript")


@in_language_asked_for
@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """The page that the worker keeps; it tells nothing about who asked for it."""
    return render(request, "offline/page.html")

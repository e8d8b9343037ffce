"""The addresses of the site."""

from django.contrib import admin
from django.urls import include, path

from cribsite import installable, pages, views
from games.api.root import api

handler400 = "cribsite.views.unreadable"
urlpatterns = [
    path("admin/", admin.site.urls),
    path("", include("accounts.conduct.urls")),
    path("", include("accounts.urls")),  # before allauth's, of which it replaces some
    path("accounts/", include("allauth.urls")),
    path("api/v1/", api.urls),
    path("announcements/<int:number>/dismiss/", views.dismiss, name="dismiss_announcement"),
    path("manifest.webmanifest", installable.manifest, name="manifest"),
    path("service-worker.js", installable.service_worker, name="service_worker"),
    *(path(f"{page}/", pages.host_page, {"page": page}, name=page) for page in pages.Page.values),
    path("offline/", installable.offline, name="offline"),
    path("", include("games.urls")),
]

"""The addresses of the site."""

from django.contrib import admin
from django.urls import include, path

from games.api.root import api

urlpatterns = [
    path("admin/", admin.site.urls),
    path("", include("accounts.urls")),  # before allauth's, of which it replaces some
    path("accounts/", include("allauth.urls")),
    path("api/v1/", api.urls),
    path("", include("games.urls")),
]

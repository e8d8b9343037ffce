"""Addresses of accounts beside allauth's."""

from django.urls import path

from accounts import views

urlpatterns = [
    path("settings/", views.preferences, name="settings"),
    path("settings/delete/", views.delete_account, name="delete_account"),
    path("settings/tokens/", views.api_tokens, name="api_tokens"),
    path("settings/tokens/<int:token_id>/revoke/", views.revoke_api_token, name="revoke_api_token"),
    path("language/", views.set_language, name="set_language"),
]

"""Addresses of accounts beside allauth's."""

from django.urls import path

from accounts import views

urlpatterns = [
    path("settings/", views.preferences, name="settings"),
    path("settings/delete/", views.delete_account, name="delete_account"),
    path("language/", views.set_language, name="set_language"),
]

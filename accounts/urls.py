"""Addresses of accounts: what is ours beside or in the place of allauth's."""

from allauth.account import views as allauth_views
from django.urls import path

from accounts import doors, views
from accounts.conduct import sanction_views

urlpatterns = [
    path("accounts/signup/", doors.SignUp.as_view(), name="account_signup"),
    path("accounts/login/", doors.LogIn.as_view(), name="account_login"),
    path("accounts/email/", doors.with_account(allauth_views.email), name="account_email"),
    path(
        "accounts/password/change/", doors.with_account(allauth_views.password_change), name="account_change_password"
    ),
    path("accounts/password/set/", doors.with_account(allauth_views.password_set), name="account_set_password"),
    path("settings/", views.preferences, name="settings"),
    path("settings/delete/", views.delete_account, name="delete_account"),
    path("settings/tokens/", views.api_tokens, name="api_tokens"),
    path("settings/tokens/<int:token_id>/revoke/", views.revoke_api_token, name="revoke_api_token"),
    path("language/", views.set_language, name="set_language"),
    path("sanctions/", sanction_views.sanctions, name="sanctions"),
    path("sanctions/<int:sanction_id>/read/", sanction_views.read, name="read_sanction"),
    path("sanctions/<int:sanction_id>/appeal/", sanction_views.appeal, name="appeal"),
]

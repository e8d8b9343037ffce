"""Addresses of manners."""

from django.urls import path

from accounts.conduct import block_views, report_views

urlpatterns = [
    path("settings/blocks/", block_views.blocked_players, name="blocks"),
    path("players/<str:name>/block/", block_views.block, name="block"),
    path("players/<str:name>/unblock/", block_views.unblock, name="unblock"),
    path("players/<str:name>/report/", report_views.report, name="report"),
    path("reports/", report_views.own_reports, name="reports"),
]

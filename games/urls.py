"""Addresses of the game."""

from django.urls import path

from games.api import page as api_page
from games.views import cards, check, exports, history, learn, lobby, mail, plan, player, replay, table, talk, vacation

urlpatterns = [
    path("", lobby.lobby, name="lobby"),
    path("settings/data.json", exports.my_data, name="my_data"),
    path("settings/vacation/", vacation.vacation, name="vacation"),
    path("mail/off/<str:token>/", mail.mail_off, name="mail_off"),
    path("next/", lobby.next_game, name="next_game"),
    path("api/", api_page.page, name="api"),
    path("api/player.py", api_page.player, name="api_player"),
    path("play/", lobby.play_now, name="play_now"),
    path("tables/new/", lobby.create, name="create"),
    path("join/<slug:code>/", lobby.invite, name="invite"),
    path("rules/", learn.rules, name="rules"),
    path("learn/", learn.opening, name="learn"),
    path("learn/<int:number>/", learn.step, name="learn_step"),
    path("games/", history.my_games, name="my_games"),
    path("games/records.jsonl", exports.my_records, {"form": "json"}, name="my_records"),
    path("games/records.txt", exports.my_records, {"form": "text"}, name="my_records_as_text"),
    path("cards/", cards.cards, name="cards"),
    path("cards/mine/", cards.my_cards, name="my_cards"),
    path("players/<str:name>/", player.player_page, name="player"),
    path("table/<slug:match_id>/", table.table, name="table"),
    path("table/<slug:match_id>/replay/", replay.opening, name="replay"),
    path("table/<slug:match_id>/replay/<int:ply>/", replay.at_ply, name="replay_ply"),
    path("deals/", check.about, name="deals"),
    path("check_record.py", check.file, name="check_file"),
    path("table/<slug:match_id>/check/", check.check, name="check"),
    path("table/<slug:match_id>/record.json", table.record, name="record"),
    path("table/<slug:match_id>/record.txt", table.record_as_text, name="record_as_text"),
    path("table/<slug:match_id>/join/", table.join, name="join"),
    path("table/<slug:match_id>/cancel/", lobby.cancel, name="cancel"),
    path("table/<slug:match_id>/decline/", lobby.decline, name="decline"),
    path("table/<slug:match_id>/move/", table.move, name="move"),
    path("table/<slug:match_id>/go-on/", table.go_on, name="go_on"),
    path("table/<slug:match_id>/school/", table.school, name="school"),
    path("table/<slug:match_id>/plan/", plan.plan, name="plan"),
    path("table/<slug:match_id>/talk/", talk.talk, name="talk"),
    path("table/<slug:match_id>/resign/", table.resign, name="resign"),
    path("table/<slug:match_id>/abort/", table.abort, name="abort"),
    path("table/<slug:match_id>/claim/", table.claim, name="claim"),
    path("table/<slug:match_id>/agree/", table.agree, name="agree"),
    path("table/<slug:match_id>/rematch/", table.rematch, name="rematch"),
]

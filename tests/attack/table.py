"""Who may what: at each address, by its pattern, what each role gets.

    .venv/bin/python -m tests.attack.table     prints it as Markdown

A method is followed by what everybody gets; or by what nobody in particular and what every player gets; or by what
players and nobody, a moderator, and an admin get; or by what each of `ROLES` gets, in that order. The words are those
of `world.told`. What the addresses name is Ana's: a running game of hers with `player` that nobody else may see, a
token, a passkey.
"""

ROLES = ("nobody", "stranger", "player", "moderator", "admin")

TABLE = {
    "admin/": "GET login page page; POST login page page",
    "admin/login/": "GET login 403 403 on on; POST login 403 403 page page",
    "admin/logout/": "GET on on on 405 405; POST on on on page page",
    "admin/password_change/": "GET login page page; POST login page page",
    "admin/password_change/done/": "GET login page page; POST login 405 405",
    "admin/autocomplete/": "GET login 403 403; POST login 405 405",
    "admin/jsi18n/": "GET login page page; POST login 405 405",
    "admin/r/<path:content_type_id>/<path:object_id>/": "GET login 404 404; POST login 404 404",
    "admin/auth/group/": "GET login 403 page; POST login 403 page",
    "admin/auth/group/add/": "GET login 403 page; POST login 403 page",
    "admin/auth/group/<path:object_id>/history/": "GET login on on; POST login on on",
    "admin/auth/group/<path:object_id>/delete/": "GET login 403 on; POST login 403 on",
    "admin/auth/group/<path:object_id>/change/": "GET login 403 on; POST login 403 on",
    "admin/auth/group/<path:object_id>/": "GET login on on; POST login on on",
    "admin/account/emailaddress/": "GET login 403 page; POST login 403 page",
    "admin/account/emailaddress/add/": "GET login 403 page; POST login 403 page",
    "admin/account/emailaddress/<path:object_id>/history/": "GET login on on; POST login on on",
    "admin/account/emailaddress/<path:object_id>/delete/": "GET login 403 on; POST login 403 on",
    "admin/account/emailaddress/<path:object_id>/change/": "GET login 403 on; POST login 403 on",
    "admin/account/emailaddress/<path:object_id>/": "GET login on on; POST login on on",
    "admin/usersessions/usersession/": "GET login 403 page; POST login 403 page",
    "admin/usersessions/usersession/add/": "GET login 403 page; POST login 403 page",
    "admin/usersessions/usersession/<path:object_id>/history/": "GET login 403 page; POST login 403 page",
    "admin/usersessions/usersession/<path:object_id>/delete/": "GET login 403 page; POST login 403 page",
    "admin/usersessions/usersession/<path:object_id>/change/": "GET login 403 page; POST login 403 page",
    "admin/usersessions/usersession/<path:object_id>/": "GET login on on; POST login on on",
    "admin/mfa/authenticator/": "GET login 403 page; POST login 403 page",
    "admin/mfa/authenticator/add/": "GET login 403 403; POST login 403 403",
    "admin/mfa/authenticator/<path:object_id>/history/": "GET login 403 page; POST login 403 page",
    "admin/mfa/authenticator/<path:object_id>/delete/": "GET login 403 page; POST login 403 page",
    "admin/mfa/authenticator/<path:object_id>/change/": "GET login 403 page; POST login 403 on",
    "admin/mfa/authenticator/<path:object_id>/": "GET login on on; POST login on on",
    "admin/accounts/user/<id>/password/": "GET login 403 page; POST login 403 page",
    "admin/accounts/user/": "GET login 403 page; POST login 403 page",
    "admin/accounts/user/add/": "GET login 403 page; POST login 403 page",
    "admin/accounts/user/<path:object_id>/history/": "GET login 403 page; POST login 403 page",
    "admin/accounts/user/<path:object_id>/delete/": "GET login 403 page; POST login 403 page",
    "admin/accounts/user/<path:object_id>/change/": "GET login 403 page; POST login 403 page",
    "admin/accounts/user/<path:object_id>/": "GET login on on; POST login on on",
    "admin/games/match/": "GET login 403 page; POST login 403 page",
    "admin/games/match/add/": "GET login 403 403; POST login 403 403",
    "admin/games/match/<path:object_id>/history/": "GET login on on; POST login on on",
    "admin/games/match/<path:object_id>/delete/": "GET login 403 403; POST login 403 403",
    "admin/games/match/<path:object_id>/change/": "GET login 403 on; POST login 403 403",
    "admin/games/match/<path:object_id>/": "GET login on on; POST login on on",
    "admin/games/moverecord/": "GET login 403 page; POST login 403 page",
    "admin/games/moverecord/add/": "GET login 403 403; POST login 403 403",
    "admin/games/moverecord/<path:object_id>/history/": "GET login 403 page; POST login 403 page",
    "admin/games/moverecord/<path:object_id>/delete/": "GET login 403 403; POST login 403 403",
    "admin/games/moverecord/<path:object_id>/change/": "GET login 403 page; POST login 403 403",
    "admin/games/moverecord/<path:object_id>/": "GET login on on; POST login on on",
    "admin/games/mail/": "GET login 403 page; POST login 403 page",
    "admin/games/mail/add/": "GET login 403 403; POST login 403 403",
    "admin/games/mail/<path:object_id>/history/": "GET login 403 page; POST login 403 page",
    "admin/games/mail/<path:object_id>/delete/": "GET login 403 403; POST login 403 403",
    "admin/games/mail/<path:object_id>/change/": "GET login 403 page; POST login 403 403",
    "admin/games/mail/<path:object_id>/": "GET login on on; POST login on on",
    "admin/games/vacation/": "GET login 403 page; POST login 403 page",
    "admin/games/vacation/add/": "GET login 403 403; POST login 403 403",
    "admin/games/vacation/<path:object_id>/history/": "GET login on on; POST login on on",
    "admin/games/vacation/<path:object_id>/delete/": "GET login 403 403; POST login 403 403",
    "admin/games/vacation/<path:object_id>/change/": "GET login 403 on; POST login 403 403",
    "admin/games/vacation/<path:object_id>/": "GET login on on; POST login on on",
    "admin/^<app_label>/$": "GET login 404 page; POST login 404 page",
    "admin/(?P<url>.*)$": "GET login 404 404; POST login 404 404",
    "accounts/signup/": "GET page on; POST page on",
    "accounts/login/": "GET page on; POST page on",
    "accounts/email/": "GET login page; POST login on",
    "accounts/password/change/": "GET login page; POST login page",
    "accounts/password/set/": "GET login on; POST login on",
    "settings/": "GET login page; POST login page",
    "settings/delete/": "GET login page; POST login page",
    "settings/tokens/": "GET login page; POST login page",
    "settings/tokens/<int:token_id>/revoke/": "GET login 405; POST login 404",
    "language/": "GET 405; POST on",
    "accounts/logout/": "GET on page; POST on",
    "accounts/inactive/": "GET page; POST 405",
    "accounts/reauthenticate/": "GET login page; POST login page",
    "accounts/reauthenticate/code/": "GET login proof; POST login proof",
    "accounts/reauthenticate/code/confirm/": "GET login proof; POST login proof",
    "accounts/confirm-email/": "GET page; POST 405",
    "accounts/password/reset/": "GET page; POST page",
    "accounts/login/code/confirm/": "GET login on; POST login on",
    "accounts/^confirm-email/(?P<key>[-:\\w]+)/$": "GET page; POST 404",
    "accounts/password/reset/key/done/": "GET page; POST 405",
    "accounts/^password/reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$": "GET page; POST page",
    "accounts/password/reset/done/": "GET page; POST 405",
    "accounts/2fa/": "GET login page; POST login 405",
    "accounts/2fa/authenticate/": "GET login on; POST login on",
    "accounts/2fa/reauthenticate/": "GET login proof; POST login proof",
    "accounts/2fa/totp/activate/": "GET login proof; POST login proof",
    "accounts/2fa/totp/deactivate/": "GET login 404; POST login 404",
    "accounts/2fa/recovery-codes/": "GET login 404; POST login 405",
    "accounts/2fa/recovery-codes/generate/": "GET login proof; POST login proof",
    "accounts/2fa/recovery-codes/download/": "GET login 404; POST login 404",
    "accounts/2fa/webauthn/": "GET login page; POST login 405",
    "accounts/2fa/webauthn/add/": "GET login proof; POST login proof",
    "accounts/2fa/webauthn/reauthenticate/": "GET login proof; POST login proof",
    "accounts/2fa/webauthn/keys/<int:pk>/remove/": "GET login proof; POST login proof",
    "accounts/2fa/webauthn/keys/<int:pk>/edit/": "GET login proof; POST login proof",
    "accounts/2fa/webauthn/login/": "GET login on; POST login on",
    "accounts/sessions/": "GET login page; POST login on",
    "api/v1/openapi.json": "GET page",
    "api/v1/account": "GET 401 page",
    "api/v1/account/vacation": "DELETE 401 page; GET 401 page; POST 401 page",
    "api/v1/computers": "GET 401 page",
    "api/v1/matches": "GET 401 page; POST 401 422",
    "api/v1/matches/export": "GET 401 page",
    "api/v1/matches/<slug:match_id>": "GET 401 404 page 404 404",
    "api/v1/matches/<slug:match_id>/join": "POST 401 422",
    "api/v1/matches/<slug:match_id>/moves": "POST 401 422",
    "api/v1/matches/<slug:match_id>/rematch": "POST 401 404 422 404 404",
    "api/v1/matches/<slug:match_id>/record": "GET 401 404 403 404 404",
    "api/v1/matches/<slug:match_id>/decline": "POST 401 404 422 404 404",
    "api/v1/matches/<slug:match_id>/cancel": "POST 401 404 422 404 404",
    "api/v1/matches/<slug:match_id>/resign": "POST 401 404 page 404 404",
    "api/v1/matches/<slug:match_id>/abort": "POST 401 404 page 404 404",
    "api/v1/matches/<slug:match_id>/claim": "POST 401 404 422 404 404",
    "api/v1/matches/<slug:match_id>/agree": "POST 401 404 page 404 404",
    "api/v1/matches/<slug:match_id>/plan": "DELETE 401 404 page 404 404; GET 401 404 page 404 404; PUT 401 422",
    "api/v1/stream": "GET 401 page",
    "api/v1/": "GET 404",
    "manifest.webmanifest": "GET page; POST 405",
    "service-worker.js": "GET page; POST 405",
    "offline/": "GET page; POST 405",
    "": "GET page; POST 405",
    "settings/data.json": "GET login page; POST login 405",
    "settings/vacation/": "GET login page; POST login on",
    "mail/off/<str:token>/": "GET 404; POST 404",
    "next/": "GET login on; POST login 405",
    "api/": "GET page; POST 405",
    "api/player.py": "GET page; POST 405",
    "play/": "GET 405; POST on",
    "tables/new/": "GET login 405; POST login 422",
    "join/<slug:code>/": "GET 404; POST 404",
    "rules/": "GET page; POST 405",
    "learn/": "GET on; POST 405",
    "learn/<int:number>/": "GET page; POST 405",
    "games/": "GET login page; POST login 405",
    "games/records.jsonl": "GET login page; POST login 405",
    "games/records.txt": "GET login page; POST login 405",
    "cards/": "GET page; POST 405",
    "cards/mine/": "GET login page; POST login 405",
    "players/<str:name>/": "GET page; POST 405",
    "table/<slug:match_id>/": "GET 404 404 page 404 404; POST 405",
    "table/<slug:match_id>/replay/": "GET 404; POST 405",
    "table/<slug:match_id>/replay/<int:ply>/": "GET 404; POST 405",
    "check_record.py": "GET page; POST 405",
    "table/<slug:match_id>/check/": "GET 404 404 on 404 404; POST 405",
    "table/<slug:match_id>/record.json": "GET 404 404 on 404 404; POST 405",
    "table/<slug:match_id>/record.txt": "GET 404 404 on 404 404; POST 405",
    "table/<slug:match_id>/join/": "GET login 405; POST login 404 on 404 404",
    "table/<slug:match_id>/cancel/": "GET login 405; POST login 404 on 404 404",
    "table/<slug:match_id>/decline/": "GET login 405; POST login 404 on 404 404",
    "table/<slug:match_id>/move/": "GET login 405; POST login 404 on 404 404",
    "table/<slug:match_id>/go-on/": "GET login 405; POST login 404 on 404 404",
    "table/<slug:match_id>/school/": "GET login 405; POST login 404 on 404 404",
    "table/<slug:match_id>/plan/": "GET login 404 on 404 404; POST login 404 on 404 404",
    "table/<slug:match_id>/talk/": "GET login 405; POST login 404 on 404 404",
    "table/<slug:match_id>/resign/": "GET login 404 page 404 404; POST login 404 on 404 404",
    "table/<slug:match_id>/abort/": "GET login 404 page 404 404; POST login 404 on 404 404",
    "table/<slug:match_id>/claim/": "GET login 405; POST login 404 on 404 404",
    "table/<slug:match_id>/agree/": "GET login 404 page 404 404; POST login 404 on 404 404",
    "table/<slug:match_id>/rematch/": "GET login 405; POST login 404 on 404 404",
}


# By how many words there are: which of them each role gets.
FROM = {1: (0, 0, 0, 0, 0), 2: (0, 1, 1, 1, 1), 3: (0, 0, 0, 1, 2), 5: (0, 1, 2, 3, 4)}


def row(text: str) -> dict[str, tuple[str, ...]]:
    """By method, an answer for each role."""
    told: dict[str, tuple[str, ...]] = {}
    for part in text.split("; "):
        method, *words = part.split()
        told[method] = tuple(words[FROM[len(words)][role]] for role in range(len(ROLES)))
    return told


def markdown() -> str:
    """The table to be read."""
    lines = [f"| address | method | {' | '.join(ROLES)} |", f"|{'---|' * (len(ROLES) + 2)}"]
    for pattern, text in TABLE.items():
        address = "/" + pattern.replace("|", "\\|")
        lines += [f"| `{address}` | {method} | {' | '.join(answers)} |" for method, answers in row(text).items()]
    return "\n".join(lines)


if __name__ == "__main__":
    print(markdown())

"""The pages of the site, for tests that walk all of them: `{name}` is a player, `{other}` another one, `{match}` a
match that is over."""

OF_STRANGERS = (
    "/",
    "/rules/",
    "/api/",
    *(f"/learn/{step}/" for step in range(1, 12)),
    "/learn/2/?action=discard&cards=8D&cards=8S",
    "/learn/4/?play=3S",
    "/learn/10/?action=count&points=10",
    "/accounts/signup/",
    "/accounts/login/",
    "/accounts/password/reset/",
    "/players/{name}/",
)
OF_PLAYERS = (
    "/",
    "/games/",
    "/settings/",
    "/settings/delete/",
    "/settings/tokens/",
    "/settings/vacation/",
    "/settings/blocks/",
    "/players/{other}/block/",
    "/players/{other}/report/",
    "/reports/",
    "/api/",
    "/players/{name}/",
    "/accounts/email/",
    "/accounts/password/change/",
    "/accounts/sessions/",
    "/accounts/logout/",
    "/table/{match}/",
    "/table/{match}/resign/",
    "/table/{match}/replay/",
    "/table/{match}/replay/40/",
    "/table/{match}/check/",
)

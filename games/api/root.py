"""The API at /api/v1/ with its OpenAPI document."""

from ninja import NinjaAPI

from games.api import account, matches, plans, stream
from games.api.access import Bearer
from games.api.errors import HANDLERS

api = NinjaAPI(
    title="Cribsite",
    version="1",
    description="Play cribbage by program. The page /api/ explains it with examples.",
    docs_url=None,
    auth=Bearer(),
    urls_namespace="api-v1",
)
api.add_router("", account.router)
api.add_router("matches", matches.router)
api.add_router("matches", plans.router)
api.add_router("", stream.router)
for kind, handler in HANDLERS.items():
    api.add_exception_handler(kind, handler)

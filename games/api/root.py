"""The API at /api/v1/ with its OpenAPI document."""

from typing import Any

from ninja import NinjaAPI
from ninja.openapi.schema import OpenAPISchema

from games.api import account, matches, plans, stream
from games.api.access import Bearer
from games.api.errors import HANDLERS


class Api(NinjaAPI):
    """Writes its document once: that takes a quarter of a second, and whoever asks for it need not be a player."""

    document: OpenAPISchema | None = None

    def get_openapi_schema(self, **about: Any) -> OpenAPISchema:
        if self.document is None:
            self.document = super().get_openapi_schema(**about)
        return self.document


api = Api(
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

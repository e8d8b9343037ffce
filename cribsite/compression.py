"""Pages go compressed; static files were compressed when they were collected."""

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware


class WholeAnswersCompressed(GZipMiddleware):
    """Leaves streams as they are: a compressor would hold a line back until more of them fill a block.

    Programs get what they asked for as it is: not all of them can read another.
    """

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        is_page = response.headers.get("Content-Type", "").startswith("text/html")
        return super().process_response(request, response) if is_page and not response.streaming else response

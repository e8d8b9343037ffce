"""Pages go compressed; static files were compressed when they were collected."""

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware


class WholeAnswersCompressed(GZipMiddleware):
    """Leaves streams as they are: a compressor would hold a line back until more of them fill a block."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        return response if response.streaming else super().process_response(request, response)

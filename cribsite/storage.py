"""How static files get their names, and how they are sent."""

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile
from whitenoise.storage import CompressedManifestStaticFilesStorage


class StaticFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Every file named by its content, modules imported by modules too: a page never mixes two versions."""

    support_js_module_import_aggregation = True


class StaticFilesSent(WhiteNoiseMiddleware):  # type: ignore[misc]
    """Leaves out what a browser would ask by whether a file has changed, where its name says that it never does."""

    @staticmethod
    def serve(static_file: StaticFile, request: HttpRequest) -> HttpResponseBase:
        answer: HttpResponseBase = WhiteNoiseMiddleware.serve(static_file, request)
        if "immutable" in answer.get("Cache-Control", ""):
            del answer["ETag"], answer["Last-Modified"]
        return answer

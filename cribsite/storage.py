"""How static files get their names."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class StaticFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Every file named by its content, modules imported by modules too: a page never mixes two versions."""

    support_js_module_import_aggregation = True

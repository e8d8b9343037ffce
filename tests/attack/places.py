"""Every address there is, from Django's own list, so that none is forgotten: `table.py` needs a row for each."""

import re
from collections.abc import Iterator
from typing import Any

from django.urls import URLPattern, get_resolver

API = "api/v1/"
FORMS = ("GET", "POST")
APPS = re.compile(r"\(\?P<app_label>[^)]*\)")  # the names of all apps of the admin
PARAMETER = re.compile(r"<(?:\w+:)?(\w+)>|\(\?P<(\w+)>(?:[^()]|\([^()]*\))*\)")


def places() -> dict[str, tuple[str, ...]]:
    """The methods to try at each address, by its pattern. Of two of the same pattern the first answers."""
    found: dict[str, tuple[str, ...]] = {}
    for pattern, methods in _walk(get_resolver().url_patterns, ""):
        found.setdefault(pattern, methods)
    return found


def sockets() -> list[str]:
    """The patterns of the paths of all sockets; the last takes whatever is left."""
    from cribsite import routing  # needs the apps, which a printed table does without

    return [str(socket.pattern) for socket in routing.sockets]


def _walk(patterns: list[Any], before: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    for pattern in patterns:
        whole = before + APPS.sub("<app_label>", str(pattern.pattern))
        if isinstance(pattern, URLPattern):
            yield whole, _methods(pattern) if whole.startswith(API) else FORMS
        else:
            yield from _walk(pattern.url_patterns, whole)


def _methods(pattern: URLPattern) -> tuple[str, ...]:
    """Those of the calls of the API at this address."""
    view = getattr(pattern.callback, "__self__", None)
    operations = getattr(view, "operations", None)
    if operations is None:
        operations = next(
            (
                cell.cell_contents.operations
                for cell in getattr(pattern.callback, "__closure__", None) or ()
                if hasattr(cell.cell_contents, "operations")
            ),
            [],
        )
    return tuple(sorted({method for operation in operations for method in operation.methods})) or ("GET",)


def path(pattern: str, samples: dict[str, object]) -> str:
    """An address of this pattern; `samples` has something for each parameter."""
    filled = PARAMETER.sub(lambda found: str(samples[found[1] or found[2]]), pattern)
    return "/" + filled.replace("^", "").replace("$", "").replace("\\", "")

"""What a page offers to do, read from its HTML as a browser without JavaScript reads it."""

from html.parser import HTMLParser

Fields = list[tuple[str, str]]


class _Controls(HTMLParser):
    """The name and value of every control of one form that is not disabled, in the order of the page."""

    def __init__(self, form: str) -> None:
        super().__init__()
        self.form = form
        self.found: Fields = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        about = dict(attributes)
        if about.get("form") == self.form and "disabled" not in about:
            self.found.append((about.get("name") or "", about.get("value") or ""))


def controls(html: str, form: str) -> Fields:
    reader = _Controls(form)
    reader.feed(html)
    return reader.found


def first_move(html: str) -> Fields:
    """The fields of the first move that the page offers, with the first two cards where a choice is left; else none."""
    offered = controls(html, "move")
    decision = [field for field in offered if field[0] == "decision"]
    cards = [field for field in offered if field[0] == "cards"]
    buttons = [field for field in offered if field[0] in ("action", "play", "count", "muggins")]
    return decision + cards[:2] + buttons[:1] if decision else []


def show_to_read(html: str) -> Fields:
    """The fields of the form that says this show has been read; none where there is no show."""
    return controls(html, "go-on")[:1]

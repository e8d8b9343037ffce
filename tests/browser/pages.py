"""The pages as those who use them do: by the names of things, in the page's language."""

import time
from collections.abc import Callable

from django.utils import translation
from django.utils.translation import gettext
from playwright.sync_api import Locator, Page, expect

# What the forms would send is what the page asks for. In one look: a page that is morphed twice may not be asked twice.
TASK = """() => {
  if (document.querySelector(".outcome")) return "over";
  if (document.querySelector("button[form=go-on]")) return "read";
  const control = document.querySelector("button[form=move]");
  if (control) return control.name === "action" ? control.value : control.name;
  return document.querySelector("button[form=join]") ? "join" : "";
}"""
# What the open forms answer; changes with every move and with every show that was read.
MARK = (
    """() => ["decision", "ply"].map((name) => document.querySelector(`input[name=${name}]`)?.value ?? "").join(" ")"""
)
# The tab comes to the front, or goes behind another.
COME_BACK = """() => {
  Object.defineProperty(document, "hidden", { value: false, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
GO_AWAY = COME_BACK.replace("false", "true", 1)


def card_names(place: Locator) -> list[str]:
    """The names of the open cards there, as they are read out."""
    return [text.strip() for text in place.locator(".card .hidden").all_inner_texts()]


class SitePage:
    """Any page, with its head and foot; `language` is the one it is expected to speak."""

    def __init__(self, page: Page, language: str = "en") -> None:
        self.page = page
        self.language = language

    def words(self, text: str, **values: object) -> str:
        """A text of the site, in the page's language."""
        with translation.override(self.language):
            return gettext(text) % values if values else gettext(text)

    def button(self, text: str, **values: object) -> Locator:
        return self.page.get_by_role("button", name=self.words(text, **values), exact=True)

    def heading(self, text: str, **values: object) -> Locator:
        return self.page.get_by_role("heading", name=self.words(text, **values))

    def link(self, text: str) -> Locator:
        return self.page.get_by_role("link", name=self.words(text), exact=True)

    @property
    def has_sideways_scroll(self) -> bool:
        return bool(self.page.evaluate("document.documentElement.scrollWidth > innerWidth"))


class SignUpPage(SitePage):
    def sign_up(self, name: str, password: str) -> None:
        """From the lobby of a stranger to the lobby of a player."""
        self.page.goto("/")
        self.page.get_by_role("main").get_by_role("link", name=self.words("Sign up")).click()
        self.page.get_by_label(self.words("Name"), exact=True).fill(name)
        self.page.get_by_label("Email").fill(f"{name}@example.org")
        self.page.get_by_label("Password", exact=True).fill(password)
        self.page.get_by_label("Password (again)").fill(password)
        self.page.get_by_role("checkbox").check()
        self.page.get_by_role("main").get_by_role("button").click()
        expect(self.page.get_by_role("banner").get_by_role("link", name=name, exact=True)).to_be_visible()


class LobbyPage(SitePage):
    def open(self) -> "LobbyPage":
        self.page.goto("/")
        return self

    def set_table(self, preset: str) -> "TablePage":
        """A new table by one click."""
        self.page.get_by_role("button", name=self.words(preset)).click()
        return TablePage(self.page, self.language).arrived()

    def set_table_on_own_terms(self, counting: str) -> "TablePage":
        """A new table for anyone, by the long form; `counting` is one of its ways, in the page's language."""
        self.page.get_by_text(self.words("On other terms")).click()
        self.page.get_by_label(self.words("Counting")).select_option(label=counting)
        self.button("Set the table").click()
        return TablePage(self.page, self.language).arrived()

    def table_of(self, name: str) -> Locator:
        return self.page.get_by_role("listitem").filter(has=self.page.get_by_role("link", name=name, exact=True))

    def sit_down(self, name: str) -> "TablePage":
        """At the open table of another player."""
        self.table_of(name).get_by_role("button", name=self.words("Sit down"), exact=True).click()
        return TablePage(self.page, self.language).arrived()


class SettingsPage(SitePage):
    def open(self) -> "SettingsPage":
        self.page.goto("/settings/")
        return self

    def prefer(self, preference: str) -> None:
        self.page.get_by_label(preference).check()
        self.button("Save").click()
        expect(self.page.get_by_role("status")).to_be_visible()


class TablePage(SitePage):
    """A table as somebody sees it."""

    def __init__(self, page: Page, language: str = "en") -> None:
        super().__init__(page, language)
        self.main = page.locator("#table")
        self.said = page.locator("#region-pile .said")
        self.spoken = page.get_by_role("log")
        self.notice = page.get_by_role("alert")
        self.reconnecting = page.get_by_text(self.words("Reconnecting…"))
        self.count = page.locator("#region-count")
        self.near, self.far = page.locator("#region-near"), page.locator("#region-far")
        self.mine, self.show = page.locator("#region-mine"), page.locator("#region-show")
        self.hand = self.mine.get_by_role("listitem")
        self.starter = page.get_by_role("figure", name=self.words("starter")).locator(".card")
        self.log = page.locator("#region-log").get_by_role("listitem")
        self.laid = page.locator("#region-pile ol").get_by_role("listitem")

    def open(self, match: str) -> "TablePage":
        self.page.goto(f"/table/{match}/")
        return self

    def open_and_hear(self, match: str) -> "TablePage":
        """What comes after the first message of the socket changes nothing any more."""
        received: list[str] = []
        self.page.once(
            "websocket", lambda socket: socket.once("framereceived", lambda told: received.append(str(told)))
        )
        self.open(match)
        wait_until(lambda: bool(received), self.page)
        return self

    def arrived(self) -> "TablePage":
        expect(self.main).to_be_visible()
        return self

    @property
    def match(self) -> str:
        return self.page.url.split("/table/")[1].strip("/")

    @property
    def ply(self) -> int:
        return int(self.main.get_attribute("data-ply") or 0)

    @property
    def task(self) -> str:
        """What its reader has to do: the name of an action, "read", "join", "over"; "" while others have to."""
        return str(self.page.evaluate(TASK))

    @property
    def scores(self) -> tuple[int, int]:
        """The own one first."""
        own, other = (int(who.locator(".score").inner_text()) for who in (self.near, self.far))
        return own, other

    @property
    def cards(self) -> list[str]:
        """The names of the cards in the own hand, as they are read out."""
        return card_names(self.hand)

    @property
    def cut_cards(self) -> list[str]:
        return card_names(self.page.locator(".cut-cards"))

    def open_menu(self) -> None:
        self.page.locator("summary").filter(has_text="⋯").click()

    # What one does there. Each verb returns when the page has taken it.

    def cut(self, seed: str = "") -> None:
        if seed:
            self.page.get_by_text(self.words("Your part of the shuffle")).click()
            self.page.locator("#seed").fill(seed)
        self._press(self.button("Cut the cards"))

    def choose(self, *places: int) -> None:
        """Mark the cards at these places of the hand, counted from 1."""
        for place in places:
            self.hand.nth(place - 1).locator(".card").click()

    def discard(self, *places: int) -> None:
        self.choose(*(places or (1, 2)))
        self._press(self.mine.locator("button[value=discard]"))

    def play(self) -> None:
        """The first card that fits, confirmed where the site asks for that."""
        if self.mine.get_by_role("radio").count():
            self.hand.filter(has=self.page.get_by_role("radio", disabled=False)).first.locator(".card").click()
            self._press(self.mine.locator("button[value=play]"))
        else:
            self._press(self.mine.locator("button[name=play]:enabled").first)

    def say_go(self) -> None:
        self._press(self.mine.locator("button[value=go]"))

    def go_on(self) -> None:
        self._press(self.button("Go on"))

    def claim(self, points: int) -> None:
        self._call("Count", points)

    def call_muggins(self, points: int) -> None:
        self._call("Muggins", points)

    def tap_number(self, points: int) -> None:
        """Claim or call as many points as the number says."""
        self._press(self.button(str(points)))

    def put_forward(self, *names: str) -> None:
        """Tap the cards of one combination of the hand that is counted, and add it."""
        tries = self.page.locator("[data-answer]").get_attribute("data-answer")
        for name in names:
            self.show.get_by_role("checkbox", name=name).check(force=True)
        self.page.locator("button[form=school][data-confirm]").click()
        expect(self.page.locator("[data-answer]")).not_to_have_attribute("data-answer", tries or "")

    def let_pass(self) -> None:
        self._press(self.button("Let it pass"))

    def _call(self, button: str, points: int) -> None:
        self.show.get_by_role("spinbutton").fill(str(points))
        self._press(self.button(button))

    def _press(self, button: Locator) -> None:
        before = self.page.evaluate(MARK)
        button.click()
        self.page.wait_for_function(f"(before) => ({MARK})() !== before", arg=before)

    def do(self, task: str) -> None:
        """What is asked, in the plainest way; hands are claimed to be worth nothing."""
        match task:
            case "cut":
                self.cut()
            case "discard":
                self.discard()
            case "play":
                self.play()
            case "go":
                self.say_go()
            case "read":
                self.go_on()
            case "count":
                self.claim(0)
            case "muggins":
                self.let_pass()
            case _:
                raise AssertionError(f"nobody knows how to {task}")


LONGEST_DEAL = 60  # seconds, on a machine that has much else to do
GLANCE = 20  # milliseconds between two looks


def play_until(is_reached: Callable[[], bool], *tables: TablePage, longest: float = LONGEST_DEAL) -> None:
    """Everybody does what the own page asks, in the plainest way, until something has come true."""

    def play() -> bool:
        for table in tables:
            task = table.task
            if is_reached():  # asked after the task was read: what came in between is left alone
                return True
            if task not in ("", "over"):
                table.do(task)
        return is_reached()

    wait_until(play, tables[0].page, longest)


def reload_until(is_reached: Callable[[], bool], *tables: TablePage) -> None:
    """As `play_until`, where no page hears of the other: who has nothing to do looks again."""

    def look_again() -> bool:
        if all(table.task == "" for table in tables):
            for table in tables:
                table.page.reload()
        return is_reached()

    play_until(look_again, *tables)


def read_on(*tables: TablePage) -> None:
    """Everybody reads the show of a deal that is over, each for themselves, up to the next discards."""
    for table in tables:
        reload_until(lambda table=table: table.task == "discard", table)


def wait_until(is_reached: Callable[[], bool], page: Page, longest: float = 10) -> None:
    """Look again and again, `longest` seconds at most, until something has come true. Playwright works meanwhile."""
    give_up = time.monotonic() + longest
    while not is_reached():
        assert time.monotonic() < give_up, "it never came true"
        page.wait_for_timeout(GLANCE)

"""Somebody who never played walks through the lesson: by clicks, by keys alone, and where no scripts run."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.languages import every_language
from tests.browser.pages import SitePage
from tests.browser.visitors import PHONE

pytestmark = pytest.mark.browser

LAST = 11
COUNTS = {7: "8", 8: "6", 10: "10"}
CARDS = {3: "five of hearts", 4: "six of clubs", 5: "three of spades"}
PLACES = {3: "3", 4: "3", 5: "1"}  # of these cards in the hand, by rank


class LessonPage(SitePage):
    """A step of the lesson, as the page names things in its language."""

    @property
    def reply(self) -> Locator:
        return self.page.locator("#reply")

    def expect_step(self, number: int) -> None:
        expect(self.page).to_have_url(re.compile(rf"/learn/{number}/"))
        expect(self.page.locator(".lesson-progress")).to_contain_text(
            self.words("Step %(number)s of %(last)s", number=number, last=LAST)
        )

    def expect_right(self) -> None:
        expect(self.reply).to_contain_text(self.words("Right!"))
        expect(self.reply).to_be_focused()

    def card(self, name: str) -> Locator:
        return self.page.locator("#region-mine").get_by_role("listitem").filter(has_text=name)


def answer_by_clicks(lesson: LessonPage, number: int) -> None:
    page = lesson.page
    if number == 1:
        lesson.button("Cut the cards").click()
    elif number == 2:
        lesson.card("eight of diamonds").click()
        lesson.card("eight of spades").click()
        lesson.button("Lay away 2 to your crib").click()
    elif number in CARDS:
        lesson.card(CARDS[number]).get_by_role("button").click()
    elif number in COUNTS:
        page.get_by_role("spinbutton").fill(COUNTS[number])
        lesson.button("Count").click()
    else:
        page.get_by_role("button", name="Go", exact=True).click()


def answer_by_keys(lesson: LessonPage, number: int) -> None:
    press = lesson.page.keyboard.press
    if number == 2:
        press("5")
        press("6")
    if number in PLACES:
        press(PLACES[number])
    elif number in COUNTS:
        field = lesson.page.get_by_role("spinbutton")
        while not field.evaluate("field => field === document.activeElement"):
            press("Tab")
        lesson.page.keyboard.type(COUNTS[number])
        press("Enter")
    else:
        press("g" if number == 9 else "Enter")


def walk(lesson: LessonPage, answer: Callable[[LessonPage, int], None], go_on: Callable[[], None]) -> None:
    """From the first step to the end."""
    lesson.page.goto("/learn/")
    for number in range(1, LAST):
        lesson.expect_step(number)
        lesson.page.wait_for_load_state()  # the keys are the script's
        if number != 6:
            answer(lesson, number)
            lesson.expect_right()
        go_on()
    lesson.expect_step(LAST)
    expect(lesson.heading("You win by 121 to 118.")).to_be_visible()


@pytest.mark.long
def test_clicks_lead_through_the_lesson_to_the_computer(live_site, visitors):
    lesson = LessonPage(visitors.enter(live_site))

    def go_on() -> None:
        (lesson.button("Go on") if "/learn/6/" in lesson.page.url else lesson.link("Next")).click()

    walk(lesson, answer_by_clicks, go_on)
    lesson.button("Play the computer now").click()
    expect(lesson.page).to_have_url(re.compile(r"/table/\w+/$"))


@pytest.mark.long
def test_keys_alone_lead_through_the_lesson(live_site, visitors):
    lesson = LessonPage(visitors.enter(live_site))
    walk(lesson, answer_by_keys, lambda: lesson.page.keyboard.press("Enter"))


@pytest.mark.long
def test_it_goes_without_scripts_on_a_phone(live_site, visitors):
    page = visitors.enter(live_site, viewport=PHONE, java_script_enabled=False)
    lesson = LessonPage(page)
    page.goto("/learn/")
    for number in range(1, LAST):
        if number != 6:
            answer_by_clicks(lesson, number)
            expect(lesson.reply).to_contain_text("Right!")
            expect(lesson.reply).to_be_in_viewport()
        (lesson.button("Go on") if number == 6 else lesson.link("Next")).click()
    lesson.expect_step(LAST)


def test_a_wrong_answer_is_explained_and_can_be_mended(live_site, visitors):
    lesson = LessonPage(visitors.enter(live_site))
    lesson.page.goto("/learn/4/")
    lesson.card("three of spades").get_by_role("button").click()
    expect(lesson.reply).to_be_focused()
    expect(lesson.reply).to_contain_text("Not quite. With the three of spades the count is 25, which scores 0 points.")
    answer_by_clicks(lesson, 4)
    lesson.expect_right()
    lesson.link("Next").click()
    lesson.link("Show me").click()
    lesson.expect_right()
    lesson.link("Back").click()
    lesson.expect_step(4)


def small_targets(page: Page) -> list[str]:
    """What in the main part of the page is too small for a finger."""
    return page.locator("main").evaluate(
        """(main) => [...main.querySelectorAll("a, button, input:not([type=hidden])")].filter((one) => {
          const { width, height } = one.getBoundingClientRect();
          return width > 0 && (width < 43.5 || height < 43.5);
        }).map((one) => one.outerHTML)"""
    )


@every_language
def test_everything_in_it_is_large_enough_for_a_finger(live_site, visitors, language):
    page = visitors.enter(live_site, viewport=PHONE, locale=language)
    for address in ("/rules/", *(f"/learn/{number}/" for number in range(1, LAST + 1))):
        page.goto(address)
        assert small_targets(page) == [], address

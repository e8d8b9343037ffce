"""The lesson: every step leads on by the right answer, explains the wrong one, and tells what the engine counted."""

import re
from html import unescape

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from games.engine.events import ShowEvent
from games.lesson import LessonView, position
from games.lesson_steps import LEARNER, STEPS
from games.words import card_name, points

pytestmark = pytest.mark.django_db

LANGUAGES = ("en", "es", "sw")
# What is to be done at each step, as the table's form sends it.
RIGHT: dict[int, dict[str, object]] = {
    1: {"action": "cut"},
    2: {"action": "discard", "cards": ["8S", "8D"]},
    3: {"play": "5H"},
    4: {"play": "6C"},
    5: {"play": "3S"},
    7: {"action": "count", "points": "8"},
    8: {"action": "count", "points": "6"},
    9: {"action": "go"},
    10: {"action": "count", "points": "10"},
}
TO_READ = (6, 11)
# The score of learner and computer when a step begins, counted by hand.
SCORES = {
    1: (0, 0),
    2: (0, 0),
    3: (2, 0),  # his heels
    4: (4, 0),  # 10 5: fifteen
    5: (7, 0),  # 10 5 7 6: a run of three
    6: (9, 9),  # 31 for the learner; the computer's last card, and its hand: 99, 9TJ 9TJ
    7: (9, 9),
    8: (17, 9),  # 456 and 5J, and the run 3456
    9: (26, 11),  # 78 78 and 88 in the crib; then 8 7, a fifteen, and 8 7 9, a run
    10: (115, 118),
    11: (121, 118),
}
# What the reply to the right answer names, counted by hand.
TOLD = {2: [2], 3: [2], 4: [3], 5: [2], 7: [8], 8: [6], 9: [1], 10: [6, 10]}


def step(number: int, answer: dict[str, object] | None = None, language: str = "en") -> LessonView:
    answered = get(f"/learn/{number}/", answer, language)
    assert answered.status_code == 200
    view = answered.context["lesson"]
    assert isinstance(view, LessonView)
    return view


def get(address: str, fields: dict[str, object] | None = None, language: str = "en") -> HttpResponse:
    return Client(headers={"accept-language": language}).get(address, fields or {})


def text(view: LessonView) -> str:
    assert view.reply is not None
    return " ".join(view.reply.sentences)


def test_the_address_of_the_lesson_leads_to_its_first_step() -> None:
    assert get("/learn/").url == "/learn/1/"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_right_answer_leads_on_in_every_language(language: str) -> None:
    with translation.override(language):
        told = {number: [points(value) for value in values] for number, values in TOLD.items()}
    for number, answer in RIGHT.items():
        view = step(number, answer, language)
        assert view.reply is not None
        assert view.reply.is_right, number
        assert view.next_url == f"/learn/{number + 1}/"
        assert [value for value in told.get(number, []) if value not in text(view)] == []
        assert not view.table.decision, "nothing is left to be done"


def test_each_step_has_one_thing_to_do_or_to_read() -> None:
    for number in range(1, len(STEPS) + 1):
        view = step(number)
        controls = view.regions["mine"] + view.regions["show"]
        assert (number in RIGHT) == (re.search(r'<button[^>]*form="move"', controls) is not None), number
        assert ('form="go-on"' in controls) == (number == 6)
        assert bool(view.task) == (number < len(STEPS))
    assert {*RIGHT, *TO_READ} == set(range(1, len(STEPS) + 1))


def test_the_numbers_in_the_texts_are_those_of_a_count_by_hand() -> None:
    for number, told in (
        (1, "whoever has 121 points first wins"),
        (3, "exactly fifteen scores 2 points."),
        (3, "the count is 10. Make fifteen."),
        (5, "Exactly 31 scores 2 points."),
        (9, "The count stands at 28,"),
        (10, "you need 6 points and the computer 3."),
    ):
        view = step(number)
        assert told in " ".join([*view.texts, view.task])


def test_the_scores_are_those_of_a_count_by_hand() -> None:
    assert {number: position(number).state.scores for number in SCORES} == SCORES
    assert len(SCORES) == len(STEPS)


def test_every_claim_in_the_lesson_is_the_true_count() -> None:
    shows = [event for told in position(8).told + position(11).told for event in told.events]
    settled = [(event.points, event.pegged) for event in shows if isinstance(event, ShowEvent)]
    assert settled == [(8, 8), (8, 8), (10, 6)]  # the last one wins with 6 of its 10


def test_the_way_shown_is_the_right_answer() -> None:
    for number in RIGHT:
        shown = get(step(number).answer_url)
        assert shown.context["lesson"].reply.is_right, number


def test_a_discard_that_was_not_asked_for_is_compared_with_the_best() -> None:
    view = step(2, {"action": "discard", "cards": ["3S", "8S"]})
    assert view.reply is not None
    assert not view.reply.is_right
    assert "7 points; with others away it would be 8 points" in text(view)  # 4568+J: 456, 5J and the run; 3456+J: 8
    assert view.table.task == "discard"


def test_a_card_that_was_not_asked_for_is_explained_with_what_it_scores() -> None:
    for number, card, told in (
        (3, "6C", "With the six of clubs the count is 16, which scores 0 points."),
        (4, "4D", "With the four of diamonds the count is 26, which scores 0 points."),
        (5, "4D", "The four of diamonds would bring the count past 31."),
    ):
        view = step(number, {"play": card})
        assert view.reply is not None
        assert view.reply.sentences[0] == told
        assert len(view.reply.sentences) == 2, "a hint comes with it"
        assert view.table.task == "play"


def test_a_wrong_count_is_told_how_far_off_it_is() -> None:
    assert text(step(7, {"action": "count", "points": "6"})).startswith(
        "There is more in it; still to be found: 2 points."
    )
    assert text(step(7, {"action": "count", "points": "9"})).startswith(
        "There is not so much in it; too many: 1 point."
    )
    assert text(step(10, {"action": "count", "points": "6"})).startswith("There is more in it"), "though it would win"


def test_where_there_is_only_something_to_read_nothing_is_judged() -> None:
    """Though the rules would allow to count the own hand at once."""
    for claimed in range(30):
        assert text(step(6, {"action": "count", "points": str(claimed)})) == "This cannot be done now."


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_rules_forbid_is_refused_in_words_in_every_language(language: str) -> None:
    for number, answer in (
        (2, {"action": "discard", "cards": ["8S"]}),
        (2, {"action": "discard"}),
        (3, {"play": "KD"}),
        (3, {"action": "go"}),
        (7, {"action": "count", "points": "99"}),
        (9, {"play": "KD"}),
        (6, {"action": "go"}),
        (11, {"action": "cut"}),
    ):
        view = step(number, answer, language)
        assert view.reply is not None
        assert not view.reply.is_right
        assert text(view)
        assert view.table.ply == position(number).state.ply


@pytest.mark.parametrize(
    "address",
    [
        "/learn/0/",
        "/learn/12/",
        "/learn/99999999999999999999999/",
        "/learn/-1/",
        "/learn/three/",
        "/learn/3/?play=XX",
        "/learn/3/?play=%00",
        "/learn/3/?play=",
        "/learn/3/?action=dance",
        "/learn/3/?action=play&cards=5H&cards=4D",
        "/learn/2/?action=discard&cards=8D&cards=<script>",
        "/learn/2/?action=discard" + "&cards=8D" * 50,
        "/learn/7/?action=count&points=many",
        "/learn/1/?action=cut&seed=" + "x" * 1000,
        "/learn/1/?action=cut&move_id=1",
    ],
)
def test_an_address_that_means_nothing_is_not_found(address: str) -> None:
    assert get(address).status_code == 404


def test_other_fields_in_the_address_do_not_matter() -> None:
    assert step(3, {"points": "x", "cards": "y", "ply": "-1"}).reply is None


def test_the_lesson_takes_no_posts_and_keeps_nothing() -> None:
    assert Client().post("/learn/3/", {"play": "5H"}).status_code == 405
    step(7, RIGHT[7])  # what the host wishes is read anew every five seconds
    with CaptureQueriesContext(connection) as queries:
        step(7, RIGHT[7])
    assert len(queries) == 0


def test_no_card_of_the_computers_is_on_a_page_before_it_is_laid() -> None:
    for number in (2, 3, 4, 5, 9):
        state = position(number).state
        hidden = {str(card) for card in state.hands[1 - LEARNER] + state.discards[1 - LEARNER]}
        html = get(f"/learn/{number}/").content.decode()
        assert hidden
        assert not {card for card in hidden if f'value="{card}"' in html}
        names = set(re.findall(r'class="hidden">([^<]+)<', html))
        with translation.override("en"):
            assert not {card_name(card) for card in state.hands[1 - LEARNER]} & {unescape(name) for name in names}


def test_the_end_leads_to_the_computer_and_to_the_rules() -> None:
    main = get(f"/learn/{len(STEPS)}/").content.decode().split("<main")[1].split("</main")[0]
    assert "Play the computer now</button>" in main
    assert 'name="csrfmiddlewaretoken"' in main
    assert 'href="/rules/"' in main
    assert "Offer a rematch" not in main
    assert "/table/" not in main, "no match stands behind it"

"""The page of rules: its examples are counted by the engine, and are worth what is published or counted by hand."""

import re
from html import unescape

import pytest
from django.test import Client

from accounts.models import User
from games import rules
from games.engine.scoring import HandScore

from .players import browser_of, started

pytestmark = pytest.mark.django_db

# Points of each combination as they stand on the page, by hand.
HANDS = {
    "fifteens": [2, 2, 2],  # 5T 5Q 258
    "alike": [6],
    "double_run": [2, 2, 3, 3],  # 5K, 44, 345 345
    "double_double_run": [2, 2, 2, 2, 2, 2, 3, 3, 3, 3],  # 24, as published
    "flush": [4],
    "crib_of_four": [],
    "crib_of_five": [5],
    "nobs": [1],
    "best": [2, 2, 2, 2, 2, 2, 2, 2, 12, 1],  # 29, as published
}
TOTALS = {
    "fifteens": 6,
    "alike": 6,
    "double_run": 10,
    "double_double_run": 24,
    "flush": 4,
    "crib_of_four": 0,
    "crib_of_five": 5,
    "nobs": 1,
    "best": 29,
}
# The count after each card and what it scores; None is a go.
PLAYS = {
    "fifteen": [(4, []), (10, []), (15, [2, 3])],
    "alike": [(7, []), (14, [2]), (21, [6]), (28, [12])],
    "run": [(7, []), (16, []), (24, [3]), (31, [2, 3])],
    "whole": [
        *[(10, []), (20, []), (24, []), (30, []), (None, [1])],
        *[(3, []), (11, []), (13, []), (22, [1])],
    ],
}


def numbers(texts: tuple[str, ...]) -> list[int]:
    return [int(number) for text in texts for number in re.findall(r"\d+", text)]


def page(language: str = "en") -> str:
    answer = Client(headers={"accept-language": language}).get("/rules/")
    assert answer.status_code == 200
    return unescape(answer.content.decode())


def test_every_hand_is_worth_what_is_published_or_counted_by_hand() -> None:
    hands = rules.hand_examples()
    assert {name: [one.points for one in hand.combinations] for name, hand in hands.items()} == HANDS
    assert {name: numbers((hand.total,)) for name, hand in hands.items()} == {n: [t] for n, t in TOTALS.items()}
    assert {name: sum(counted) for name, counted in HANDS.items()} == TOTALS


def test_every_play_scores_what_is_published_or_counted_by_hand() -> None:
    told = {name: [(act.count, numbers(act.awards)) for act in acts] for name, acts in rules.play_examples().items()}
    assert told == PLAYS


@pytest.mark.parametrize("language", ["en", "es", "sw"])
def test_all_of_them_stand_on_the_page_in_every_language(language: str) -> None:
    html = page(language)
    totals = re.findall(r'class="example-total">([^<]*)<', html)
    assert sorted(numbers(tuple(totals))) == sorted(TOTALS.values())
    counts = re.findall(r"<td>\s*(\d+)\s*</td>", html)
    assert [int(count) for count in counts] == [count for acts in PLAYS.values() for count, _ in acts if count]


def test_the_page_has_the_engine_count_it(monkeypatch: pytest.MonkeyPatch) -> None:
    before = page()
    monkeypatch.setattr(rules, "score_hand", lambda *_cards, crib: HandScore(()))
    after = page()
    assert before.count("0 points<") < after.count("0 points<") == len(TOTALS)


def test_every_section_is_in_the_contents() -> None:
    html = page()
    sections = re.findall(r'<section id="(\w+)">', html)
    assert len(sections) >= 9
    assert re.findall(r'href="#(\w+)">', html.split('class="rules-contents"')[1])[: len(sections)] == sections


def test_every_page_leads_to_the_rules_and_to_the_lesson() -> None:
    for address in ("/", "/rules/", "/learn/1/", "/accounts/login/", "/no/such/page/"):
        html = Client().get(address).content.decode()
        assert 'href="/rules/"' in html, address
        assert 'href="/learn/"' in html, address


def test_the_menu_of_a_table_leads_to_the_rules(ana: User, ben: User) -> None:
    html = browser_of(ana).get(f"/table/{started(ana, ben).pk}/").content.decode()
    menu = html.split('class="menu-list"')[1].split("</details>")[0]
    assert 'href="/rules/"' in menu

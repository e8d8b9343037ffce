"""What two players say to each other: phrases, chat by consent of both, muting, limits; by service and by form."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.services import delete_account
from games.engine.errors import MoveError
from games.models import DAY, Match, Remark, Seat
from games.render import REGIONS, present_frame
from games.selectors import find_match
from games.services import endings, lobby
from games.services.talk import MOST_A_MATCH, MOST_A_MINUTE, talk
from games.talking import SWITCHES, Heard, Say, parse
from games.verify import find_faults

from .conftest import StoppedClock
from .players import NOW, browser_of, everything, fresh, said, started

pytestmark = pytest.mark.django_db

HELLO = Say(phrase="hello")
HOUR = timedelta(hours=1)


@pytest.fixture(autouse=True)
def still(clock: StoppedClock) -> StoppedClock:
    return clock


def chat_on(match: Match, *users: User) -> None:
    for user in users:
        talk(match.pk, user, SWITCHES["chat_on"], NOW)


def by_link(host: User, friend: User) -> Match:
    match = lobby.create_match(host, lobby.Terms(Match.Opponent.LINK), NOW)
    lobby.join(match.pk, friend, NOW, match.invite or "")
    return match


def region(browser: Client, match: Match, name: str = "talk") -> str:
    html = browser.get(match.get_absolute_url()).content.decode()
    return html.split(f'id="region-{name}"')[1].split("</section>")[0]


def refused(match: Match, user: User, act: Say, now=NOW) -> str:  # type: ignore[no-untyped-def]
    before = list(Remark.objects.values())
    with pytest.raises(MoveError) as error:
        talk(match.pk, user, act, now)
    assert list(Remark.objects.values()) == before
    return error.value.key


def unparsable(**data: object) -> str:
    with pytest.raises(MoveError) as error:
        parse(data)
    return error.value.key


def test_a_phrase_is_read_by_each_in_the_own_language(match: Match, ana: User, ben: User, cleo: User) -> None:
    browsers = {}
    for user, language in ((ana, "es"), (ben, "sw")):
        user.language = language
        user.save()
        browsers[language] = browser_of(user)
    talk(match.pk, ana, Say(phrase="good_luck"), NOW)
    assert "Ana: ¡Buena suerte!" in region(browsers["es"], match)
    assert "Ana: Bahati njema!" in region(browsers["sw"], match)


def test_every_phrase_is_on_a_button_of_its_own_and_can_be_said_by_form(
    match: Match, anas: Client, bens: Client
) -> None:
    for number, phrase in enumerate(Remark.Phrase):
        assert f'value="{phrase.value}"' in region(anas, match)
        browser = (anas, bens)[number % 2]
        answer = browser.post(reverse("talk", args=[match.pk]), {"phrase": phrase.value, "text": ""})
        assert answer.headers["Location"] == f"/table/{match.pk}/#region-talk"
    told = region(anas, match)
    assert [told.count(f": {phrase.label}") for phrase in Remark.Phrase] == [1] * 8


def test_saying_something_changes_nothing_of_the_match(match: Match, ana: User, ben: User) -> None:
    before = everything(match)
    talk(match.pk, ana, HELLO, NOW)
    assert everything(match) == before
    assert list(find_faults(fresh(match))) == []


def test_watchers_and_strangers_neither_hear_nor_say_anything(
    match: Match, ana: User, cleo: User, cleos: Client
) -> None:
    talk(match.pk, ana, HELLO, NOW)
    for browser in (cleos, Client()):
        assert "Hello!" not in browser.get(match.get_absolute_url()).content.decode()
    assert refused(match, cleo, HELLO) == "not_your_table"
    answer = cleos.post(reverse("talk", args=[match.pk]), {"phrase": "hello"}, follow=True)
    assert said("not_your_table") in answer.content.decode()
    assert "login" in Client().post(reverse("talk", args=[match.pk]), {"phrase": "hello"}).headers["Location"]


def test_a_table_that_one_may_not_see_is_not_there(ana: User, ben: User, cleos: Client) -> None:
    hidden = by_link(ana, ben)
    for action in ({"phrase": "hello"}, {"phrase": "nothing"}, {"action": "mute"}, {"heard": "1"}):
        assert cleos.post(reverse("talk", args=[hidden.pk]), action).status_code == 404
    assert cleos.post(reverse("talk", args=["nowhere"]), {"phrase": "hello"}).status_code == 404
    assert cleos.get(reverse("talk", args=[hidden.pk])).status_code == 405
    assert not Remark.objects.exists()


def test_nobody_talks_to_a_computer_or_at_an_empty_table(ana: User, anas: Client) -> None:
    for terms in ({"opponent": Match.Opponent.COMPUTER, "computer": "easy"}, {"opponent": Match.Opponent.OPEN}):
        table = lobby.create_match(ana, lobby.Terms(**terms), NOW)  # type: ignore[arg-type]
        assert refused(table, ana, HELLO) == "nobody_to_talk_to"
        assert "Say something" not in anas.get(table.get_absolute_url()).content.decode()


def test_free_words_need_both_to_have_switched_them_on(
    match: Match, ana: User, ben: User, anas: Client, bens: Client
) -> None:
    words = Say(text="Where are you from?")
    assert refused(match, ana, words) == "chat_is_off"
    chat_on(match, ana)
    assert refused(match, ana, words) == refused(match, ben, words) == "chat_is_off"
    assert "You can chat as soon as Ben switches it on, too." in region(anas, match)
    assert "Ana would like to chat." in region(bens, match)
    assert 'name="text"' not in region(anas, match)
    chat_on(match, ben)
    talk(match.pk, ana, words, NOW)
    assert 'name="text"' in region(anas, match)
    assert "Ana: Where are you from?" in region(bens, match)
    talk(match.pk, ben, SWITCHES["chat_off"], NOW)
    assert refused(match, ana, words) == "chat_is_off"
    assert refused(started(ana, ben), ana, words) == "chat_is_off", "it was for one table"


def test_what_is_written_is_shown_as_it_is_and_makes_no_links(
    match: Match, ana: User, ben: User, anas: Client, bens: Client
) -> None:
    chat_on(match, ana, ben)
    text = "  <script>alert(1)</script> &amp;\r\n\thttps://example.org/\u2028\x00 {{ now }} \u202eabc  "
    anas.post(reverse("talk", args=[match.pk]), {"action": "text", "text": text})
    assert Remark.objects.get().text == "<script>alert(1)</script> &amp; https://example.org/ {{ now }} \u202eabc"
    told = region(bens, match)
    assert "&lt;script&gt;alert(1)&lt;/script&gt; &amp;amp; https://example.org/ {{ now }}" in told
    assert "<script" not in told
    assert "<a " not in told
    assert 'dir="auto"' in told, "what turns the direction stays in its line"


def test_what_cannot_be_said_is_refused_for_its_reason() -> None:
    for phrase in ("", "Hello!", "HELLO", None, 7, ["hello"], {"a": 1}):
        assert unparsable(phrase=phrase) == "unknown_phrase"
    for text in ("", "  \n ", "\x00\ud800", "a" * 201, None, 5, ["a"]):
        assert unparsable(action="text", text=text) == "text_length"
    signs = ("\u200b", "\u202e\u2066\u200f", "\ufeff \u2060", "\xad", "\u0301\ufe0f", "\U000e0041")
    for unseen in (*signs, *"\u115f\u2800\u3164\uffa0"):
        assert unparsable(action="text", text=unseen) == "text_length", f"{unseen!a} is nothing to read"
    for action in ("", "shout", None, 3, ["mute"]):
        assert unparsable(action=action) == "unknown_action"
    for heard in ("", "-1", "1e3", "٣", "9" * 19, 10**30, None, 1.5, -1, [1]):
        assert unparsable(heard=heard) == "not_a_move"
    assert unparsable() == "unknown_action"
    for text in ("ñ" * 200, "!", "👩\u200d🚀", "❤\ufe0f", "שלום\u200f", "می\u200cروم", "\U0010ffff"):
        assert parse({"action": "text", "text": text}) == Say(text=text)


def test_bad_input_by_form_gets_its_sentence_and_no_error_page(match: Match, anas: Client) -> None:
    for data, key in (
        ({"phrase": "rude"}, "unknown_phrase"),
        ({}, "unknown_action"),
        ({"heard": "x" * 9000}, "not_a_move"),
        ({"action": "text", "text": "no"}, "chat_is_off"),
    ):
        answer = anas.post(reverse("talk", args=[match.pk]), data, follow=True)
        assert answer.status_code == 200
        assert said(key) in answer.content.decode()
    answer = anas.post(reverse("talk", args=[match.pk]), {"action": "text", "text": "x" * 201}, follow=True)
    assert said("text_length", most=200) in answer.content.decode()
    assert not Remark.objects.exists()


def test_six_a_minute_may_be_said_by_each(match: Match, ana: User, ben: User) -> None:
    for second in range(MOST_A_MINUTE):
        talk(match.pk, ana, HELLO, NOW + timedelta(seconds=second))
    assert refused(match, ana, HELLO, NOW + timedelta(seconds=59)) == "talk_too_fast"
    talk(match.pk, ben, HELLO, NOW + timedelta(seconds=59))
    talk(match.pk, ana, HELLO, NOW + timedelta(seconds=60))
    assert refused(match, ana, HELLO, NOW + timedelta(seconds=60)) == "talk_too_fast"


def test_a_game_has_room_for_two_hundred_of_each(match: Match, ana: User, ben: User) -> None:
    rows = [Remark(match=match, user=ana, phrase="hello", at=NOW) for _ in range(MOST_A_MATCH)]
    Remark.objects.bulk_create(rows)
    assert refused(match, ana, HELLO, NOW + HOUR) == "talk_too_much"
    talk(match.pk, ben, HELLO, NOW + HOUR)
    frame = present_frame(find_match(match.pk), 1, NOW)  # type: ignore[arg-type]
    assert frame.html["talk"].count("data-remark") == 30, "the last ones"


def test_who_is_muted_reaches_that_reader_no_more_and_does_not_learn_it(
    match: Match, ana: User, ben: User, anas: Client, bens: Client
) -> None:
    talk(match.pk, ben, HELLO, NOW)
    before = region(bens, match)
    anas.post(reverse("talk", args=[match.pk]), {"action": "mute"})
    assert region(bens, match) == before
    talk(match.pk, ben, Say(phrase="sorry"), NOW)
    chat_on(match, ben)
    told = region(anas, match)
    assert "Ben:" not in told
    assert "would like to chat" not in told
    assert "new" not in region(anas, match, "menu")
    assert "Ben: Sorry!" in region(bens, match)
    anas.post(reverse("talk", args=[match.pk]), {"action": "unmute"})
    assert "Ben: Sorry!" in region(anas, match)
    assert not Seat.objects.filter(mutes=True).exists()


def test_what_was_not_read_is_marked_until_it_is(
    match: Match, ana: User, ben: User, anas: Client, bens: Client
) -> None:
    talk(match.pk, ben, HELLO, NOW)
    talk(match.pk, ben, HELLO, NOW)
    assert "Talk: 2 new" in region(anas, match, "menu")
    assert "new" not in region(bens, match, "menu"), "the own ones are known"
    first, second = Remark.objects.values_list("pk", flat=True).order_by("pk")
    talk(match.pk, ana, Heard(first), NOW)
    assert "Talk: 1 new" in region(anas, match, "menu")
    anas.post(reverse("talk", args=[match.pk]), {"heard": str(second)})
    assert "new" not in region(anas, match, "menu")
    talk(match.pk, ana, Heard(first), NOW)
    assert "new" not in region(anas, match, "menu"), "never backwards"
    talk(match.pk, ana, Heard(10**18 - 1), NOW)
    talk(match.pk, ben, HELLO, NOW)
    assert "Talk: 1 new" in region(anas, match, "menu"), "never beyond what has been said"


def test_the_talk_goes_on_for_an_hour_after_the_end_and_can_be_read_for_ever(
    match: Match, ana: User, ben: User, anas: Client, clock: StoppedClock
) -> None:
    endings.resign(match.pk, ben, NOW)
    talk(match.pk, ana, Say(phrase="rematch"), NOW + HOUR - timedelta(seconds=1))
    assert refused(match, ben, HELLO, NOW + HOUR) == "talk_is_over"
    clock.now = NOW + HOUR
    told = region(anas, match)
    assert "Ana: A rematch?" in told
    assert "Say something" not in told


def test_in_a_slow_game_a_phrase_waits_for_the_other(ana: User, ben: User, bens: Client, clock: StoppedClock) -> None:
    slow = started(ana, ben, allowance=3 * DAY, bank=0)
    talk(slow.pk, ana, HELLO, NOW)
    clock.pass_by(DAY)
    assert "Ana: Hello!" in region(bens, slow)


def test_with_the_account_goes_what_it_said_and_the_other_cannot_answer(
    match: Match, ana: User, ben: User, bens: Client
) -> None:
    talk(match.pk, ana, HELLO, NOW)
    talk(match.pk, ben, Say(phrase="thanks"), NOW)
    delete_account(ana, NOW)
    assert [remark.user for remark in Remark.objects.all()] == [ben]
    told = region(bens, match)
    assert "Hello!" not in told.split("Say something")[0]
    assert "Ben: Thank you!" in told
    assert refused(match, ben, HELLO) == "nobody_to_talk_to"


def test_neither_the_record_nor_the_replay_tells_of_it(match: Match, ana: User, ben: User, bens: Client) -> None:
    chat_on(match, ana, ben)
    word = f"word-{uuid4().hex}"
    talk(match.pk, ana, Say(text=word), NOW)
    endings.resign(match.pk, ben, NOW)
    for name in ("record", "record_as_text"):
        assert word not in bens.get(reverse(name, args=[match.pk])).content.decode()
    assert "talk" in REGIONS


def test_a_guest_may_talk_to_a_friend(ana: User, ben: User, bens: Client) -> None:
    User.objects.filter(pk=ana.pk).update(username="guest-4821", is_guest=True)
    table = by_link(ben, User.objects.get(pk=ana.pk))
    talk(table.pk, ana, HELLO, NOW)
    assert "Guest 4821: Hello!" in region(bens, table)

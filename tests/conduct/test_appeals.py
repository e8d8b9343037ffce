"""An appeal: once a sanction, answered by staff in words that the player reads."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier

import pytest
from django.core import mail
from django.db import connection
from django.test import Client

from accounts.conduct import appeals, sanctions
from accounts.conduct.models import Appeal
from accounts.models import User
from cribsite.models import StaffAct
from games.postman import deliver
from games.services.errors import Refused
from tests.games.conftest import StoppedClock
from tests.games.players import NOW, new_player

from .conftest import WEEK, Give, confirm_address

pytestmark = pytest.mark.django_db
LATER = NOW + timedelta(hours=1)
Decision = Appeal.Decision


def test_it_is_written_once(ana: User, anas: Client, clock: StoppedClock, give: Give) -> None:
    sanction = give(ana, "ban")
    address = f"/sanctions/{sanction.pk}/appeal/"
    assert f'action="{address}"' in anas.get("/sanctions/").content.decode()
    answer = anas.post(address, {"words": "It was my brother.\r\nHe is sorry."}, follow=True)
    page = answer.content.decode()
    assert "Your appeal is sent." in page
    assert "It was my brother.<br>He is sorry." in page
    assert address not in page
    assert "an appeal is written once" in anas.post(address, {"words": "Again"}, follow=True).content.decode()
    assert Appeal.objects.get().words == "It was my brother.\nHe is sorry."


@pytest.mark.parametrize("words", ["", "   \r\n ", "a" * 1001, "a\x00b"])
def test_what_is_none_is_refused_and_the_words_stay_in_the_box(
    ana: User, anas: Client, clock: StoppedClock, give: Give, words: str
) -> None:
    sanction = give(ana, "ban")
    answer = anas.post(f"/sanctions/{sanction.pk}/appeal/", {"words": words})
    assert answer.status_code == 422
    assert words.strip() in answer.content.decode()
    assert not Appeal.objects.exists()


def test_a_thousand_characters_with_the_line_ends_of_a_browser_are_not_too_many(
    ana: User, anas: Client, clock: StoppedClock, give: Give
) -> None:
    sanction = give(ana, "ban")
    words = "\r\n".join(["a" * 99] * 10)  # 999 as a browser counts them
    anas.post(f"/sanctions/{sanction.pk}/appeal/", {"words": words})
    assert len(Appeal.objects.get().words) == 999


def test_what_is_over_is_not_appealed_against(ana: User, moderator: User, give: Give) -> None:
    sanction = give(ana, "silence")
    sanctions.end_what_is_due(NOW + WEEK)
    with pytest.raises(Refused, match="sanction_is_over"):
        appeals.appeal(sanction, "Why?", NOW + WEEK)


def test_upheld_shortened_or_lifted(ana: User, ben: User, cleo: User, moderator: User, give: Give) -> None:
    given = [give(player, "suspension") for player in (ana, ben, cleo)]
    sooner = NOW + timedelta(days=2)
    for sanction, decision in zip(given, Decision, strict=True):
        sanctions.mark_as_read(sanction, NOW)
        written = appeals.appeal(sanction, "Please.", NOW)
        appeals.decide(written, decision, f"So it is {decision}.", moderator, LATER, sooner)
    until = [User.objects.get(pk=player.pk).shut_out_until for player in (ana, ben, cleo)]
    assert until == [NOW + WEEK, sooner, None]
    for sanction in given:
        sanction.refresh_from_db()
    assert [sanction.ended_at for sanction in given] == [None, None, LATER]
    assert all(User.objects.get(pk=player.pk).has_sanction_to_read for player in (ana, ben, cleo))
    assert [act.what for act in StaffAct.objects.order_by("pk")] == ["sanction"] * 3 + ["appeal"] * 3
    assert StaffAct.objects.latest("pk").why == "suspension, lifted: So it is lifted."


def test_it_is_decided_once(ana: User, moderator: User, give: Give) -> None:
    written = appeals.appeal(give(ana, "ban"), "Please.", NOW)
    appeals.decide(written, Decision.UPHELD, "No.", moderator, LATER)
    with pytest.raises(Refused, match="appeal_is_decided"):
        appeals.decide(written, Decision.LIFTED, "Yes.", moderator, LATER)
    assert Appeal.objects.get().decision == Decision.UPHELD


@pytest.mark.parametrize("until", [NOW + WEEK, NOW + 2 * WEEK, LATER, NOW, None])
def test_a_shorter_end_is_earlier_and_still_to_come(ana: User, moderator: User, give: Give, until: object) -> None:
    sanction = give(ana, "suspension")
    written = appeals.appeal(sanction, "Please.", NOW)
    with pytest.raises(Refused, match="sanction_not_shorter"):
        appeals.decide(written, Decision.SHORTENED, "Well.", moderator, LATER, until)  # type: ignore[arg-type]
    assert Appeal.objects.get().decision == ""


def test_a_ban_that_is_shortened_has_an_end(
    ana: User, anas: Client, moderator: User, clock: StoppedClock, give: Give
) -> None:
    written = appeals.appeal(give(ana, "ban"), "Please.", NOW)
    appeals.decide(written, Decision.SHORTENED, "A week will do.", moderator, NOW, NOW + WEEK)
    page = anas.get("/", follow=True).content.decode()
    assert "Until March 21, 2026, 9 a.m. you may not play." in page
    assert "A week will do." in page
    clock.now = NOW + WEEK
    assert anas.get("/").status_code == 200


def test_the_answer_is_on_every_page_and_in_a_letter(
    ana: User, anas: Client, moderator: User, clock: StoppedClock, give: Give
) -> None:
    confirm_address(ana)
    sanction = give(ana, "silence")
    sanctions.mark_as_read(sanction, NOW)
    written = appeals.appeal(sanction, "Please.", NOW)
    assert "Nobody has answered it yet." in anas.get("/sanctions/").content.decode()
    deliver(NOW + timedelta(minutes=2))
    appeals.decide(written, Decision.UPHELD, "We read the talk once more.", moderator, LATER)
    for address in ("/", "/sanctions/"):
        page = anas.get(address).content.decode()
        assert "The sanction stays as it is." in page
        assert "We read the talk once more." in page
    deliver(LATER + timedelta(minutes=2))
    assert mail.outbox[-1].subject == "Your appeal is decided"
    assert "We read the talk once more." in mail.outbox[-1].body


@pytest.mark.django_db(transaction=True)
def test_two_tabs_at_once_write_one() -> None:
    ana, moderator = new_player("Ana"), new_player("Mo", is_staff=True)
    ban = sanctions.give(ana, sanctions.Kind.BAN, "Why", moderator, NOW)
    begin = Barrier(2)

    def write(words: str) -> str:
        begin.wait()
        try:
            appeals.appeal(ban, words, NOW)
        except Refused as error:
            return error.key
        finally:
            connection.close()
        return ""

    with ThreadPoolExecutor(2) as threads:
        assert sorted(threads.map(write, ["one", "other"])) == ["", "appeal_once"]
    assert Appeal.objects.count() == 1

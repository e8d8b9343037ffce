"""The replay of a finished match: an address for every ply, both hands open or one, and nothing of a running match."""

import pytest
from django.http import HttpResponse
from django.test import Client

from accounts.models import User
from games.engine.events import DealEvent, DiscardEvent
from games.engine.state import Phase
from games.models import Match
from games.replay import Replay, ReplayView
from games.services import endings, lobby

from .finished import finished
from .players import NOW, fresh, play_to, started
from .stored_games import CHANGES_WITH_EVERY_REQUEST, cards_told


@pytest.fixture
def over(ana: User, ben: User) -> Match:
    """A game to 61, played to its end."""
    return finished(ana, ben)


@pytest.fixture
def nobody() -> Client:
    return Client()


def at(browser: Client, match: Match, ply: int | str, **query: object) -> HttpResponse:
    return browser.get(f"/table/{match.pk}/replay/{ply}/", query)


def shown(browser: Client, match: Match, ply: int, **query: object) -> ReplayView:
    answer = at(browser, match, ply, **query)
    assert answer.status_code == 200
    view = answer.context["replay"]
    assert isinstance(view, ReplayView)
    return view


@pytest.mark.long
def test_every_ply_has_its_page_and_the_ways_from_it(over: Match, nobody: Client) -> None:
    firsts = dict(over.records.filter(kind="deal").order_by("-ply").values_list("deal", "ply"))
    for row in over.records.order_by("ply"):
        view = shown(nobody, over, row.ply)
        ways = {step.key: step.url for step in view.steps}

        def url(ply: int) -> str:
            return f"/table/{over.pk}/replay/{ply}/" if 1 <= ply <= over.ply else ""

        assert (view.ply, view.last_ply, view.deal) == (row.ply, over.ply, row.deal)
        assert (ways["ArrowLeft"], ways["ArrowRight"]) == (url(row.ply - 1), url(row.ply + 1))
        assert ways["Home"] == (url(1) if row.ply > 1 else "")
        assert ways["End"] == (url(over.ply) if row.ply < over.ply else "")
        assert ways["PageDown"] == url(firsts.get(row.deal + 1, 0))
        if row.deal > 1:
            is_first = row.ply == firsts[row.deal]
            assert ways["PageUp"] == url(firsts[row.deal - 1 if is_first else row.deal])


def test_the_replay_opens_at_the_first_deal(over: Match, nobody: Client) -> None:
    first = over.records.get(kind="deal", deal=1).ply
    for query in ("", "?seat=1"):
        answer = nobody.get(f"/table/{over.pk}/replay/{query}")
        assert (answer.status_code, answer["Location"]) == (302, f"/table/{over.pk}/replay/{first}/{query}")


def test_both_hands_lie_open_or_those_of_one_seat(over: Match, nobody: Client) -> None:
    row = over.records.get(kind="deal", deal=1)
    first, second = (set(hand) for hand in row.events[0]["hands"])

    def hands(**query: object) -> list[set[str]]:
        table = shown(nobody, over, row.ply, **query).table
        assert table.far
        return [{card.code for card in player.hand} for player in (table.near, table.far)]

    assert hands() == [first, second]
    assert hands(seat=0) == [first, {""}]
    assert hands(seat=1) == [second, {""}]
    cut = {card for pair in over.records.get(kind="cut_cards").data["pairs"] for card in pair}

    def told(**query: object) -> set[str]:
        return cards_told(CHANGES_WITH_EVERY_REQUEST.sub("", at(nobody, over, row.ply, **query).content.decode()))

    # The list of the deal's moves is public, and so is its starter.
    public = cut | {over.records.get(kind="starter", deal=1).data["card"]}
    assert told(seat=0) == first | public
    assert told() == first | second | public


def test_what_one_seat_is_told_has_no_card_of_the_other(over: Match) -> None:
    for seat in (0, 1):
        for told in Replay(over, 1, seat, NOW).told:
            for event in told.events:
                assert not isinstance(event, DealEvent) or event.hands[1 - seat] is None
                assert not isinstance(event, DiscardEvent) or (event.cards is None) == (event.seat != seat)


@pytest.mark.long
def test_every_point_stands_with_its_reason_and_cards(over: Match, nobody: Client) -> None:
    for row in over.records.order_by("ply"):
        told = [event for event in row.events if event["kind"] == "points"]
        view = shown(nobody, over, row.ply)
        assert [[card.code for card in points.cards] for points in view.points] == [event["cards"] for event in told]
        for points, event in zip(view.points, told, strict=True):
            assert ("Ana", "Ben")[event["seat"]] in points.text
            assert str(event["pegged"]) in points.text


def test_the_chart_and_the_deals_tell_the_score_at_the_end_of_each_deal(over: Match, nobody: Client) -> None:
    scores = [seat.score for seat in over.seats.order_by("number")]
    view = shown(nobody, over, over.ply)
    assert view.deals[-1].label == f"Deal {view.deal}: {scores[0]} to {scores[1]}"
    assert [deal.is_here for deal in view.deals] == [False] * (view.deal - 1) + [True]
    for seat in (0, 1):
        points = view.chart.lines[seat].split(" ")
        assert len(points) == view.deal + 1, "one for the start and one a deal"
        assert points[0] == "30,140"
        assert points[-1] == f"312,{round(140 - 130 * scores[seat] / 61, 1):g}"
    for number in range(1, view.deal):
        before = over.records.filter(deal=number).order_by("-ply").first()
        assert before is not None
        near, far = shown(nobody, over, before.ply).table.near, shown(nobody, over, before.ply).table.far
        assert far is not None
        assert view.deals[number - 1].label == f"Deal {number}: {near.score} to {far.score}"


def test_the_last_ply_tells_the_result_and_offers_nothing_to_anybody(over: Match, anas: Client) -> None:
    answer = at(anas, over, over.ply)
    assert "wins by 61 to" in answer.content.decode()
    assert "rematch" not in answer.content.decode()


def test_a_ply_that_there_is_not_and_a_seat_that_there_is_not_are_not_found(over: Match, nobody: Client) -> None:
    for ply in (0, over.ply + 1, 10**30, -1, "one"):
        assert at(nobody, over, ply).status_code == 404
    for seat in ("2", "-1", "ana", "00"):
        assert at(nobody, over, 1, seat=seat).status_code == 404
    assert nobody.get("/table/nosuchmatch/replay/").status_code == 404


def test_a_running_match_has_no_replay_not_even_for_its_players(ana: User, ben: User, anas: Client) -> None:
    match = started(ana, ben)
    play_to(match, Phase.PLAY)
    assert anas.get(f"/table/{match.pk}/replay/").status_code == 404
    assert at(anas, match, 3).status_code == 404


def test_a_table_that_was_taken_back_has_no_replay(ana: User, anas: Client) -> None:
    match = lobby.create_match(ana, lobby.Terms(Match.Opponent.OPEN), NOW)
    lobby.cancel(match.pk, ana, NOW)
    assert anas.get(f"/table/{match.pk}/replay/").status_code == 404


def test_a_private_match_is_replayed_for_its_players_alone(
    ana: User, ben: User, anas: Client, bens: Client, cleos: Client, nobody: Client
) -> None:
    match = started(ana, ben)
    play_to(match, Phase.PLAY)
    endings.resign(match.pk, ben, NOW)
    User.objects.filter(pk=ana.pk).update(private_games=True)
    answers = {browser: at(browser, match, 5).status_code for browser in (anas, bens, cleos, nobody)}
    assert list(answers.values()) == [200, 200, 404, 404]


def test_the_table_of_a_finished_match_leads_to_its_replay(over: Match, anas: Client, ana: User, ben: User) -> None:
    link = f'href="/table/{over.pk}/replay/"'
    over.seats.update(read_ply=over.ply)
    assert link in anas.get(over.get_absolute_url()).content.decode()
    undealt = started(ana, ben)
    endings.resign(undealt.pk, ben, NOW)
    assert "replay" not in anas.get(undealt.get_absolute_url()).content.decode()


def test_a_match_that_ended_before_a_deal_is_replayed_from_its_end(ana: User, ben: User, nobody: Client) -> None:
    match = started(ana, ben)
    endings.resign(match.pk, ben, NOW)
    answer = nobody.get(f"/table/{match.pk}/replay/", follow=True)
    assert answer.status_code == 200
    assert answer.context["replay"].ply == fresh(match).ply

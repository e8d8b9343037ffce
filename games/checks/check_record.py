"""Checks the record of a Cribsite match, all by itself: python3 check_record.py RECORD.json

It needs Python 3.11 and nothing else, neither the site nor a line to it. It deals every deck again from the seeds,
plays every move again by the rules, counts every point itself, and says what does not fit and what cannot be checked.
"""

import hmac
import json
import sys
from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import combinations, groupby, product
from pathlib import Path
from typing import Any

RANKS, SUITS = "A23456789TJQK", "CDHS"
PACK = [rank + suit for suit in SUITS for rank in RANKS]
ALIKE = {2: ("pair", 2), 3: ("three_of_a_kind", 6), 4: ("four_of_a_kind", 12)}
WITHOUT_WINNER = {
    **{"abort": "abort", "call_off": "abandonment", "annulled": "annulled"},
    **{"cancel": "cancelled", "expire": "expired"},
}
LOST_BY = {"resign": "resignation", "time": "time", "abandonment": "abandonment"}
MOVES = ("discard", "play", "go", "claim", "muggins", "pass")
ACTS = ("join", "cut", "deal", "starter", "show", *MOVES)
COUNT_MODES = ("automatic", "manual", "muggins")
LEAVING = (*WITHOUT_WINNER, *LOST_BY, "agreement")
OF_NO_SEAT, OF_ANY_OR_NO_SEAT = ("annulled", "expire"), ("time", "abort")
LONGEST_FILE, LONGEST_NUMBER = 10_000_000, 9  # bytes, digits
NOT_CHECKED = (
    "who the players are: names, and which of them are programs",
    "that moves, claims and endings are what the players did: nobody signs them, so compare with what you remember",
    "in a rematch, that the first deal went to the player who did not have it in the match before: see its record",
    "what else a site wrote into the record, beside what is needed to play the match again",
    "when anything happened, clocks, and which moves the site made for a player",
    "whether a player was gone, and who left a game that nobody has won",
    "how far a claim was too high, or went past the game hole, or a call of muggins was wrong: it changes nothing",
    "that the commitment was published before the cut: compare it with the one that you noted or your browser kept",
    "that a seed is the one that its player chose: compare your own",
)

Event = dict[str, Any]
Points = tuple[str, int, tuple[str, ...]]  # what for, how many, the cards


class Fault(Exception):
    """What does not fit; nothing after it can be trusted to be told well."""


def require(fits: object, otherwise: str) -> None:
    if not fits:
        raise Fault(otherwise)


def is_seat(number: object) -> bool:
    return type(number) is int and number in (0, 1)


def is_text(text: object) -> bool:
    """1 to 64 printable characters of ASCII: what a seed or the id of a match can be."""
    return isinstance(text, str) and 1 <= len(text) <= 64 and all(" " <= one <= "~" for one in text)


def written(value: Any) -> str:
    """The same text for the same JSON value; `true` is not 1."""
    return json.dumps(value, sort_keys=True)


# Cards and decks


def rank(card: str) -> int:
    return RANKS.index(card[0]) + 1


def value(card: str) -> int:
    return min(rank(card), 10)


def deck(server_seed: bytes, match: str, seeds: Sequence[str], number: int) -> list[str]:
    """Deck 0 is cut for the first deal, deck n is that of deal n."""
    pack, stream = list(PACK), _stream(server_seed, match, seeds, number)
    for place in range(51, 0, -1):
        choices = place + 1
        byte = next(byte for byte in stream if byte < 256 - 256 % choices)
        other = byte % choices
        pack[place], pack[other] = pack[other], pack[place]
    return pack


def _stream(server_seed: bytes, match: str, seeds: Sequence[str], number: int) -> Iterator[int]:
    first, second = (sha256(seed.encode()).hexdigest() for seed in seeds)
    for block in range(1000):
        label = f"cribsite-deck-1\n{match}\n{first}\n{second}\n{number}\n{block}"
        yield from hmac.digest(server_seed, label.encode(), "sha256")


# Points


def count_play(pile: Sequence[str]) -> Iterator[Points]:
    """What the last card of the pile scores, but for go and last card."""
    count = sum(map(value, pile))
    if count in (15, 31):
        yield ("fifteen" if count == 15 else "thirty_one", 2, tuple(pile))
    alike = next((n for n in (4, 3, 2) if len(pile) >= n and len({rank(card) for card in pile[-n:]}) == 1), 0)
    if alike:
        yield (*ALIKE[alike], tuple(pile[-alike:]))
    for length in range(len(pile), 2, -1):
        ranks = sorted(rank(card) for card in pile[-length:])
        if ranks == list(range(ranks[0], ranks[0] + length)):
            yield ("run", length, tuple(pile[-length:]))
            return


def count_hand(hand: Sequence[str], starter: str, is_crib: bool) -> Iterator[Points]:
    """In the order in which records list them: fifteens, pairs, runs, flush, nobs."""
    hand = sorted(hand, key=_by_rank)
    five = sorted([*hand, starter], key=_by_rank)
    for size in range(2, 6):
        yield from (("fifteen", 2, some) for some in combinations(five, size) if sum(map(value, some)) == 15)
    ranks = {key: list(cards) for key, cards in groupby(five, key=rank)}
    yield from ((*ALIKE[len(cards)], tuple(cards)) for cards in ranks.values() if len(cards) > 1)
    yield from _runs(ranks)
    suits = {card[1] for card in hand}
    if suits == {starter[1]}:
        yield ("flush", 5, tuple(five))
    elif len(suits) == 1 and not is_crib:
        yield ("flush", 4, tuple(hand))
    if "J" + starter[1] in hand:
        yield ("nobs", 1, ("J" + starter[1],))


def _by_rank(card: str) -> tuple[int, int]:
    return rank(card), SUITS.index(card[1])


def _runs(ranks: dict[int, list[str]]) -> Iterator[Points]:
    for length in (5, 4, 3):
        for first in ranks:
            wanted = range(first, first + length)
            if ranks.keys() >= set(wanted):
                yield from (("run", length, some) for some in product(*(ranks[one] for one in wanted)))
                return


# The match


class Match:
    """A match that is played again. Each act answers with all that a record has to tell of it."""

    def __init__(self, record: dict[str, Any], decks: Sequence[list[str]]) -> None:
        self.target, self.count_mode = record["settings"]["target"], record["settings"]["count_mode"]
        require(self.target in (61, 121) and self.count_mode in COUNT_MODES, "these are no settings of a match")
        self.is_cut_for = record["first_dealer_by"] == "cut"
        self.decks = decks
        self.scores = [0, 0]
        self.deal, self.dealer = 0, -1
        self.phase, self.has_joined = "cut", False
        self.laid_away: list[list[str]] = [[], []]
        self.counted, self.claim = 0, -1  # of the three hands; the points claimed that await an answer
        self.agreed = [False, False]
        self.result: Event | None = None
        self.seeds = sum(seat["seed"] is not None for seat in record["seats"])
        self.cuts = 0

    def replay(self, events: Sequence[Event]) -> None:
        """Raises `Fault` at the first ply that cannot have happened so."""
        last = 0
        for ply, group in groupby(events, key=lambda event: event["ply"]):
            told = [{key: event[key] for key in event if key not in ("ply", "automatic")} for event in group]
            require(type(ply) is int and ply > last, f"the plies are not in order after ply {last}")
            try:
                self._cut_unseen(ply - last - 1)
                require(self.result is None, "the match goes on after its end")
                expected = self._act(told[0])
                fits = written(told) == written(expected)
            except Fault as fault:
                raise Fault(f"ply {ply}: {fault}") from fault
            except UNREADABLE as error:
                raise Fault(f"ply {ply} makes no sense: {error!r:.200}") from error
            require(fits, f"ply {ply}: the record tells\n  {_words(told)}\nand the rules\n  {_words(expected)}")
            last = ply
        require(self.result is not None, "the match has no end")
        require(self.cuts == self.seeds, "there are more seeds than cuts")

    def _cut_unseen(self, plies: int) -> None:
        """The cut of a seat is a ply that tells no event; like every move it ends an offer to call the match off."""
        if plies:
            most = self.seeds if self.has_joined else 1
            require(self.phase == "cut" and self.cuts + plies <= most, "the plies are not in order")
            self.cuts += plies
            self.agreed = [False, False]

    def _act(self, event: Event) -> list[Event]:
        kind = event["kind"]
        if kind in LEAVING:
            return self._leave(kind, event["seat"])
        require(kind in ACTS, f"there is no {kind!r}")
        if kind in MOVES:
            self.agreed = [False, False]
        told: list[Event] = getattr(self, f"_{kind}")(event)
        return told

    def _join(self, _event: Event) -> list[Event]:
        require(self.phase == "cut" and not self.has_joined, "nobody can sit down now")
        self.has_joined = True
        return [{"kind": "join", "seat": 1}]

    def _cut(self, _event: Event) -> list[Event]:
        require(self.phase == "cut" and self.is_cut_for and self.dealer < 0, "nobody cuts now")
        require(self.cuts == 2 and self.has_joined, "not both have cut")
        pairs = []
        for place in range(0, 52, 2):
            pairs.append(self.decks[0][place : place + 2])
            if rank(pairs[-1][0]) != rank(pairs[-1][1]):
                break
        self.dealer = 1 - (rank(pairs[-1][0]) < rank(pairs[-1][1]))
        return [{"kind": "cut", "cards": pair} for pair in pairs]

    def _deal(self, event: Event) -> list[Event]:
        has_cut = self.has_joined and self.cuts == 2
        is_first = self.phase == "cut" and has_cut and (self.dealer >= 0 or not self.is_cut_for)
        require(is_first or (self.phase == "count" and self.counted == 3), "there is no new deal now")
        if not is_first:
            self.dealer = 1 - self.dealer
        elif not self.is_cut_for:
            require(is_seat(event["dealer"]), "nobody deals")
            self.dealer = event["dealer"]  # that follows from the match before
        self.deal += 1
        pack = self.decks[self.deal]
        hands = [pack[1:12:2], pack[0:12:2]] if self.dealer == 0 else [pack[0:12:2], pack[1:12:2]]
        self.hands = [list(hand) for hand in hands]
        self.laid_away = [[], []]
        self.phase, self.counted, self.claim = "discard", 0, -1
        return [{"kind": "deal", "deal": self.deal, "dealer": self.dealer, "hands": hands}]

    def _discard(self, event: Event) -> list[Event]:
        seat, cards = event["seat"], event["cards"]
        require(is_seat(seat) and self.phase == "discard" and not self.laid_away[seat], "nobody lays cards away now")
        require(
            isinstance(cards, list) and len(set(cards)) == len(cards) == 2 and set(cards) <= set(self.hands[seat]),
            "these cannot be laid away",
        )
        self.hands[seat] = [card for card in self.hands[seat] if card not in cards]
        self.laid_away[seat] = cards
        return [{"kind": "discard", "seat": seat, "cards": cards}]

    def _starter(self, _event: Event) -> list[Event]:
        require(self.phase == "discard" and all(self.laid_away), "no starter is turned up now")
        self.starter = self.decks[self.deal][12]
        self.kept = [list(hand) for hand in self.hands]
        self.phase, self.to_play, self.gone = "play", 1 - self.dealer, -1
        self.pile: list[str] = []
        told = {"kind": "starter", "card": self.starter}
        return [told, *self._award(self.dealer, [("heels", 2, (self.starter,))] if self.starter[0] == "J" else [])]

    # The play

    def _play(self, event: Event) -> list[Event]:
        seat, card = event["seat"], event["card"]
        self._require_turn(seat)
        require(card in self.hands[seat] and self._fits(card), "this card cannot be played")
        self.hands[seat].remove(card)
        self.pile.append(card)
        told = {"kind": "play", "seat": seat, "card": card, "count": self._count}
        points = self._award(seat, list(count_play(self.pile)))
        return [told, *points, *([] if self.result else self._go_on(seat))]

    def _go(self, event: Event) -> list[Event]:
        seat = event["seat"]
        self._require_turn(seat)
        require(not any(map(self._fits, self.hands[seat])), "a card fits")
        self.gone = seat
        return [{"kind": "go", "seat": seat}, *self._go_on(1 - seat)]

    def _require_turn(self, seat: object) -> None:
        require(self.phase == "play" and is_seat(seat) and seat == self.to_play, "it is not this player's turn")

    @property
    def _count(self) -> int:
        return sum(map(value, self.pile))

    def _fits(self, card: str) -> bool:
        return self._count + value(card) <= 31

    def _go_on(self, last: int) -> list[Event]:
        """Whose turn it is after `last` laid the last card; or go, or the last card, and the count begins again."""
        other = 1 - last
        points: list[Event] = []
        if self._count < 31:
            if self.hands[other] and self.gone != other:
                self.to_play = other
                return []
            if any(map(self._fits, self.hands[last])):
                self.to_play = last
                return []
            points = self._award(last, [("go" if any(self.hands) else "last_card", 1, (self.pile[-1],))])
        self.pile, self.gone = [], -1
        self.to_play = other if self.hands[other] else last
        if not any(self.hands):
            self.phase = "count"
        return points

    # The show

    @property
    def _counted(self) -> tuple[str, int, list[str]]:
        """What is counted now, whose it is, and its cards."""
        require(self.phase == "count" and self.counted < 3, "nothing is counted now")
        owner = 1 - self.dealer if self.counted == 0 else self.dealer
        if self.counted == 2:
            return "crib", owner, [*self.laid_away[1 - self.dealer], *self.laid_away[self.dealer]]
        return "hand", owner, self.kept[owner]

    def _worth(self) -> list[Points]:
        what, _owner, cards = self._counted
        return list(count_hand(cards, self.starter, what == "crib"))

    def _show(self, _event: Event) -> list[Event]:
        require(self.count_mode == "automatic", "here the players count")
        return self._settle(most=29)

    def _claim(self, event: Event) -> list[Event]:
        what, owner, _cards = self._counted
        points, truth = event["points"], total(self._worth())
        require(self.count_mode != "automatic" and self.claim < 0, "nobody claims points now")
        require(type(points) is int and 0 <= points <= 29, "so many points cannot be claimed")
        told = {"kind": "claim", "seat": owner, "what": what, "points": points}
        if self.count_mode == "manual" or points > truth or self.scores[owner] + points >= self.target:
            return [told, *self._settle(most=points)]
        self.claim = points
        self.scores[owner] += points
        return [told]

    def _muggins(self, event: Event) -> list[Event]:
        require(self.claim >= 0, "there is nothing to call muggins at")
        points, missed = event["points"], total(self._worth()) - self.claim
        require(type(points) is int and 1 <= points <= 29, "so many points cannot be called")
        caller = 1 - self._counted[1]
        told = {"kind": "muggins", "seat": caller, "points": points, "right": points == missed}
        called = self._peg(caller, [("muggins", missed, ())], missed) if points == missed else []
        return [told, *called, *self._settle_claim()]

    def _pass(self, _event: Event) -> list[Event]:
        require(self.claim >= 0, "there is nothing to let pass")
        return [{"kind": "pass", "seat": 1 - self._counted[1]}, *self._settle_claim()]

    def _settle_claim(self) -> list[Event]:
        """What was claimed is pegged before the answer; now it is told for what, from the score before."""
        self.scores[self._counted[1]] -= self.claim
        return self._settle(most=self.claim)

    def _settle(self, most: int) -> list[Event]:
        what, owner, cards = self._counted
        worth = self._worth()
        told = self._peg(owner, worth, most)
        pegged = sum(event["pegged"] for event in told)
        show = {"kind": "show", "what": what, "seat": owner, "cards": cards, "points": total(worth), "pegged": pegged}
        if what == "crib":
            show["discards"] = self.laid_away
        self.counted, self.claim = self.counted + 1, -1
        return [show, *told, *self._end_if_won()]

    # Pegs and the end

    def _award(self, seat: int, points: list[Points]) -> list[Event]:
        told = [event for event in self._peg(seat, points, total(points)) if event["pegged"]]
        return told + self._end_if_won()

    def _peg(self, seat: int, points: list[Points], most: int) -> list[Event]:
        """At most `most` in all, and to the game hole."""
        room = min(most, self.target - self.scores[seat])
        told = []
        for reason, worth, cards in points:
            pegged = min(worth, room)
            room -= pegged
            self.scores[seat] += pegged
            event = {"kind": "points", "seat": seat, "points": worth, "pegged": pegged, "reason": reason}
            told.append(event | {"cards": list(cards), "score": self.scores[seat]})
        return told

    def _end_if_won(self) -> list[Event]:
        return self._end(self.scores.index(self.target), "target") if self.target in self.scores else []

    def _end(self, winner: int | None, reason: str) -> list[Event]:
        lines = (91, 61) if self.target > 61 else (31,)
        is_far = winner is not None and (reason == "target" or self.scores[winner] >= lines[0])
        skunk = sum(self.scores[1 - winner] < line for line in lines) if winner is not None and is_far else 0
        self.result = {"winner": winner, "reason": reason, "scores": list(self.scores), "skunk": skunk}
        return [{"kind": "end", "result": self.result}]

    def _leave(self, kind: str, seat: int | None) -> list[Event]:
        """Why somebody left, or was taken for gone, is the site's to say; but not who has won by it."""
        told = {"kind": kind, "seat": seat}
        is_anybodys = kind in OF_NO_SEAT if seat is None else is_seat(seat) and kind not in OF_NO_SEAT
        require(is_anybodys or (seat is None and kind in OF_ANY_OR_NO_SEAT), f"this is nobody's {kind}")
        require((kind in ("cancel", "expire")) != self.has_joined, f"no {kind} is possible now")
        if kind == "agreement":
            self.agreed[seat or 0] = True
            return [told, *(self._end(None, "agreement") if all(self.agreed) else [])]
        if kind in WITHOUT_WINNER:
            is_late = seat is not None and (self.deal > 1 or bool(self.laid_away[seat]))
            require(kind != "abort" or not is_late, "it is too late to abort")
            require(kind != "call_off" or seat is not None, "nobody has left")
            return [told, *self._end(None, WITHOUT_WINNER[kind])]
        has_begun = self.deal > 1 or (self.deal == 1 and all(self.laid_away))
        require(seat is not None or kind == "time", "nobody has left")
        if seat is None or (kind != "resign" and not has_begun):
            return [told, *self._end(None, LOST_BY[kind])]
        return [told, *self._end(1 - seat, LOST_BY[kind])]


def total(points: Sequence[Points]) -> int:
    return sum(worth for _reason, worth, _cards in points)


def _words(events: Sequence[Event]) -> str:
    return "\n  ".join(json.dumps(event)[:300] for event in events[:20]) or "nothing"


# The record

UNREADABLE = (KeyError, ValueError, TypeError, AttributeError, IndexError, RecursionError)


def read_record(raw: bytes) -> Any:
    """The JSON value of a file. Raises `Fault` where it is none, or where two readers could read two things."""
    require(len(raw) <= LONGEST_FILE, "This is no record: it is far longer than any.")
    try:
        text = raw.decode(json.detect_encoding(raw))
        return json.loads(
            text, object_pairs_hook=_object, parse_int=_number, parse_float=_number, parse_constant=_number
        )
    except UnicodeError as error:
        raise Fault("This is no JSON, nor any text in UTF-8 or UTF-16.") from error
    except RecursionError as error:
        raise Fault("This is no record: its parts lie too deep in one another.") from error
    except ValueError as error:
        raise Fault(f"This is no JSON: {error}") from error


def _object(pairs: list[tuple[str, Any]]) -> Event:
    names = dict(pairs)
    require(len(names) == len(pairs), "In the record a name stands twice in one place, so that it tells two things.")
    return names


def _number(text: str) -> int:
    is_whole = text.removeprefix("-").isdigit() and len(text) <= LONGEST_NUMBER and text != "-0"
    require(is_whole, f"In the record stands a number as no site writes it: {text[:20]}")
    return int(text)


def require_form(record: Any) -> None:
    """Raises `Fault` where this is no record, or holds what no match can have."""
    is_record = isinstance(record, dict) and record.get("format") == "cribsite-record"
    require(is_record and written(record.get("version")) == "1", "This is no record of version 1.")
    require(is_text(record["id"]), "the match has no id")
    opened = record["server_seed"]
    require(opened, "the server's seed was never opened, so nothing can be checked")
    require(
        len(opened) == 64 and set(opened) <= set("0123456789abcdef"), "the server's seed is not 32 bytes in hexadecimal"
    )
    seats, events, settings = record["seats"], record["events"], record["settings"]
    require(isinstance(seats, list) and len(seats) == 2, "a match has two seats")
    for seat in seats:
        require(seat["seed"] is None or is_text(seat["seed"]), "a seed is 1 to 64 printable characters of ASCII")
        require(seat.get("computer") is None or is_text(seat["computer"]), "this is no name of a computer player")
    require(record["first_dealer_by"] in ("cut", "rematch"), "the first dealer comes by the cut, or by a rematch")
    is_known = type(settings["target"]) is int and settings["target"] in (61, 121)
    require(is_known and settings["count_mode"] in COUNT_MODES, "these are no settings of a match")
    require(isinstance(events, list), "there are no events")
    # Every deal brings at least a point, for the last card.
    require(_deals(record) < 2 * settings["target"], "no match has so many deals")


def _deals(record: Any) -> int:
    return sum(event["kind"] == "deal" for event in record["events"])


def find_faults(record: Any) -> Iterator[str]:
    """Everything that does not fit; of the moves the first that cannot have happened so."""
    try:
        require_form(record)
        seed = bytes.fromhex(record["server_seed"])
        seeds = [seat["seed"] for seat in record["seats"]]
        if sha256(seed).hexdigest() != record["commitment"]:
            yield "the server's seed is not the one that was committed to"
        for seat, about in enumerate(record["seats"]):
            if about.get("computer") and about["seed"] != hmac.new(seed, f"seat{seat}".encode(), "sha256").hexdigest():
                yield f"the seed of seat {seat} is not the one that the commitment fixes for a computer player"
        numbers = () if None in seeds else range(_deals(record) + 1)
        decks = [deck(seed, record["id"], seeds, number) for number in numbers]
        if record["decks"] != decks:
            yield "the decks are not those that the seeds deal"
        match = Match(record, decks)
        match.replay(record["events"])
        fits = written(record["result"]) == written(match.result)
        require(fits, f"the result is not that of the moves: {written(match.result)}")
    except Fault as fault:
        yield str(fault)
    except UNREADABLE as error:
        yield f"the record cannot be read, something is missing or of another kind: {error!r:.200}"


def report(record: Any, faults: Sequence[str]) -> Iterator[str]:
    """The lines that tell somebody who never programmed what was found."""
    has_id = isinstance(record, dict) and is_text(record.get("id"))
    subject = f"The record of match {record['id']}" if has_id else "This record"
    if record is None:
        yield "This file CANNOT BE CHECKED:"
        yield from (f"- {fault}" for fault in faults)
        yield "Fetch the record of the match once more from the site, and save it as it comes."
        return
    if faults:
        yield f"{subject} is WRONG. What does not fit:"
        yield from (f"- {fault}" for fault in faults)
        yield "Cards, points or result cannot have come about as this file tells it."
        yield "Fetch it once more from the site: if it is the same again, the site wrote it so."
        return
    yield f"{subject} is right:"
    yield "- The number that the site opened at the end is the one that it had sealed with the commitment."
    if record["decks"]:
        yield f"- Each of the {len(record['decks'])} decks is the one that this number and both seeds deal."
    yield "- Every move was allowed, every point is counted right, and the result is the one they lead to."
    yield "What this cannot tell you, nor can any other program:"
    yield from (f"- {thing}" for thing in NOT_CHECKED)


def main(paths: Sequence[str]) -> int:
    """Prints what is found. 0: nothing is wrong; 1: something is, or the file is no record; 2: there was no file."""
    if len(paths) != 1:
        print("Which record? Write the name of its file at the end: python3 check_record.py RECORD.json")
        return 2
    record = None
    try:
        with Path(paths[0]).open("rb") as file:
            record = read_record(file.read(LONGEST_FILE + 1))
        faults = list(find_faults(record))
    except OSError as error:
        print(f"The file could not be read: {error.strerror}.")
        print("Put it into the folder of this program, and give its name.")
        return 2
    except Fault as fault:
        faults = [str(fault)]
    print("\n".join(report(record, faults)))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

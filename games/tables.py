"""What a table's template may know: `TableView`, built from the engine's view and nothing else.

Every word in it is already in the reader's language; nothing in it depends on a card the reader may not know.
"""

from dataclasses import dataclass
from datetime import datetime

from games.engine.events import Event


@dataclass(frozen=True)
class Told:
    """What one record of the log brought, as the reader may know it."""

    ply: int
    events: tuple[Event, ...]
    automatic: bool


@dataclass(frozen=True)
class CardView:
    """A card as drawn. Face down: `code` is "" and the name says no more than that."""

    code: str  # "5H", "TS"
    name: str  # "five of hearts"
    index: str = ""  # "5", "10", "J"
    symbol: str = ""  # "♥"
    suit: str = ""  # C D H S
    red: bool = False
    playable: bool = True  # false: dimmed, does not fit now
    act: str = ""  # what the button says for it: "Play the 7 for 31"; why there is none


@dataclass(frozen=True)
class ClockView:
    """Moments are absolute, so that the page can tick by itself; `text` is the state when it was drawn."""

    text: str  # "0:18 + 2:00"; in slow games in words
    is_slow: bool
    starts: datetime | None  # None: not running
    allowance: int  # seconds
    bank: int  # seconds left in the bank at `starts`
    deadline: datetime | None
    until: str = ""  # in slow games: the deadline as a moment in the reader's time zone
    is_short: bool = False  # in slow games: a fifth of the time or less is left
    is_frozen: bool = False  # a vacation stops it


@dataclass(frozen=True)
class AbsenceView:
    """An opponent who is gone. Until the countdown is over it ticks in the page, as a clock does."""

    sentence: str  # "ben is gone. When the countdown is over you may claim the game."
    back: str  # what is said once it is no longer so
    starts: datetime | None  # None: the countdown is over
    until: datetime
    seconds: int  # from `starts` to `until`
    text: str  # "0:45" when it was drawn; "" once it is over
    may_claim: bool  # now, or call the game off


@dataclass(frozen=True)
class PlayerView:
    seat: int
    name: str
    url: str  # "" where there is no page
    near: bool  # the one whose hand lies at the bottom: orange square peg; the other is the blue round one
    score: int
    back_peg: int
    needs: str  # "needs 64"
    note: str  # "your turn", "to play", "" ...
    dealer: bool
    awaited: bool
    computer: bool
    clock: ClockView | None
    absence: AbsenceView | None
    hand: tuple[CardView, ...]  # face down where the reader may not know
    played: tuple[CardView, ...]


@dataclass(frozen=True)
class LaidView:
    card: CardView
    near: bool
    name: str  # who laid it


@dataclass(frozen=True)
class CombinationView:
    text: str  # as it is counted aloud: "fifteen two", "a pair is six"
    points: int
    cards: tuple[CardView, ...]


@dataclass(frozen=True)
class ShowView:
    """One hand or crib being shown: four cards, the starter, every combination with its points."""

    title: str  # "ben's crib"
    cards: tuple[CardView, ...]
    starter: CardView
    combinations: tuple[CombinationView, ...]
    total: str  # "8 points"
    remark: str  # what a beginner might miss, or ""
    pegged: str  # "pegged 3, for the game ends at 121" or ""
    ply: int  # what "Go on" confirms having read
    is_settled: bool  # false while it waits for a claim or for muggins


@dataclass(frozen=True)
class SchoolView:
    """What is said to a player who counts the own hand combination by combination."""

    answer: str  # to the last combination; before the first: what to do
    is_right: bool  # it counts
    missing: str  # "Still missing, 3 points: a run of three."; "" before the first
    points: int  # what the combinations found come to: the claim
    tries: int  # so many were put forward


@dataclass(frozen=True)
class ResultView:
    headline: str  # "You win by 121 to 88"
    detail: str  # "ben is skunked." or "ben resigned." or ""
    hands: tuple[tuple[str, tuple[CardView, ...]], ...]  # last deal: title and cards
    rematch: str  # "": none; "offer" | "offered" | "accept" | "go"
    rematch_url: str
    replay_url: str  # "" in the replay itself, and where nothing was played
    check_url: str  # of the page on which the deals are checked


@dataclass(frozen=True)
class ActionView:
    """A lesser action below the hand or in the menu: a form post to `url`, or a link when it asks first."""

    label: str
    url: str
    post: bool
    strong: bool = False


@dataclass(frozen=True)
class RemarkView:
    id: int
    text: str  # "ben: Well played!"
    own: bool


@dataclass(frozen=True)
class TalkView:
    """What the two players say to each other, as one of them reads it."""

    lines: tuple[RemarkView, ...]  # oldest first
    newest: int  # id of the last line, 0: none
    unread: int  # lines of the other that were not yet in sight
    way: str  # what leads there: "Talk" or "Talk: 2 new"
    phrases: tuple[tuple[str, str], ...]  # code and words; empty: nothing may be said
    closed: str  # why the reader may say nothing though the talk goes on, or ""
    closed_url: str  # of the page that tells more of it, or ""
    is_muted: bool  # the lines of the other are left out
    may_mute: bool
    wants_chat: bool
    has_chat: bool  # both want it
    note: str  # whose consent the chat waits for, or ""


@dataclass(frozen=True)
class TableView:
    """The whole table for one reader at one ply."""

    match_id: str
    ply: int
    status: str  # open active finished aborted annulled cancelled expired
    phase: str  # cut discard play count over
    # What the reader has to do now; decides which controls stand in the `mine` region:
    # cut | discard | play | go | count | muggins | read (a show, then "go on") | wait | watch | join | over
    task: str
    prompt: str  # "Lay two cards away to ben's crib."
    said: tuple[str, ...]  # what just happened, newest last: "ben: five, twenty-four", "run of three: 3"
    target: int
    near: PlayerView
    far: PlayerView | None  # None: nobody joined yet
    count: int
    pile: tuple[LaidView, ...]
    starter: CardView | None
    crib_owner: str  # "ben's crib"
    crib_size: int
    crib: tuple[CardView, ...]
    decision: str  # token for the form, "" when nothing is to decide
    button: str  # the one button: "Play the 7 for 31", "Lay away 2 to ben's crib", "Go", "Go on" ...
    ask_first: bool  # a card is chosen, then confirmed (always so for the discard)
    counting: ShowView | None  # the show being read, or (manual counting) the hand to count: no combinations yet
    log: tuple[str, ...]  # this deal, oldest first
    result: ResultView | None
    actions: tuple[ActionView, ...]
    invite_url: str  # absolute; "" unless the reader made a link match nobody joined yet
    commitment: str
    seeds: tuple[str, str] | None  # what the players brought to the cut, near first; None until both have cut
    cut_cards: tuple[LaidView, ...]  # shown right after the cut
    numbers: tuple[int, ...]  # of points that may be claimed or called now
    school: SchoolView | None  # in place of the numbers, where the reader counts by combinations
    may_school: bool  # whether the reader can switch between the two
    plan: ActionView | None  # the way to the reader's own plan, in slow games while waiting
    plan_dropped: str  # why what was left of the reader's plan was dropped, or ""
    talk: TalkView | None  # None: for watchers, and where nobody is there to talk to

    @property
    def has_news(self) -> bool:
        """Whether the menu holds something that was just offered, or leads to what was just said."""
        return any(action.strong for action in self.actions) or bool(self.talk and self.talk.unread)

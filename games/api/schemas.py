"""What comes in and what goes out, for reading requests and for the OpenAPI document."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from games.api.lists import ListName
from games.exports import Form
from games.planning import MOST_ANSWERS

MOST_SECONDS = 14 * 24 * 60 * 60
LATEST_PLY = 10_000_000

CardCode = Annotated[str, Field(examples=["5H", "TS"])]
CountMode = Literal["automatic", "manual", "muggins"]
Seed = Annotated[str, StringConstraints(max_length=64, pattern=r"^[ -~]*$")]


class Incoming(BaseModel):
    """Types are taken at their word: no "5" for 5, no field that nobody knows."""

    model_config = ConfigDict(strict=True, extra="forbid")


class ClockIn(Incoming):
    """Seconds. No allowance means no clock."""

    allowance: int | None = Field(default=None, ge=5, le=MOST_SECONDS)
    bank: int = Field(default=0, ge=0, le=MOST_SECONDS)


class CreateIn(Incoming):
    opponent: str = Field(max_length=50, description="open, link, user:NAME or computer:LEVEL")
    target: Literal[121, 61] = 121
    count_mode: CountMode = "automatic"
    clock: ClockIn = ClockIn()
    rated: Literal[False] = Field(default=False, description="There are no rated games yet.")
    seed: Seed | None = Field(default=None, description="Your cut, at the same time.")


class JoinIn(Incoming):
    invite: str | None = Field(default=None, max_length=50, description="The code of a link match.")
    seed: Seed | None = Field(default=None, description="Your cut, at the same time.")


class MoveIn(BaseModel):
    """A move; which other fields it needs depends on its action. `games.protocol` reads it."""

    model_config = ConfigDict(strict=True)

    action: str = Field(description="cut, discard, play, go, count, muggins or pass")
    decision: str = Field(max_length=200, description="The decision of your view that this answers.")
    move_id: str | None = Field(default=None, description="A UUID of your making; the same one again changes nothing.")
    seed: str | None = Field(default=None, description="cut: 0 to 64 printable ASCII characters")
    cards: list[str] | None = Field(default=None, description="discard: two, play: one")
    points: int | None = Field(default=None, description="count: 0 to 29, muggins: 1 to 29")


class ConditionsIn(Incoming):
    """All that are given must hold."""

    falls: str | None = Field(default=None, description="The rank of the opponent's last card in the running count.")
    count_at_least: int | None = Field(default=None, description="1 to 30")
    makes: int | None = Field(default=None, description="15 or 31: a card of yours makes the count that.")


class AnswerIn(Incoming):
    """For one of your next turns. `games.planning` reads it."""

    conditions: ConditionsIn = Field(default=ConditionsIn(), alias="if")
    then: str = Field(description="A card of yours, lowest, highest, 15, 31 or pair")
    otherwise: str = Field(default="ask", alias="else", description="The same, or ask: stop and ask me.")


class PlanIn(Incoming):
    answers: list[AnswerIn] = Field(min_length=1, max_length=MOST_ANSWERS, description="In the order of your turns.")
    ply: int | None = Field(
        default=None, ge=0, le=LATEST_PLY, description="The ply of the view you planned with; at another it is refused."
    )


class ListIn(BaseModel):
    name: ListName = Field(default="mine", alias="list")
    cursor: str | None = Field(default=None, max_length=500, description="`next` of the page before.")


class ExportIn(BaseModel):
    form: Form = Field(default="json", alias="format", description="json: a record a line; text: to be read")


class ErrorBody(BaseModel):
    code: str
    message: str = Field(description="In the account's language.")
    reason: str | None = Field(default=None, description="More exact than the code.")
    fields: dict[str, str] | None = Field(default=None, description="With `invalid`: what is wrong where.")


class Error(BaseModel):
    error: ErrorBody


class Account(BaseModel):
    username: str
    language: str
    program: bool
    paused_until: str | None = Field(description="Until then you begin no live games: you left too many.")


class Conditions(BaseModel):
    falls: str | None = None
    count_at_least: int | None = None
    makes: int | None = None


class Answer(BaseModel):
    conditions: Conditions = Field(alias="if")
    then: str
    otherwise: str = Field(alias="else")


class Dropped(BaseModel):
    reason: str = Field(description="asked, card_gone, card_passes_31, no_card or lapsed")
    message: str = Field(description="In the account's language.")


class Plan(BaseModel):
    answers: list[Answer] = Field(description="Those that are not used yet.")
    sentences: list[str] = Field(description="The same in the account's language.")
    dropped: Dropped | None = Field(description="Why the rest of a plan was dropped, until you move.")


class VacationOut(BaseModel):
    away: bool
    since: str | None
    days_left: float = Field(description="Of this year, in UTC.")


class Computer(BaseModel):
    level: str
    name: str
    description: str


class Computers(BaseModel):
    computers: list[Computer]


class Clock(BaseModel):
    allowance: int | None
    bank: int


class MatchSettings(BaseModel):
    target: int
    count_mode: CountMode
    clock: Clock
    automatic_moves: bool


class SeatClock(BaseModel):
    bank: int = Field(description="Seconds that were left when the running decision began.")
    deadline: str | None


class SeatSummary(BaseModel):
    name: str | None = Field(description="null: a free seat, or a deleted account")
    computer: str | None
    program: bool
    score: int
    back_peg: int
    hand_size: int
    played: list[CardCode]
    clock: SeatClock


class SeatOut(SeatSummary):
    hand: list[CardCode] | None


class LegalMove(BaseModel):
    action: str
    cards: list[CardCode] | None = None
    choose: int | None = None
    min: int | None = None
    max: int | None = None


class LaidCard(BaseModel):
    seat: int
    card: CardCode


class Counting(BaseModel):
    what: Literal["hand", "crib"]
    seat: int
    cards: list[CardCode]
    claimed: int | None


class Result(BaseModel):
    winner: int | None
    reason: str
    scores: list[int]
    skunk: int


class Event(BaseModel):
    """The kind decides which further fields there are."""

    model_config = ConfigDict(extra="allow")

    ply: int
    kind: str


class SummaryBase(BaseModel):
    id: str
    ply: int
    status: str
    you: int | None = Field(description="Your seat; null for a watcher.")
    rated: bool
    opponent: str = Field(description="open, link, named or computer")
    invited: str | None
    settings: MatchSettings
    deal: int
    dealer: int | None
    phase: Literal["cut", "discard", "play", "count", "over"]
    turn: list[int]
    decision: str | None
    starter: CardCode | None
    crib: list[CardCode] | None
    crib_size: int
    count: int
    pile: list[LaidCard]
    previous_pile: list[LaidCard]
    cut_pairs: list[list[CardCode]]
    counting: Counting | None
    agreed: list[bool] = Field(description="By seat: who would call the match off.")
    seeds: list[str] | None
    result: Result | None
    invite: str | None
    rematch_of: str | None
    commitment: str
    created_at: str
    ended_at: str | None


class Summary(SummaryBase):
    seats: list[SeatSummary]


class Absence(BaseModel):
    until: str = Field(description="From then on, at the opponent's turn, claim or agree end the match.")


class View(SummaryBase):
    seats: list[SeatOut]
    legal: list[LegalMove]
    absence: Absence | None = Field(default=None, description="Only while your opponent's page is gone.")
    events: list[Event]


class Summaries(BaseModel):
    matches: list[Summary]
    next: str | None


class Record(BaseModel):
    format: Literal["cribsite-record"]
    version: Literal[1]
    id: str
    seats: list[dict[str, Any]]
    settings: MatchSettings
    first_dealer_by: Literal["cut", "rematch"]
    rematch_of: str | None
    created_at: str
    ended_at: str
    commitment: str
    server_seed: str
    decks: list[list[CardCode]]
    events: list[Event]
    result: Result

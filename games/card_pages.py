"""The cards of this site and of one player, seen against what chance brings, in the reader's words."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil, floor

from django.db.models import Count, Q, Sum
from django.utils import formats
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from accounts.models import User
from games.luck import DEALT, MEAN_OF_BEST, STARTERS, Spread, spread_of_best, spread_of_draws, spread_of_trials
from games.models import CardTotals, LevelTotals, PlayerLuck, SeatStatistics
from games.words import COMPUTERS, RANKS, SUITS, computer_name

SUMS = ("deals_as_dealer", "hands_as_dealer", "cribs", "deals_as_pone", "hands_as_pone")
DEALS_FOR_AN_INTERVAL = 30
RANK, SUIT = 1 / 13, 1 / 4
EXPECTED_OUTSIDE = 0.05
EXPECTED_FOR_A_RANGE = 5  # the usual rule of thumb for the normal approximation of counts
TO_BE_SURE = 1e-9  # of a share, which is told in whole hundredths, rounded down


@dataclass(frozen=True)
class Row:
    """What was seen of one thing, what is expected, and between what 95 of 100 sites of fair decks would lie."""

    label: str
    seen: str
    expected: str
    within: str  # "" where too little was seen to say
    is_outside: bool = False


@dataclass(frozen=True)
class Table:
    caption: str
    rows: list[Row]


@dataclass(frozen=True)
class LevelRow:
    """Averages of one level of play; "" where there are none yet."""

    label: str
    hand_as_dealer: str
    hand_as_pone: str
    crib: str
    skunks: str


@dataclass(frozen=True)
class SiteCards:
    """`rows` are those with an interval, `outside` how many of them lie outside theirs."""

    deals: int
    deals_text: str
    tables: list[Table]
    rows: int
    outside: int
    expected_outside: str


@dataclass(frozen=True)
class LuckRow:
    """One kind of luck: how much of it there was, what is usual, and how it ranks.

    `within` are the bounds that 95 of 100 players would be in by chance; it and `rank` are "" where nothing was.
    """

    label: str
    seen: str
    expected: str
    within: str
    rank: str


def site_cards() -> SiteCards:
    totals = CardTotals.objects.first() or CardTotals()
    tables = [
        _counts(_("Ranks dealt"), RANKS, totals.dealt_ranks, spread_of_draws(totals.deals, DEALT, RANK)),
        _counts(_("Suits dealt"), SUITS.values(), totals.dealt_suits, spread_of_draws(totals.deals, DEALT, SUIT)),
        _counts(_("Ranks of the starters"), RANKS, totals.starter_ranks, _starters(totals, RANK)),
        _counts(_("Suits of the starters"), SUITS.values(), totals.starter_suits, _starters(totals, SUIT)),
        Table(_("In all"), [_heels(totals), _best(totals)]),
    ]
    rows = [row for table in tables for row in table.rows if row.within]
    return SiteCards(
        deals=totals.deals,
        deals_text=_number(totals.deals),
        tables=tables,
        rows=len(rows),
        outside=sum(row.is_outside for row in rows),
        expected_outside=formats.number_format(EXPECTED_OUTSIDE * len(rows), 1),
    )


def _starters(totals: CardTotals, share: float) -> Spread:
    return spread_of_trials(sum(totals.starter_suits), share)


def _counts(caption: str, labels: Iterable[str | Promise], seen: list[int], spread: Spread) -> Table:
    return Table(
        caption, [_count(capfirst(str(label)), number, spread) for label, number in zip(labels, seen, strict=True)]
    )


def _count(label: str, seen: int, spread: Spread) -> Row:
    return _row(label, (_number(seen), _number(spread.mean, 1), _whole_range(spread)), not spread.holds(seen))


def _row(label: str, told: tuple[str, str, str], is_outside: bool) -> Row:
    return Row(label, *told, is_outside and bool(told[2]))


def _heels(totals: CardTotals) -> Row:
    jacks = totals.starter_ranks[10]
    return _count(_("His heels (1 starter of 13)"), jacks, _starters(totals, RANK))


def _best(totals: CardTotals) -> Row:
    """The two sixes of a deal are not independent, so the interval is from how the deals themselves differ."""
    label = _("The best keep, points on average")
    if not totals.deals:
        return Row(label, "", _number(MEAN_OF_BEST, 4), "")
    mean = totals.best / totals.deals / 2 / STARTERS
    if totals.deals < DEALS_FOR_AN_INTERVAL:
        return Row(label, _number(mean, 4), _number(MEAN_OF_BEST, 4), "")
    squares = totals.best_squares / totals.deals / 4 / STARTERS**2
    spread = Spread(MEAN_OF_BEST, (squares - mean**2) / (totals.deals - 1))
    return _row(label, (_number(mean, 4), _number(MEAN_OF_BEST, 4), _range(spread, 4)), not spread.holds(mean))


def level_rows() -> list[LevelRow]:
    """People first, then the computer players from the weakest to the strongest."""
    kept = LevelTotals.objects.in_bulk()
    labels = {"": _("People"), **{level: computer_name(level) for level in COMPUTERS}}
    return [_level(label, kept.get(level, LevelTotals())) for level, label in labels.items()]


def own_level(player: User) -> LevelRow:
    """The same of one player's own games."""
    sums = {name: Sum(name, default=0) for name in SUMS}
    wins, skunks = Count("pk", filter=Q(won=True)), Count("pk", filter=Q(won=True, skunk__gt=0))
    own = SeatStatistics.objects.filter(user=player).aggregate(wins=wins, skunks=skunks, **sums)
    return _level(_("You"), LevelTotals(**own))


def _level(label: str, row: LevelTotals) -> LevelRow:
    return LevelRow(
        label=label,
        hand_as_dealer=_average(row.hands_as_dealer, row.deals_as_dealer),
        hand_as_pone=_average(row.hands_as_pone, row.deals_as_pone),
        crib=_average(row.cribs, row.deals_as_dealer),
        skunks=_("%(percent)d%%") % {"percent": round(100 * row.skunks / row.wins)} if row.wins else "",
    )


def _average(total: int, number: int) -> str:
    return _number(total / number, 2) if number else ""


def luck_rows(player: User) -> list[LuckRow]:
    """The kinds of luck of one player, none of which anybody can play well or badly."""
    luck = PlayerLuck.objects.filter(user=player).first() or PlayerLuck(user=player)
    cuts, heels = spread_of_trials(luck.cuts, 1 / 2), spread_of_trials(luck.own_starters, RANK)
    return [
        _share_row(_("Cuts for the first deal that you won"), luck.cuts_won, luck.cuts, cuts),
        _best_row(_("Your six cards as dealer"), luck.best_as_dealer, luck.sixes_as_dealer),
        _best_row(_("Your six cards as pone"), luck.best_as_pone, luck.sixes_as_pone),
        _gain_row(luck),
        _share_row(_("His heels that you turned as dealer"), luck.heels, luck.own_starters, heels),
    ]


def _share_row(label: str, seen: int, number: int, spread: Spread) -> LuckRow:
    told = _("%(part)s of %(whole)s") % {"part": _number(seen), "whole": _number(number)}
    return LuckRow(label, told, _number(spread.mean, 1), _whole_range(spread), _rank(number, spread, seen))


def _best_row(label: str, best: int, sixes: int) -> LuckRow:
    """What the best keep would count on average, whatever was kept."""
    if not sixes:
        return LuckRow(label, "", _number(MEAN_OF_BEST, 2), "", "")
    spread, seen = spread_of_best(sixes).shared(sixes), best / STARTERS / sixes
    told = _number(seen, 2), _number(MEAN_OF_BEST, 2), _range(spread, 2)
    return LuckRow(label, *told, _rank(sixes, spread, seen))


def _gain_row(luck: PlayerLuck) -> LuckRow:
    """Given the hand that was kept: what starters added to it, beside all those that might have come."""
    label, number = _("Points that the starter added"), luck.starters
    if not number:
        return LuckRow(label, "", _number(0), "", "")
    spread, seen = Spread(0, luck.varied).shared(STARTERS * number), luck.gained / STARTERS / number
    within = _("%(low)s to %(high)s") % {"low": _signed(-spread.high), "high": _signed(spread.high)}
    return LuckRow(label, _signed(seen), _number(0), within, _rank(number, spread, seen))


def _rank(number: int, spread: Spread, seen: float) -> str:
    if not number:
        return ""
    better = int(100 * spread.share_below(seen) + TO_BE_SURE)
    return _("luckier than %(number)d of 100 players would be by chance") % {"number": better}


def _signed(value: float) -> str:
    return ("+" if value > 0 else "") + _number(value, 2)


def _whole_range(spread: Spread) -> str:
    """The whole numbers that lie in it; "" while so few are expected that the bell curve does not fit them."""
    if spread.mean < EXPECTED_FOR_A_RANGE:
        return ""
    return _("%(low)s to %(high)s") % {"low": _number(ceil(spread.low)), "high": _number(floor(spread.high))}


def _range(spread: Spread, places: int) -> str:
    if not spread.variance:
        return ""
    bounds = {"low": _number(spread.low, places), "high": _number(spread.high, places)}
    return _("%(low)s to %(high)s") % bounds


def _number(value: float, places: int = 0) -> str:
    return str(formats.number_format(round(value, places), places, force_grouping=True))

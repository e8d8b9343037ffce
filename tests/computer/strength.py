"""How strong the levels are: `python -m tests.computer.strength` prints the figures that stand in the README.

Duplicate games: each pair of games has the same decks, once from either seat, so that the luck of the cards weighs on
both players alike. Both games of a pair hang together, so the pair is what is counted: 0, ½ or 1 for the games won.
The number of pairs is fixed beforehand and nothing is looked at on the way; with this many independent pairs, each
between 0 and 1, the mean is as good as normally distributed, and the interval of 1.96 standard errors holds at 95 %.
Decks and dice are fixed too, so a run can be repeated.
"""

from dataclasses import dataclass
from math import sqrt
from random import Random
from statistics import fmean, stdev

from games.engine.state import SEATS, Settings, State
from tests.computer.table import Player, level, play_at_random, play_game

NORMAL_95 = 1.96
NEEDED = 0.55


@dataclass(frozen=True)
class Matchup:
    stronger: str
    weaker: str
    pairs: int


MATCHUPS = (Matchup("club", "easy", pairs=600), Matchup("easy", "random", pairs=100))


@dataclass(frozen=True)
class Strength:
    """What one player won of the games against another: a share, half its interval, and the mean margin in points."""

    won: float
    within: float
    margin: float
    games: int

    @property
    def at_least(self) -> float:
        return self.won - self.within

    @property
    def at_most(self) -> float:
        return min(self.won + self.within, 1.0)


def measure(matchup: Matchup) -> Strength:
    stronger, weaker = player(matchup.stronger), player(matchup.weaker)
    shares, margins = [], []
    for pair in range(matchup.pairs):
        ends = [play_out(stronger, weaker, pair, seat) for seat in SEATS]
        shares.append(fmean(end.result.winner == seat for seat, end in zip(SEATS, ends, strict=True)))
        margins.append(fmean(end.scores[seat] - end.scores[1 - seat] for seat, end in zip(SEATS, ends, strict=True)))
    return Strength(fmean(shares), NORMAL_95 * stdev(shares) / sqrt(len(shares)), fmean(margins), 2 * matchup.pairs)


def player(name: str) -> Player:
    return play_at_random if name == "random" else level(name)


def play_out(stronger: Player, weaker: Player, pair: int, seat: int) -> State:
    """The end of a game to 121 with the stronger player in `seat`. The first deal goes to either seat by turns."""
    players = (stronger, weaker) if seat == 0 else (weaker, stronger)
    *_, end = play_game(players, Settings(first_dealer=pair % 2), pair, Random(f"pair {pair} seat {seat}"))
    return end


def main() -> None:
    for matchup in MATCHUPS:
        strength = measure(matchup)
        print(
            f"{matchup.stronger} against {matchup.weaker}: {strength.games} games, "
            f"{strength.won:.1%} won (95 %: {strength.at_least:.1%} to {strength.at_most:.1%}), "
            f"{strength.margin:+.1f} points a game"
        )


if __name__ == "__main__":
    main()

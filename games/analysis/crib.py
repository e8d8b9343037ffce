"""What two cards are worth in a crib before anything else in it is known."""

import csv
from functools import cache
from pathlib import Path

from games.engine.cards import Card, Rank

TABLE_FILE = Path(__file__).with_name("crib_table.csv")
"""Made by `python -m games.analysis.make_crib_table`, which tells how. A row for each pair of ranks, suited or not."""

Table = dict[tuple[int, int, bool], float]
"""Points by lower rank, higher rank and whether both cards are of one suit."""


def mean_crib(first: Card, second: Card, own: bool) -> float:
    """The mean points of a crib that two cards go to: the player's `own`, or the opponent's."""
    low, high = sorted((int(first.rank), int(second.rank)))
    return read_tables()[own][low, high, first.suit == second.suit]


@cache
def read_tables() -> dict[bool, Table]:
    """The table for the own crib (True) and the one for the opponent's (False)."""
    tables: dict[bool, Table] = {True: {}, False: {}}
    rank_of = {rank.letter: int(rank) for rank in Rank}
    with TABLE_FILE.open(encoding="ascii", newline="") as file:
        for row in csv.DictReader(file):
            pair = rank_of[row["low"]], rank_of[row["high"]], row["suited"] == "yes"
            tables[True][pair] = float(row["own"])
            tables[False][pair] = float(row["opponent"])
    return tables

"""What two cards are worth in a crib before anything else in it is known."""

import csv
from pathlib import Path

from games.engine.cards import Card

TABLE_FILE = Path(__file__).with_name("crib_table.csv")
"""Made by `python -m games.analysis.make_crib_table`, which tells how. A row for each pair of ranks, suited or not."""

Table = dict[tuple[int, int, bool], float]
"""Points by lower rank, higher rank and whether both cards are of one suit."""


def mean_crib(first: Card, second: Card, own: bool) -> float:
    """The mean points of a crib that two cards go to: the player's `own`, or the opponent's."""
    low, high = sorted((int(first.rank), int(second.rank)))
    return _TABLES[own][low, high, first.suit == second.suit]


def read_tables(path: Path = TABLE_FILE) -> dict[bool, Table]:
    """The table for the own crib (True) and the one for the opponent's (False)."""
    tables: dict[bool, Table] = {True: {}, False: {}}
    with path.open(encoding="ascii", newline="") as file:
        for row in csv.DictReader(file):
            pair = int(row["low"]), int(row["high"]), row["suited"] == "yes"
            tables[True][pair] = float(row["own"])
            tables[False][pair] = float(row["opponent"])
    return tables


_TABLES = read_tables()

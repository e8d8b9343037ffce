"""Everything of a game that is stored. The log is the match; everything else is derived from it or stands beside it."""

from games.models.beside import Plan, Remark
from games.models.figures import SeatStatistics
from games.models.letters import Mail, Vacation
from games.models.luck import CardTotals, LevelTotals, PlayerLuck
from games.models.matches import (
    DAY,
    ID_ALPHABET,
    ID_LENGTH,
    OPEN_FOR,
    SHORT,
    Match,
    MoveRecord,
    Seat,
    new_id,
)

__all__ = [
    "DAY",
    "ID_ALPHABET",
    "ID_LENGTH",
    "OPEN_FOR",
    "SHORT",
    "CardTotals",
    "LevelTotals",
    "Mail",
    "Match",
    "MoveRecord",
    "Plan",
    "PlayerLuck",
    "Remark",
    "Seat",
    "SeatStatistics",
    "Vacation",
    "new_id",
]

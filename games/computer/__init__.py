"""The computer players. They see what their seat sees, and draw on no chance but the dice they are handed."""

from games.computer.levels import LEVELS, Level, choose

__all__ = ["LEVELS", "Level", "choose"]

"""How dates and numbers are written where Django does not know the language."""

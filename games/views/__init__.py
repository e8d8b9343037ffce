"""The pages of the game: thin, each parses, calls a service or a selector, and answers."""

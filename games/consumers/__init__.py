"""The sockets: thin, each parses, calls a service or a renderer, and answers."""

"""The JSON API, version 1: thin, each call parses, calls a service or a reader, and answers."""

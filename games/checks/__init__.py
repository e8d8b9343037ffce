"""Ways to check the record of a match that is over: by the engine, and by a file that needs nothing of this site."""

"""The site as who means it harm meets it: every address and socket, as everybody there is."""

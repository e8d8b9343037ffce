// lobby

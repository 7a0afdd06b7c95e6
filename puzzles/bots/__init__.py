"""The levels of bots, and the bots that do not search."""

"""The bots' levels, and the players that need no search."""

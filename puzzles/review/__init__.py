"""Judging finished games: points lost move by move, and what was possible in hindsight."""

"""Solving puzzles: an attempt, its grade, the ladder of hints."""

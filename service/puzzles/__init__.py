"""Puzzles as people meet them: library, calendar, attempts, results, ratings."""

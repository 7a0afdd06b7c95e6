"""Thinking about positions: puzzles, hints, bots. Pure given a source of luck and a budget."""

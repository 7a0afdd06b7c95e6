"""Puzzles that are always there: shipped as data, one line of JSON each, the easiest first. See puzzles/stock.py."""

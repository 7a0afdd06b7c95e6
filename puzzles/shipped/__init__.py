"""The puzzles that come with the code, and the public form of a puzzle."""

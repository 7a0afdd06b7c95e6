"""The puzzles that are shipped with the code, and the public form of a puzzle."""

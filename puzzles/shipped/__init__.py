"""The puzzles that are shipped with the code, and the public form of a puzzle.

shipped       reads them
public_form   puzzles as lines of JSON, for downloading
catalogue/    the puzzles themselves, and the command that makes them again
"""

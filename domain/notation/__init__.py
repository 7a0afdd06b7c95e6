"""The notation: moves, positions and whole games as text, read and written without loss (docs/notation.md).

cells         a column letter and a row number
moves         a move as one word
territories   a territory in one row
rows          what the texts of positions and games have in common
positions     a position in a few rows
records       writes a whole game
reading       reads a whole game, and replays it
"""

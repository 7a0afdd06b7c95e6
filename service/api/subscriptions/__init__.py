"""Routes of what programs subscribe to.

calendar       the deadlines of one's games for calendar programs
feeds          Atom feeds of puzzles and of finished games
"""

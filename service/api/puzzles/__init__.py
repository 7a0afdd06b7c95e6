"""Routes of puzzles: finding them and solving them.

solving     view a puzzle, try moves, take hints, make attempts, see the solution
practising  the next puzzle, and some for times without a connection
browsing    past days, leaderboards, results, a dump of all puzzles
"""

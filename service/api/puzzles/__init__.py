"""Routes of puzzles: finding them and solving them.

solving    view a puzzle, try moves, take hints, make attempts, see the solution
browsing   past days, practice, leaderboards, results, a dump of all puzzles
"""

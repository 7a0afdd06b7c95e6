"""Search and evaluation of positions: bots, hints, reviews and puzzles. Pure, given an `rng` and a budget.

puzzle     a territory, the dominoes to come, and the proven best result
identity   the id of a puzzle, the same when it is turned or mirrored
making/    makes puzzles from self-play, finished games and composed starts
solving/   an attempt at a puzzle, its grade, and the ladder of hints
shipped/   the puzzles that come with the code
bots/      the levels of bots
review/    judges the decisions of a finished game
search/    the engine: playouts on a compiled kernel, and an exact solver
"""

"""Making puzzles: candidates, the demands on them, themes and difficulty.

candidates       where puzzles come from
self_play        games of the compiled instinct against itself
from_games       candidates from the mistakes of a finished game
make             solves and proves candidates, and rejects most
greedy_line      the line of a player who always takes the most points at once
solved_problem   a solved problem step by step
themes           one small claim about the best line for each theme
difficulty       how hard a puzzle is, before the first attempt
"""

"""Solving puzzles: an attempt, its grade, the ladder of hints.

attempt       an attempt step by step, by the rules of the game
grade         its result compared with the optimum
hint_ladder   hints of growing detail from one optimal line
"""

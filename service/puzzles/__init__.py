"""Puzzles as players meet them: which there are, who solved them, and how well.

library         the stored puzzles, and the lists from which one is chosen
calendar        which puzzle belongs to which day
practice        the next puzzle for a solver
production      makes puzzles in the background
attempts        the log of one player with one puzzle
results         what all solvers did: scores, heat maps, leaderboards, ratings
ratings         Glicko-2 for solvers and puzzles
streaks         days in a row with an attempt
first_look      shows a puzzle, and records when it was first seen
question_view   puzzles as they are shown before the first attempt
answer_view     puzzles as they are shown after it
public_dump     all puzzles as lines of JSON
personal_data   export and erase what a player did with puzzles
"""

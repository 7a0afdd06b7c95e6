"""Puzzles as players meet them: which there are, who solved them, and how well.

library         the stored puzzles, and the lists from which one is chosen
calendar        which puzzle belongs to which day
practice        the next puzzle for a solver
production      makes puzzles in the background
attempts        the log of one player with one puzzle
results         what all solvers did: scores, heat maps, leaderboards, ratings
ratings         Glicko-2 for solvers and puzzles, in gentle steps
streaks         days in a row with an attempt
recount         counts all attempts again, as after a change of the ratings
names           what a puzzle is called
viewing         a puzzle as a player may see it
question_view   puzzles as they are shown before the first attempt
answer_view     puzzles as they are shown after it
public_dump     all puzzles as lines of JSON
personal_data   export and erase what a player did with puzzles
"""

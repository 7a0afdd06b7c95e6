"""Notices that come with the day, and not with an event.

daily_notices   works out that there is a new puzzle, and that a streak ends today
puzzle_days     what a person still has to do about the puzzle of a day
"""

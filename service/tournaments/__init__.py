"""Tournaments: many games among people who entered, and who comes out first.

records       the stored log of a tournament, and its state
pairing       who meets whom, in which seat: tables that are fair over all rounds (pure)
knock_out     matches in which one of two stays: the bracket (pure)
standings     points, tie-breaks and the cross table (pure)
course        what happens next by itself: beginning, rounds, end (pure)
terms         which tournaments can be (pure)
tournaments   the stored tournaments: open one, enter, withdraw, limits, lists
shown         tournaments as people see them, with names
monthly       those that the service opens by itself each month
conductor     the job in the worker: lets rounds begin, counts games that are over
"""

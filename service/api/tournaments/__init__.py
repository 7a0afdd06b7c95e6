"""Routes for tournaments.

tournaments  the lists, one with its standings and tables; open one, enter, withdraw, call off
"""

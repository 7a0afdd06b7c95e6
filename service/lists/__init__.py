"""Lists of games, derived from the logs: the lobby, a player's games and history, results and ratings.

lines            the line of one game, computed from its logs
recorded_tables  the tables of games as they are in their logs
index            the stored lists: where each line belongs, pages of lines, counts
put_line.lua     replaces a line and updates the lists and counts in one step, on the server
follower         keeps the lists up to date as games go on; runs in the worker
rebuild          computes all lists again from the logs, while the old ones are served
ratings          ratings of players and bots, from the results of rated games in the order they were taken in
skill            how one game changes ratings
rate_game.lua    keeps that order, and stores the ratings after one game in one step, on the server
quotas           how many tables, games and records a person may have
expiry           calls off tables at which nobody sat down
"""

"""The deal of the day: everybody plays the same deal against the same bots, once; then all results are side by side.

deals     the game of a person: begun once, seen by those who have finished theirs, handed over and erased
results   what has come of a day's games, for those who may know
parting   where two games of the same deal went apart; pure

How it is drawn: `service/games/starting/day_deals.py`.
"""

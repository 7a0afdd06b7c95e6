"""Routes of games: from an open seat to the picture of the result.

tables     open, join and show a table
moves      legal moves, and playing one
stream     the events as a list and live
replay     a game step by step
endings    resign, claim, cancel, rematch
questions  what one asks the others for, and their answers
invites    a new link for a private table
forks      play on from a position of another game
guided     a first game that teaches
records    a game as text in our notation
pictures   tables, results and puzzles as PNG and film
own_games  one's own games, labels and stars, what happened meanwhile
guesses    what those who watch guess of the next move
notes      one's own notes about a game, and everybody's thoughts when it is over
lists      lobby, leaderboards, counts, matches
"""

"""Players who leave for good: their names are hidden, and their data can be exported and erased.

departed       who has left
shown_names    which names must not be shown: of those who left, and those that moderators replaced
anonymise      neutral names in lists; bots take over the seats of departed players
own_games      games that nobody misses when their only player is forgotten
absent_guests  forgets guests who have not come back
handover       what a guest has goes over to the account that the same person has signed in to
personal_data  export and erasure of everything stored about a player
"""

"""Players who leave for good: their names are hidden, and their data can be exported and erased.

departed       who has left
anonymise      neutral names in lists; bots take over the seats of departed players
personal_data  export and erasure of everything stored about a player
"""

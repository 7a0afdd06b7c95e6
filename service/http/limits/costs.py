"""What requests cost, in units of the limit on requests: 1 for what takes a millisecond, more for what takes longer.

A key is the last word of an address, or the last two; `word/*` is what follows that word, such as an id.
"""

from typing import Final

DEAREST: Final = 100
READING: Final = {
    "ahead": 10,  # looks at forty puzzles
    "blocks": 20,  # a read for each of at most 500 names
    "acts": 3,
    "analysis": 5,  # may ask for a review, whose time is charged besides
    "calendar.ics": 10,  # reads the tables of all games that wait
    "dump": 50,
    "deals/daily": 3,
    "deals/results": 5,  # counts for each line
    "deals/parting": 20,  # goes through two games
    "events": 3,
    "export": 50,  # reads everything that is stored about a person
    "film": DEAREST,
    "follows": 10,  # three reads for each of at most 100 people
    "follows/games": 30,  # the games of each of them
    "frames": 5,
    "guesses": 10,  # after the end it goes through the game
    "invitation": 5,  # draws a QR code
    "me/games": 3,  # at most 200 lines
    "meanwhile": 5,
    "muted": 10,  # a read for each of at most 200 games
    "notes": 2,
    "notices": 5,  # what is said of each of 50
    "games.atom": 5,
    "guest": 5,
    "game-of-the-day": 5,  # the first of a day reads a hundred reviews
    "lobby": 3,  # reads the records of those who sit at open tables
    "opponents": 20,  # some ten reads for each of about thirty people
    "offer-picture": 5,
    "people": 3,
    "picture": 5,
    "plan": 2,
    "play": 30,  # reads fifty reviews
    "achievements": 3,
    "games.csv": 50,
    "ratings.csv": 5,
    "plans": 2,  # a read for each player
    "plain": 5,
    "puzzles.atom": 5,
    "questions": 3,  # looks for the last turn, and whether it had a choice
    "record": 5,
    "reports": 5,
    "result": 5,
    "result-picture": 5,
    "steps": 5,
    "stream": 3,  # may begin with everything
    "streak": 2,  # reads all results
    "suspicions": 5,
    "talk": 5,  # all that was said, of which it answers with a part
    "tournaments": 10,  # reads those that go on
    "tournaments/*": 5,  # the names of at most 64 people
    "thoughts": 2,  # a read for each player
}
WRITING: Final = {
    "account": 20,
    "acts": 10,
    "address": 20,  # hashes a password
    "api/me": 50,  # leaves all tables
    "blocks/*": 5,
    "agree": 5,
    "close": 10,
    "fork": 20,
    "deals/daily": 20,
    "greeting": 3,
    "guided": 20,
    "guesses": 5,
    "guest": 50,  # writes to the log of each game of a guest
    "games": 20,
    "games/*": 3,
    "hints": 20,
    "holidays": 20,  # writes to all tables
    "holidays/*": 20,
    "notes": 3,
    "invitations": 5,
    "invitations/*": 5,
    "muted/*": 5,  # a worker looks at the person, and each of their pages
    "plain": 5,  # answers with the page
    "plan": 3,
    "preferences": 5,
    "read": 5,  # answers with the notices that are left
    "records": DEAREST,
    "questions": 5,
    "rematch": 20,
    "reports": 20,
    "restore": 10,
    "seeks": 5,
    "seeks/*": 5,  # all who look are matched again
    "session": 10,
    "sideline": 5,
    "talk": 3,
    "tournaments": 20,
    "entry": 5,
    "test": 5,  # sends something
    "try": 3,
    "webhooks": 5,
    "webhooks/*": 5,
    "devices": 5,
    "devices/*": 5,
}


def cost(method: str, path: str) -> int:
    """By the end of the address, whatever the answer will be."""
    before, _, last = path.rstrip("/").rpartition("/")
    prices, parent = READING if method in ("GET", "HEAD") else WRITING, before[before.rfind("/") + 1 :]
    return prices.get(f"{parent}/{last}") or prices.get(last) or prices.get(f"{parent}/*") or 1

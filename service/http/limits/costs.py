"""What requests cost, in units of the limit on requests: 1 for what takes a millisecond, more for what takes longer."""

from typing import Final

DEAREST: Final = 100
_READING: Final = {
    "ahead": 10,  # looks at forty puzzles
    "blocks": 10,  # a read for each of at most 500 names
    "acts": 3,
    "calendar.ics": 10,  # reads the tables of all games that wait
    "dump": 50,
    "events": 3,
    "export": 50,  # reads everything that is stored about a person
    "film": DEAREST,
    "follows": 5,  # two reads for each of at most 100 people
    "frames": 5,
    "meanwhile": 5,
    "muted": 10,  # a read for each of at most 200 games
    "notices": 5,  # what is said of each of 50
    "games.atom": 5,
    "lobby": 3,  # reads the records of those who sit at open tables
    "people": 3,
    "picture": 5,
    "plans": 2,  # a read for each player
    "plain": 5,
    "puzzles.atom": 5,
    "record": 5,
    "reports": 5,
    "result": 5,
    "steps": 5,
    "streak": 2,  # reads all results
    "suspicions": 5,
    "talk": 2,  # a read for each player
}
_WRITING: Final = {
    "account": 20,
    "acts": 10,
    "analysis": 20,
    "close": 10,
    "fork": 20,
    "greeting": 3,
    "games": 20,
    "hints": 20,
    "read": 5,  # answers with the notices that are left
    "invitations": 5,
    "records": DEAREST,
    "plan": 3,
    "rematch": 20,
    "reports": 20,
    "restore": 10,
    "seeks": 5,
    "session": 10,
    "sidelines": 5,
    "talk": 3,
    "try": 3,
}


def cost(method: str, path: str) -> int:
    """By the last word of the address, whatever the answer will be."""
    last = path.rstrip("/").rpartition("/")[2]
    return (_READING if method in ("GET", "HEAD") else _WRITING).get(last, 1)

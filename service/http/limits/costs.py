"""What requests cost, in units of the limit on requests: 1 for what takes a millisecond, more for what takes longer."""

from typing import Final

DEAREST: Final = 100
_READING: Final = {
    "blocks": 10,  # a read for each of at most 500 names
    "acts": 3,
    "dump": 50,
    "events": 3,
    "film": DEAREST,
    "frames": 5,
    "people": 3,
    "picture": 5,
    "record": 5,
    "reports": 5,
    "result": 5,
    "steps": 5,
    "suspicions": 5,
}
_WRITING: Final = {
    "account": 20,
    "acts": 10,
    "analysis": 20,
    "close": 10,
    "fork": 20,
    "games": 20,
    "hints": 20,
    "records": DEAREST,
    "rematch": 20,
    "reports": 20,
    "restore": 10,
    "session": 10,
    "sidelines": 5,
}


def cost(method: str, path: str) -> int:
    """By the last word of the address, whatever the answer will be."""
    last = path.rstrip("/").rpartition("/")[2]
    return (_READING if method in ("GET", "HEAD") else _WRITING).get(last, 1)

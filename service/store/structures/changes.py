"""Changes that a function on the server (functions.py) makes together: all of them or none.

Where they are sent as JSON, every argument has to be text.
"""

from typing import TypeAlias

Change: TypeAlias = tuple[str | bytes, ...]


def set_field(hash_key: str, field: str, value: str | bytes) -> Change:
    return "HSET", hash_key, field, value


def remove_field(hash_key: str, field: str) -> Change:
    return "HDEL", hash_key, field


def add_to_list(list_key: str, value: bytes) -> Change:
    return "RPUSH", list_key, value


def add_to_field(hash_key: str, field: str, amount: int) -> Change:
    return "HINCRBY", hash_key, field, str(amount)


def place_member(sorted_set: str, member: str, score: str) -> Change:
    return "ZADD", sorted_set, score, member


def move_member(sorted_set: str, member: str, score: str) -> Change:
    """Give a member another score, if it is in the set."""
    return "ZADD", sorted_set, "XX", score, member


def remove_member(sorted_set: str, member: str) -> Change:
    return "ZREM", sorted_set, member

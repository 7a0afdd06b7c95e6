"""Parsing of replies."""


def pairs(reply: list[bytes]) -> list[tuple[bytes, bytes]]:
    """The pairs of a reply in which fields and values, or members and scores, alternate."""
    return list(zip(reply[::2], reply[1::2], strict=True))

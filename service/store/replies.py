"""How replies of the server are read."""


def pairs(words: list[bytes]) -> list[tuple[bytes, bytes]]:
    """A reply in which fields and values, or members and scores, alternate."""
    return list(zip(words[::2], words[1::2], strict=True))

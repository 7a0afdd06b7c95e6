"""The slot of a key, as the Redis Cluster Specification computes it.

redis-py has the same function, but importing it loads the whole client, which costs each process a quarter of a second.
"""

from binascii import crc_hqx
from typing import Final

SLOTS: Final = 16_384


def slot_of(key: str) -> int:
    """Only what stands between the first braces counts, if they enclose anything."""
    data = key.encode()
    begin = data.find(b"{")
    end = data.find(b"}", begin + 1)
    if begin >= 0 and end > begin + 1:
        data = data[begin + 1 : end]
    return crc_hqx(data, 0) % SLOTS

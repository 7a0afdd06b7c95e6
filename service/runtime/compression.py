"""Compression by gzip, and by brotli for browsers."""

import zlib
from typing import Final

import brotli

_QUICK: Final = 5  # of brotli's 11: a third smaller than our gzip for twice its time; more effort saves little
_GZIP_FORMAT: Final = 31  # `wbits` of zlib for gzip with the largest window


def packed(body: bytes, effort: int = 1) -> bytes:
    """Compress quickly by default: for a table, more effort saves only a tenth."""
    packer = zlib.compressobj(effort, zlib.DEFLATED, _GZIP_FORMAT)
    return packer.compress(body) + packer.flush()


def packed_small(body: bytes) -> bytes:
    """By brotli, quickly enough for what is sent once."""
    packed_body: bytes = brotli.compress(body, quality=_QUICK)
    return packed_body


def smallest(body: bytes) -> bytes:
    """By brotli, a sixth smaller than gzip with the most effort, but far too slow for what is sent once."""
    packed_body: bytes = brotli.compress(body)
    return packed_body


def unpacked(body: bytes) -> bytes:
    return zlib.decompress(body, _GZIP_FORMAT)

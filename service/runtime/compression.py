"""Bytes compressed by gzip."""

import zlib
from typing import Final

_GZIP_FORMAT: Final = 31  # zlib's number for it, with the largest window


def packed(body: bytes, effort: int = 1) -> bytes:
    """By gzip, quickly: for a single table harder work gains a tenth only."""
    packer = zlib.compressobj(effort, zlib.DEFLATED, _GZIP_FORMAT)
    return packer.compress(body) + packer.flush()


def unpacked(body: bytes) -> bytes:
    return zlib.decompress(body, _GZIP_FORMAT)

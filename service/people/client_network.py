"""The network of a caller, for limits that count by it."""

from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Final, NamedTuple

_WIDE: Final = 4
_NEAR: Final = tuple(
    ip_network(near)
    for near in ("127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "::1/128", "fc00::/7", "fe80::/10")
)


class Share(NamedTuple):
    network: str
    times: int


@lru_cache(10_000)
def network(address: str) -> str:
    """What limits count as one caller: an IPv4 address, or the /64 network of an IPv6 address, all of which usually
    belongs to one customer."""
    parsed = _parsed(address)
    return str(int(parsed) >> 64) if isinstance(parsed, IPv6Address) else str(parsed or address)


@lru_cache(10_000)
def wide_network(address: str) -> str:
    """The largest network that one customer usually has: an IPv4 address, or the /48 network of an IPv6 address."""
    parsed = _parsed(address)
    return f"/48:{int(parsed) >> 80}" if isinstance(parsed, IPv6Address) else str(parsed or address)


@lru_cache(10_000)
def shares(address: str) -> tuple[Share, ...]:
    """The networks that a limit counts, and how much each may have of it. Many customers of one provider may be in the
    /48 of an IPv6 address, or one customer may have it all: it gets four times as much as a /64."""
    wide = wide_network(address)
    return (Share(network(address), 1), *([Share(wide, _WIDE)] if wide != network(address) else []))


@lru_cache(10_000)
def is_this_machine(address: str) -> bool:
    parsed = _parsed(address)
    return parsed is not None and parsed.is_loopback


def is_near(address: str) -> bool:
    """Whether an address is of this machine or of a private network, such as that of our containers.

    So is a caller without a network address: a Unix socket, or this very process.
    """
    parsed = _parsed(address)
    return parsed is None or any(parsed in near for near in _NEAR if near.version == parsed.version)


def _parsed(address: str) -> IPv4Address | IPv6Address | None:
    try:
        parsed = ip_address(address)
    except ValueError:
        return None
    return parsed.ipv4_mapped or parsed if isinstance(parsed, IPv6Address) else parsed


def coarse_network(address: str) -> str:
    """The network as a person may recognise it: without the part that tells its customers apart."""
    parsed = _parsed(address)
    if parsed is None:
        return ""
    return str(ip_network((parsed, 48 if isinstance(parsed, IPv6Address) else 16), strict=False))

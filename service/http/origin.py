"""Where a request comes from, for the list of what happened to an account."""

import re
from typing import Final

from service.http.caller import address
from service.http.request import StrictRequest
from service.people.activity import DeviceKind, Origin
from service.people.client_network import coarse_network

_TABLET: Final = re.compile(r"iPad|Tablet|Android(?!.*Mobile)")
_PHONE: Final = re.compile(r"Mobi|iPhone|Android")


def origin(request: StrictRequest) -> Origin:
    return Origin(_kind(request.headers.get("user-agent", "")), coarse_network(address(request)))


def _kind(agent: str) -> DeviceKind:
    if not agent.startswith("Mozilla/"):
        return "program"
    if _TABLET.search(agent):
        return "tablet"
    return "phone" if _PHONE.search(agent) else "computer"

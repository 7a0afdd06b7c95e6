"""Parcels for the tests of delivery."""

from typing import Final

from service.delivery.parcels import HookContent, MailContent, Parcel, PushContent
from tests.support.api_persons import ManualClock

HOUR: Final = 60 * 60 * 1000


def mail(id: str, clock: ManualClock, *, person: str = "oona", to: str = "oona@lake.example", tag: str = "") -> Parcel:
    content = MailContent("Your turn", "It is your turn.")
    return Parcel(id, person, to, content, clock(), clock() + 24 * HOUR, tag)


def push(id: str, clock: ManualClock, *, person: str = "oona", device: str = "phone", tag: str = "") -> Parcel:
    return Parcel(id, person, device, PushContent(b'{"title":"Your turn"}'), clock(), clock() + 24 * HOUR, tag)


def hook(id: str, clock: ManualClock, *, person: str = "oona", hook: str = "hook", tag: str = "") -> Parcel:
    content = HookContent(
        "turn", b'{"game":"somegame"}', "It is your turn.", "https://firstfire.example/games/somegame"
    )
    return Parcel(id, person, hook, content, clock(), clock() + 24 * HOUR, tag)

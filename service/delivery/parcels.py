"""A parcel: content that is already composed, for one target of one person.

Receivers see the id too, as Message-ID or `webhook-id`; the topic of a push comes from its tag. A parcel is sent at
least once, and a repeat can be recognised by it.
"""

import re
from typing import Final, Literal, TypeAlias

import msgspec

Way: TypeAlias = Literal["mail", "push", "webhook"]
Urgency: TypeAlias = Literal["very-low", "low", "normal", "high"]  # as RFC 8030 names them
WAYS: Final[tuple[Way, ...]] = ("mail", "push", "webhook")
LARGEST: Final = 200_000  # bytes of a packed parcel: a mail with a picture
_ID: Final = re.compile(r"[\w.:@+=~-]{1,150}", re.ASCII)
_ADDRESSED: Final = re.compile(r"[^\x00-\x1f\x7f]{0,320}")


class Scene(msgspec.Struct, frozen=True, array_like=True):
    """The table that a mail is about."""

    game: str
    number: int  # of the event after which it is shown
    is_painted: bool  # whether the mail has a picture of it
    is_playable: bool  # whether the mail leads to a move


class MailContent(msgspec.Struct, frozen=True, array_like=True, tag=1):
    """The target is the address. In the HTML, `cid:picture` stands for the picture, if there is any."""

    subject: str
    text: str
    html: str = ""
    picture: bytes = b""  # PNG
    unsubscribe: str = ""  # an address of ours that ends mails like this by one POST (RFC 8058)
    scene: Scene | None = None  # what is added just before the mail leaves, see `MailCarrier`


class PushContent(msgspec.Struct, frozen=True, array_like=True, tag=2):
    """The target is the id of a device. The payload is what the service worker gets, at most 3,000 bytes."""

    payload: bytes
    urgency: Urgency = "normal"


class HookContent(msgspec.Struct, frozen=True, array_like=True, tag=3):
    """The target is the id of a webhook. Chats get the text and the link, programs get the data."""

    kind: str
    data: bytes  # JSON
    text: str
    link: str = ""


Content: TypeAlias = MailContent | PushContent | HookContent


class Parcel(msgspec.Struct, frozen=True, array_like=True):
    """Times are in milliseconds. A parcel that is not sent yet is replaced by a newer one with the same way, target and
    tag; an empty tag replaces nothing."""

    id: str
    person: str
    target: str
    content: Content
    due: int
    expires: int
    tag: str = ""

    @property
    def way(self) -> Way:
        match self.content:
            case MailContent():
                return "mail"
            case PushContent():
                return "push"
            case HookContent():
                return "webhook"


_DECODER: Final = msgspec.msgpack.Decoder(Parcel)


def packed(parcel: Parcel) -> bytes:
    """Raises ValueError for a parcel that is too large, or whose names would not be safe in a header or a key."""
    if not (_ID.fullmatch(parcel.id) and _ID.fullmatch(parcel.person)):
        raise ValueError(f"not the id of a parcel or a person: {parcel.id!r}, {parcel.person!r}")
    if not (_ADDRESSED.fullmatch(parcel.target) and _ADDRESSED.fullmatch(parcel.tag)):
        raise ValueError(f"not a target or a tag: {parcel.target!r}, {parcel.tag!r}")
    data = msgspec.msgpack.encode(parcel)
    if len(data) > LARGEST:
        raise ValueError(f"parcel {parcel.id} has {len(data)} bytes, which is too many")
    return data


def unpacked(data: bytes) -> Parcel:
    return _DECODER.decode(data)

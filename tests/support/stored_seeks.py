"""What the stored seeks, and games reserved for them, mean."""

from typing import Final

from projections.timing import Bank, Days
from service.opponents.records import Reservation, Seek
from tests.support.stored_events import AT, OLD_RULES, RULES

_SEEK: Final = Seek(
    id="Zp3kq1yT0aWc",
    rules=RULES,
    clock=Days(3),
    rated=False,
    since=AT,
    until=AT + 7,
    at_once=3,
    stands=True,
    lowest=8.5,
    highest=20.0,
    games=("kwfy3gevrw",),
)
_OLD_SEEK: Final = Seek("Zp3kq1yT0aWd", OLD_RULES, Bank(86_400, 3_600, 172_800), False, AT, AT + 7)

SEEKS: Final = {"seek": (_SEEK, _OLD_SEEK), "seek.old": (_OLD_SEEK,)}
RESERVED: Final = {
    "reservation": Reservation((("player-id", _SEEK), ("other-id", _OLD_SEEK)), at=AT, joins=True),
    "reservation.old": Reservation((("player-id", _OLD_SEEK),), at=AT),
}

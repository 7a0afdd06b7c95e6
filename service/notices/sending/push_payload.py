"""What the service worker of a device gets: what to show, what to take away, and how many games wait.

`tag` names what it is about: of two with the same tag a device shows the newer one.
"""

import msgspec

from projections.listing import waits_for
from projections.notices import ABOUT_TURNS
from service.lists.index import ListIndex
from service.notices.records import Noticed

_MOST_GAMES = 50


class Shown(msgspec.Struct, frozen=True, omit_defaults=True):
    """Field names are read by service/web/sw.js; browsers keep old service workers for a day or longer."""

    tag: str
    title: str
    body: str
    address: str
    at: int  # milliseconds
    waiting: int  # games
    notice: str = ""  # its id
    game: str = ""  # empty if the table is private
    picture: str = ""  # path; empty if there is none that everybody may see


class Taken(msgspec.Struct, frozen=True):
    close: str  # the tag
    waiting: int


async def waiting_games(index: ListIndex, player: str, notice: Noticed, *, is_settled: bool) -> int:
    """How many games wait for the player. What the notice says is newer than the lists."""
    lines = (await index.page(f"mine:{player}", newest_first=False, count=_MOST_GAMES)).lines
    waiting = {line.game for line in lines if waits_for(line, player)} - {notice.game}
    return len(waiting) + (notice.kind in ABOUT_TURNS and not is_settled)

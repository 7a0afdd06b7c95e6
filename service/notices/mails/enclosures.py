"""What is added to a mail just before it leaves: a picture of its table, and a link to its move.

Neither is made for a mail that is withdrawn before, and the secret of a link is nowhere stored with the mail.
"""

from functools import partial
from typing import Final

import msgspec
from cachetools import LRUCache

from domain.errors import DamagedLog
from projections.frames import Frame
from projections.picture import table_picture
from projections.table import table
from service.account_mail.game_links import GameLinks
from service.delivery.parcels import MailContent, Parcel, Scene
from service.games.live_games import LiveGames
from service.games.tables import Tables, UnknownGame
from service.notices.mails.letters import PICTURE, PLAY_LINK
from service.pictures.cache import Pictures
from service.pictures.painter import png
from service.runtime.refusal import Refused

WIDTH: Final = 600  # pixels: 30 KB
_REMEMBERED: Final = 200  # mails: those that are tried again keep their link


class Enclosures:
    def __init__(self, tables: Tables, live: LiveGames, pictures: Pictures, links: GameLinks, origin: str) -> None:
        """`origin` is the address of the site, as others see it."""
        self._tables = tables
        self._live = live
        self._pictures = pictures
        self._links = links
        self._origin = origin
        self._finished: LRUCache[str, Parcel] = LRUCache(_REMEMBERED)

    async def finished(self, parcel: Parcel) -> Parcel:
        """Raises Unavailable."""
        content = parcel.content
        if not isinstance(content, MailContent) or content.scene is None:
            return parcel
        if parcel.id not in self._finished:
            finished = await self._with_link(parcel.person, content, content.scene)
            finished = await self._with_picture(finished, content.scene)
            self._finished[parcel.id] = msgspec.structs.replace(parcel, content=finished)
        return self._finished[parcel.id]

    async def _with_link(self, player: str, content: MailContent, scene: Scene) -> MailContent:
        secret = await self._links.make(player, scene.game) if scene.is_playable else None
        address = f"{self._origin}/play/{secret}" if secret else f"{self._origin}/game/{scene.game}"
        return msgspec.structs.replace(
            content, text=content.text.replace(PLAY_LINK, address), html=content.html.replace(PLAY_LINK, address)
        )

    async def _with_picture(self, content: MailContent, scene: Scene) -> MailContent:
        picture = await self._picture(scene) if scene.is_painted else b""
        html = content.html if picture else PICTURE.sub("", content.html)
        return msgspec.structs.replace(content, html=html, picture=picture)

    async def _picture(self, scene: Scene) -> bytes:
        try:
            seating = await self._tables.seating(scene.game)
            view = await self._live.view(scene.game, scene.number, seating.nameless)
            frame = view.frame_at(scene.number)
            paint = partial(_painted, frame)
            return await self._pictures.picture(f"{scene.game}-{scene.number}-{view.mark(scene.number)}-mail", paint)
        except (Refused, UnknownGame, DamagedLog):
            return b""  # the mail is worth more than its picture


def _painted(frame: Frame) -> bytes:
    return png(table_picture(table(frame)), WIDTH)

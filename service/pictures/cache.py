"""Pictures of games and puzzles: painted in a thread of their own, one at a time, and kept for those who ask next."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from domain.errors import Reason
from service.runtime.refusal import Refused

_KEPT: Final = 32 * 1024 * 1024  # bytes
_WAITING: Final = 20  # pictures to be painted
_PAUSE: Final = 5  # seconds
TOO_MANY_PICTURES: Final = Reason(
    "too_many_pictures", "", "Many pictures are being painted at the moment: try again in a few seconds."
)


class TooManyPictures(Refused):
    """More pictures are asked for than can be painted in time."""

    def __init__(self) -> None:
        super().__init__(TOO_MANY_PICTURES, "too_many", retry_after=_PAUSE)


class Pictures:
    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "pictures")  # starts none before it is used
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self._size = 0
        self._coming: dict[str, asyncio.Task[bytes]] = {}

    async def picture(self, name: str, paint: Callable[[], bytes]) -> bytes:
        """The picture of this name, which stands for all that is in it; raises TooManyPictures."""
        if name in self._kept:
            self._kept.move_to_end(name)
            return self._kept[name]
        if name not in self._coming:
            if len(self._coming) >= _WAITING:
                raise TooManyPictures
            self._coming[name] = asyncio.create_task(self._painted(name, paint))
        return await asyncio.shield(self._coming[name])  # whoever goes away, others may wait for it

    async def _painted(self, name: str, paint: Callable[[], bytes]) -> bytes:
        try:
            picture = await asyncio.get_running_loop().run_in_executor(self._thread, paint)
        finally:
            del self._coming[name]
        self._keep(name, picture)
        return picture

    def _keep(self, name: str, picture: bytes) -> None:
        self._kept[name] = picture
        self._size += len(picture)
        while self._size > _KEPT:
            _, old = self._kept.popitem(last=False)
            self._size -= len(old)

    def close(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)

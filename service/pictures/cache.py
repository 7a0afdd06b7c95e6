"""Paints pictures in a thread, one at a time, and caches recent ones."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from cachetools import LRUCache

from domain.errors import Reason
from service.runtime.refusal import Refused

_CACHE_SIZE: Final = 32 * 1024 * 1024  # bytes
_MOST_WAITING: Final = 20  # pictures
_PAUSE: Final = 5  # seconds
TOO_MANY_PICTURES: Final = Reason(
    "too_many_pictures", "", "Many pictures are being painted at the moment: try again in a few seconds."
)


class TooManyPictures(Refused):
    """More pictures are requested than can be painted in time."""

    def __init__(self) -> None:
        super().__init__(TOO_MANY_PICTURES, "too_many", retry_after=_PAUSE)


class Pictures:
    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "pictures")  # started on first use
        self._painted: LRUCache[str, bytes] = LRUCache(_CACHE_SIZE, getsizeof=len)
        self._pending: dict[str, asyncio.Task[bytes]] = {}

    async def picture(self, name: str, paint: Callable[[], bytes]) -> bytes:
        """The cached picture, or a new one by `paint`; a name stands for its content. Raises TooManyPictures."""
        if (picture := self._painted.get(name)) is not None:
            return picture
        if name not in self._pending:
            if len(self._pending) >= _MOST_WAITING:
                raise TooManyPictures
            self._pending[name] = asyncio.create_task(self._paint(name, paint))
        return await asyncio.shield(self._pending[name])  # a caller that disconnects must not cancel it for others

    async def _paint(self, name: str, paint: Callable[[], bytes]) -> bytes:
        try:
            picture = await asyncio.get_running_loop().run_in_executor(self._thread, paint)
        finally:
            del self._pending[name]
        if len(picture) <= _CACHE_SIZE:
            self._painted[name] = picture
        return picture

    def close(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)

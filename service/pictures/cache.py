"""Paints pictures in a thread, one at a time, and caches recent ones."""

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from domain.errors import Reason
from service.runtime.prepared import Prepared
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
        self._painted: Prepared[str] = Prepared(_CACHE_SIZE)

    async def picture(self, name: str, paint: Callable[[], bytes]) -> bytes:
        """The cached picture, or a new one by `paint`; a name stands for its content. Raises TooManyPictures."""
        return await self.made(name, lambda: asyncio.get_running_loop().run_in_executor(self._thread, paint))

    async def made(self, name: str, make: Callable[[], Awaitable[bytes]]) -> bytes:
        """As `picture`, for pictures that are painted elsewhere."""
        if not self._painted.is_at_hand(name) and self._painted.pending >= _MOST_WAITING:
            raise TooManyPictures
        return await self._painted.get(name, make)

    def close(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)

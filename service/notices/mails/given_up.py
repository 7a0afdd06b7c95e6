"""Informs people of an address or a webhook of theirs that was given up because nothing arrives there."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Final

from projections.notices import Way
from service.delivery.sender import Ending
from service.notices.notice_log import NoticeLogs
from service.notices.reach import TargetsOf
from service.notices.records import Noticed
from service.runtime.clock import Clock

_REPORTED: Final[tuple[Way, ...]] = ("mail", "webhook")  # a browser that has forgotten us is no news


class GivenUp:
    def __init__(
        self,
        logs: NoticeLogs,
        targets: Mapping[Way, TargetsOf],
        on_news: Callable[[str], Awaitable[None]],
        clock: Clock,
    ) -> None:
        self._logs = logs
        self._targets = targets
        self._on_news = on_news
        self._clock = clock

    async def inform(self, ending: Ending) -> None:
        """Once for each target, however often it is called: the notice is named by the moment since which there is
        that target. Raises Unavailable."""
        if ending.way not in _REPORTED:
            return
        since = (await self._targets[ending.way](ending.person)).get(ending.target)
        if since is not None:
            await self._logs.add(ending.person, Noticed(self._clock(), "unreachable", number=since))
            await self._on_news(ending.person)

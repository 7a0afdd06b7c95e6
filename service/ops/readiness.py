"""Whether this process is fit to serve: the log takes writes, and news of it reaches us in time."""

from typing import Final

from service.assembly import Services
from service.store.errors import Unavailable
from service.store.probe import check_writes

LONGEST_LAG: Final = 5.0  # seconds


async def check(here: Services) -> None:
    """Raises Unavailable unless all is well."""
    await check_writes(here.store)
    if not here.views.is_told:
        raise Unavailable("the feeds are not followed yet")
    if (behind := await here.store.feeds.lag(here.hub.positions)) > LONGEST_LAG:
        raise Unavailable(f"news of the log reaches us {behind:.0f} s late")

"""The connection breaks between a click and its answer; `make soak PARTS=cuts` does that 200 times at random."""

from random import Random

from tests.support.browser_person import Arrive
from tests.support.cut_connections import CUTS, cutting_proxy
from tests.support.cut_moves import plays_by_the_api, plays_in_the_browser
from tests.support.stack import Stack


async def test_a_move_that_is_cut_off_happens_once_and_the_page_shows_it(arrive: Arrive, service: Stack) -> None:
    async with cutting_proxy(service.port, Random(1)) as proxy:
        person = await arrive(at=proxy.url)
        assert await plays_in_the_browser(person, proxy, CUTS)


async def test_a_program_that_repeats_its_request_moves_once(service: Stack) -> None:
    async with cutting_proxy(service.port, Random(1)) as proxy:
        assert await plays_by_the_api(service.url, proxy, CUTS * 3) == len(CUTS) * 3

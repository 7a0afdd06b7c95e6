"""What people ask for themselves: trials of their ways, and games that are mute."""

import pytest

from service.notices.sending.trials import MOST, TRIED_OFTEN
from service.runtime.refusal import Refused
from tests.support.notice_worlds import NoticeWorld

BELLS = "{bells}:rung"


async def test_trials_have_a_limit_for_each_person(world: NoticeWorld) -> None:
    """Each is remembered for days, so that it is sent once."""
    trials = world.services.trials
    for number in range(MOST):
        await trials.push("oona", f"device{number}", "en")
    with pytest.raises(Refused) as refused:
        await trials.push("oona", "another", "en")
    assert refused.value.reason.code == TRIED_OFTEN.code
    await trials.push("jaro", "another", "en")
    world.clock.pass_seconds(3600)
    await trials.push("oona", "another", "en")


async def test_no_bell_carries_the_name_of_a_game_that_was_not_mute(world: NoticeWorld) -> None:
    """Every process keeps the last thousands of bells: long names would fill its memory."""
    await world.services.notices.mute("oona", "x" * 30_000, is_muted=False)
    assert await world.store.servers.call(BELLS, "XLEN", BELLS) == 0
    await world.services.notices.mute("oona", "somegame", is_muted=True)
    before = await world.store.servers.call(BELLS, "XLEN", BELLS)
    await world.services.notices.mute("oona", "somegame", is_muted=False)
    assert await world.store.servers.call(BELLS, "XLEN", BELLS) > before
    assert await world.services.notices.muted("oona") == ()

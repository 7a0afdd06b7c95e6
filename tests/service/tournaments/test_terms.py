"""Which tournaments can be."""

from typing import Any, Final

import msgspec
import pytest

from domain.errors import IllegalMove, Reason
from domain.rules import MODE_NEEDED, Rules
from projections.timing import Days
from service.tournaments import terms as terms_module
from service.tournaments.records import Terms
from service.tournaments.terms import check

NOW: Final = 1_800_000_000_000
DAY: Final = 24 * 60 * 60 * 1000
USUAL: Final = Terms("swiss", Rules("kingdomino", 2), Days(1), 2, 2, 8, starts=NOW + DAY, until=NOW + 90 * DAY)


@pytest.mark.parametrize(
    "changes",
    [{}, {"most": 64}, {"format": "knock_out", "best_of": 5}, {"filler": "flint"}, {"rated": True}, {"starts": NOW}],
)
def test_what_can_be(changes: dict[str, Any]) -> None:
    check(msgspec.structs.replace(USUAL, **changes), NOW)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"most": 65}, terms_module.BAD_SIZE),
        ({"least": 1}, terms_module.BAD_SIZE),
        ({"least": 9}, terms_module.BAD_SIZE),
        ({"format": "round_robin", "most": 13}, terms_module.BAD_SIZE),
        ({"rounds": 0}, terms_module.BAD_ROUNDS),
        ({"rounds": 10}, terms_module.BAD_ROUNDS),
        ({"best_of": 3}, terms_module.BAD_MATCH),
        ({"format": "knock_out", "best_of": 2}, terms_module.BAD_MATCH),
        ({"format": "knock_out", "rules": Rules("kingdomino", 3), "least": 3}, terms_module.KNOCK_OUT_OF_TWO),
        ({"rated": True, "filler": "flint"}, terms_module.RATED_WITHOUT_BOTS),
        ({"starts": NOW - 1}, terms_module.BAD_DATES),
        ({"starts": NOW + 61 * DAY}, terms_module.BAD_DATES),
        ({"until": NOW + DAY}, terms_module.BAD_DATES),
        ({"until": NOW + 402 * DAY}, terms_module.BAD_DATES),
        ({"rules": Rules("origins", 2)}, MODE_NEEDED),
    ],
)
def test_what_cannot_be_is_refused_with_a_reason(changes: dict[str, Any], reason: Reason) -> None:
    with pytest.raises(IllegalMove) as refusal:
        check(msgspec.structs.replace(USUAL, **changes), NOW)
    assert refusal.value.reason.code == reason.code

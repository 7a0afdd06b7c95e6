"""What pages are offered is the complete list of legal moves, in far fewer bytes."""

import json

import msgspec
import pytest

from domain.rules import Rules
from projections.changes import change
from projections.choices import choices
from projections.frames import frames
from projections.offer import offer
from projections.replay import Turn
from projections.table import table
from service.games.timed_steps import note_turns, replay_steps
from service.runtime.compression import packed
from tests.support.configurations import CONFIGURATIONS, name
from tests.support.expanded_offers import expanded
from tests.support.staged_tables import finished

LARGEST = 4096  # bytes of what is packed
ON_SEVEN_BY_SEVEN = [
    Rules("origins", 2, "discovery"),
    Rules("origins", 2, "totem", ("empire_of_fire", "homo_habilis")),
    Rules("origins", 2, "tribe", ("empire_of_fire", "homo_habilis")),
    Rules("kingdomino", 2, None, ("middle_kingdom", "harmony", "mighty_duel")),
]


@pytest.mark.parametrize("rules", CONFIGURATIONS[::17], ids=name)
def test_an_offer_expands_to_the_complete_list(rules: Rules) -> None:
    small = large = 0
    for number, game in enumerate(finished(rules).games):
        if game.position.seat is None:
            continue
        listed = choices(game, shows_earnings=number % 3 == 0)  # to count them takes most of the time
        sent, whole = msgspec.json.encode(offer(listed)), msgspec.json.encode(listed)
        small, large = small + len(sent), large + len(whole)
        assert expanded(json.loads(sent)) == json.loads(whole)
    assert small * 3 < large * 2


@pytest.mark.parametrize("rules", ON_SEVEN_BY_SEVEN, ids=name)
@pytest.mark.parametrize("seeds", [1, pytest.param(12, marks=pytest.mark.long)])
def test_the_largest_answer_on_seven_by_seven_fits_into_four_kilobytes(rules: Rules, seeds: int) -> None:
    """All that is new after a move, the next choice included, as the answer to it is packed."""
    assert rules.size == 7
    largest = alone = 0
    for seed in range(seeds):
        played = finished(rules, seed)
        shown = frames(played.events)
        tables = [table(frame, 0, "game") for frame in shown]
        turns: list[Turn] = []
        note_turns(turns, played.events, shown)
        steps = replay_steps(played.events, shown, turns, 0, "de")
        seq = 1
        for game in played.games[1:]:
            news = {
                "changes": [change(*tables[number - 1 : number + 1]) for number in range(seq, game.version)],
                "steps": steps[seq : game.version],
                "choices": offer(choices(game)) if game.position.seat is not None else None,
            }
            seq = game.version
            largest = max(largest, len(packed(msgspec.json.encode(news))))
            alone = max(alone, len(packed(msgspec.json.encode(news["choices"]))))
    print(f"{largest:,} bytes, of which the offer at most {alone:,}")
    assert largest < LARGEST

"""board/picking.js, imported into a blank page: every move that the service offers can be picked, and no other."""

from itertools import chain
from typing import Any

import msgspec
import pytest

from domain.rules import Rules
from projections.choices import choices
from tests.support.browser_person import Run
from tests.support.staged_tables import DISCOVERY, KINGDOMINO, TOTEM, TRIBE, finished

REACH = """({ placements, turned, moved, emptyPick }, offers) => offers.map((choices) => {
  const spots = placements(choices);
  const begin = { ...emptyPick(choices), ...moved(choices, emptyPick(choices), [1, 0]) };
  const seen = new Set([spots.indexOf(begin.spot)]);
  const open = [begin];
  while (open.length) {
    const pick = open.pop();
    const next = [[1, 0], [0, 1], [-1, 0], [0, -1]].map((way) => ({ ...pick, ...moved(choices, pick, way) }));
    for (const reached of [...next, { ...pick, ...turned(choices, pick) }]) {
      const index = spots.indexOf(reached.spot);
      if (index < 0) return `a spot that is not offered: ${JSON.stringify(reached)}`;
      if (!seen.has(index)) { seen.add(index); open.push(reached); }
    }
  }
  return spots.length - seen.size;
})"""
AIM = """({ towards }, lists) => lists.map((cells) => {
  const seen = new Set(), open = [cells[0]];
  while (open.length) {
    const aim = open.pop();
    if (seen.has(String(aim))) continue;
    seen.add(String(aim));
    for (const way of [[1, 0], [0, 1], [-1, 0], [0, -1]]) open.push(towards(cells, (cell) => cell, aim, way) ?? aim);
  }
  return cells.length - seen.size;
})"""


def offers(rules: Rules, step: str) -> list[dict[str, Any]]:
    """What the service offers at every such moment of a few games."""
    offered = []
    for seed in range(4):
        for game in finished(rules, seed).games[1:]:
            if game.position.step == step:
                offered.append(msgspec.to_builtins(choices(game)))
    return offered


@pytest.mark.parametrize("rules", [DISCOVERY, KINGDOMINO], ids=["origins", "kingdomino"])
async def test_every_place_for_a_domino_is_reached_with_arrows_and_turning(run: Run, rules: Rules) -> None:
    placing = offers(rules, "place")
    assert len(placing) > 50
    missed = await run("board/picking.js", REACH, placing)
    assert not any(missed), f"{sum(map(bool, missed))} of {len(missed)} positions: {missed}"


async def test_every_target_of_a_fire_and_every_resource_is_reached_with_arrows(run: Run) -> None:
    firing = [[move["at"] for move in offer["moves"]] for offer in offers(DISCOVERY, "fire")]
    paying = [list(chain(*offer["recruit"]["resources"].values())) for offer in offers(TRIBE, "recruit")]
    lists = [cells for cells in firing + paying if cells]
    assert len(lists) > 50
    missed = await run("board/picking.js", AIM, lists)
    assert not any(missed), f"{sum(map(bool, missed))} of {len(missed)} positions: {missed}"


async def test_pointing_at_a_cell_finds_a_place_there_turned_as_the_domino_is_if_it_can(run: Run) -> None:
    script = """({ placements, spotAt, turnOf, emptyPick }, offers) => offers.flatMap((choices) => {
      const same = (first, second) => String(first) === String(second);
      const spots = placements(choices);
      const cells = spots.flatMap((move) => [move.a, move.b]);
      return cells.flatMap((cell) => [0, 1, 2, 3].map((turn) => {
        const spot = spotAt(choices, { ...emptyPick(choices), turn }, cell);
        const covering = spots.filter((move) => same(move.a, cell) || same(move.b, cell));
        return covering.includes(spot) && (turnOf(spot) === turn || !covering.some((move) => turnOf(move) === turn));
      }));
    })"""
    assert all(await run("board/picking.js", script, offers(DISCOVERY, "place")))
    assert await run("board/picking.js", "({ spotAt, emptyPick }) => spotAt(null, emptyPick(), [0, 0])") is None


async def test_turning_four_times_brings_every_way_that_fits_and_back_to_the_first(run: Run) -> None:
    script = """({ placements, turned, turnOf, emptyPick }, offers) => offers.map((choices) => {
      const ways = new Set(placements(choices).map(turnOf));
      let pick = emptyPick(choices);
      const first = pick.turn, seen = new Set();
      for (let step = 0; step < ways.size; step += 1) {
        pick = { ...pick, ...turned(choices, pick) };
        seen.add(pick.turn);
      }
      return pick.turn === first && seen.size === ways.size;
    })"""
    assert all(await run("board/picking.js", script, offers(KINGDOMINO, "place")))


async def test_every_domino_that_may_be_chosen_has_its_move(run: Run) -> None:
    script = """({ draftMove }, offers) => offers.every((choices) => {
      const dominoes = choices.moves.flatMap((move) => move.dominoes ?? [move.domino]);
      return dominoes.every((domino) => draftMove(choices, domino)) && draftMove(choices, 99) === null;
    })"""
    for step in ("claim", "draft"):
        assert await run("board/picking.js", script, offers(TOTEM, step))


async def test_a_recruit_is_paid_with_different_resources_and_stands_where_it_may(run: Run) -> None:
    script = """({ recruitOffer, recruitAt, recruit, emptyPick }, offers) => offers.map((choices) => {
      let pick = { ...emptyPick(choices), caveman: choices.recruit.cave[0], source: "cave" };
      const payable = () => recruitOffer(choices, pick).payable;
      while (payable().length) pick = { ...pick, ...recruitAt(choices, pick, payable()[0]) };
      const now = recruitOffer(choices, pick);
      if (!now.isPaid) return now.canAfford("cave") ? "could pay" : null;
      return recruit({ ...pick, ...recruitAt(choices, pick, now.free[0]) });
    })"""
    answers = await run("board/picking.js", script, offers(TRIBE, "recruit"))
    recruits = [move for move in answers if move]
    assert len(recruits) > 5
    for move in recruits:
        assert (move["type"], move["source"], len(move["spend"])) == ("recruit", "cave", 2)
        assert move["at"]

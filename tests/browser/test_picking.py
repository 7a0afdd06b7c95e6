"""board/picking.js, imported into a blank page: every move that the service offers can be picked, and no other."""

from functools import cache
from random import Random
from typing import Any

import msgspec
import pytest

from domain.rules import Rules
from projections.choices import choices
from tests.support.browser_person import Run
from tests.support.staged_tables import DISCOVERY, KINGDOMINO, TOTEM, TRIBE, finished

ARROWS = "const WAYS = [[1, 0], [0, 1], [-1, 0], [0, -1]];"
REACH = f"""({{ placements, turned, moved, emptyPick }}, offers) => offers.map((choices) => {{
  {ARROWS}
  const spots = placements(choices);
  const begin = {{ ...emptyPick(choices), ...moved(choices, emptyPick(choices), [1, 0]) }};
  const seen = new Set(), places = new Set(), open = [begin];
  while (open.length) {{
    const pick = open.pop();
    const sign = JSON.stringify([pick.aim, spots.indexOf(pick.spot)]);
    if (!spots.includes(pick.spot)) return `a spot that is not offered: ${{sign}}`;
    if (seen.has(sign)) continue;
    seen.add(sign);
    places.add(pick.spot);
    open.push({{ ...pick, ...turned(choices, pick) }});
    for (const way of WAYS) open.push({{ ...pick, ...moved(choices, pick, way) }});
  }}
  return spots.length - places.size;
}})"""
AIM = f"""({{ choosable, moved, emptyPick }}, [offers, caveman]) => offers.map((choices) => {{
  {ARROWS}
  const begin = {{ ...emptyPick(choices), ...caveman }};
  const seen = new Set(), open = [begin];
  while (open.length) {{
    const pick = open.pop();
    if (seen.has(String(pick.aim))) continue;
    seen.add(String(pick.aim));
    for (const way of WAYS) open.push({{ ...pick, ...moved(choices, pick, way) }});
  }}
  seen.delete("null");
  return choosable(choices, begin).length - seen.size;
}})"""
# Points, turns, moves and presses by the numbers given. Tells what is wrong, and how often something was played.
PLAY = """({ covering, emptyPick, moved, pointed, pressed, shownMove, turned }, [offers, sequences]) => {
  const covers = (move, cell) => [move.a, move.b, move.at].some((at) => String(at) === String(cell));
  const wrong = [];
  let played = 0;
  for (const [position, ...acts] of sequences) {
    const choices = offers[position % offers.length];
    let pick = emptyPick(choices);
    if (choices.recruit) {
      const spend = Object.values(choices.recruit.resources).slice(0, 2).map(([cell]) => cell);
      pick = { ...pick, caveman: choices.recruit.cave[0], source: "cave", spend: position % 4 ? spend : [] };
    }
    for (const [act, x, y] of acts) {
      const cell = [(x % 9) - 4, (y % 9) - 4];
      const shown = shownMove(choices, pick);
      if (act < 4) pick = { ...pick, ...pointed(choices, pick, cell) };
      else if (act < 8) {
        const before = pick;
        pick = { ...pick, ...turned(choices, pick, x % 2 ? 1 : -1) };
        if (String(pick.aim) !== String(before.aim)) wrong.push(["turning left its square", before, pick]);
        if (!pick.spot !== !before.spot) wrong.push(["turning changed whether something is shown", before, pick]);
      } else if (act < 9) pick = { ...pick, ...moved(choices, pick, [[1, 0], [0, 1], [-1, 0], [0, -1]][x % 4]) };
      else {
        const done = pressed(choices, pick, y % 2 && pick.aim ? pick.aim : cell);
        if (done.move && done.move !== shown && JSON.stringify(done.move) !== JSON.stringify(shown)) {
          wrong.push(["played what was not shown", pick, done.move]);
        }
        if (done.move && !choices.recruit && !choices.moves.includes(done.move)) wrong.push(["not offered", done.move]);
        if (done.move) { played += 1; break; }
        pick = { ...pick, ...done.pick };
      }
      if (pick.spot && !covers(pick.spot, pick.aim)) wrong.push(["what is shown is not where one points", pick]);
      if (pick.spot && !covering(choices, pick.aim).includes(pick.spot)) wrong.push(["shown and not legal", pick]);
    }
  }
  return { wrong: wrong.slice(0, 5), played };
}"""


@cache
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
    firing, paying = offers(DISCOVERY, "fire"), offers(TRIBE, "recruit")
    assert len(firing) + len(paying) > 50
    missed = await run("board/picking.js", AIM, [firing, {}])
    missed += await run("board/picking.js", AIM, [paying, {"caveman": "hunter", "source": "cave"}])
    assert not any(missed), f"{sum(map(bool, missed))} of {len(missed)} positions: {missed}"


async def test_pointing_at_a_cell_finds_a_place_there_turned_as_the_domino_is_if_it_can(run: Run) -> None:
    script = """({ placements, pointed, turnOf, emptyPick }, offers) => offers.flatMap((choices) => {
      const same = (first, second) => String(first) === String(second);
      const spots = placements(choices);
      const cells = spots.flatMap((move) => [move.a, move.b]);
      return cells.flatMap((cell) => [0, 1, 2, 3].map((turn) => {
        const { aim, spot } = pointed(choices, { ...emptyPick(choices), turn }, cell);
        const covering = spots.filter((move) => same(move.a, cell) || same(move.b, cell));
        const isTurned = turnOf(spot) === turn || !covering.some((move) => turnOf(move) === turn);
        return same(aim, cell) && covering.includes(spot) && isTurned;
      }));
    })"""
    assert all(await run("board/picking.js", script, offers(DISCOVERY, "place")))
    nowhere = await run("board/picking.js", "({ pointed, emptyPick }) => pointed(null, emptyPick(), [0, 0])")
    assert nowhere == {"aim": None, "spot": None}


async def test_turning_goes_once_through_every_place_on_the_square_and_back_to_the_first(run: Run) -> None:
    script = """({ choosable, covering, emptyPick, pointed, turned }, offers) => offers.flatMap((choices) =>
      choosable(choices, emptyPick(choices)).flatMap((cell) => [1, -1].map((by) => {
        const begin = { ...emptyPick(choices), ...pointed(choices, emptyPick(choices), cell) };
        const ways = covering(choices, cell);
        const seen = new Set();
        let pick = begin;
        for (const _ of ways) {
          pick = { ...pick, ...turned(choices, pick, by) };
          seen.add(pick.spot);
        }
        return pick.spot === begin.spot && seen.size === ways.length && ways.every((way) => seen.has(way));
      })))"""
    for rules in (DISCOVERY, KINGDOMINO):
        assert all(await run("board/picking.js", script, offers(rules, "place")))


async def test_in_the_hand_a_domino_turns_to_every_way_that_fits_anywhere(run: Run) -> None:
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


@pytest.mark.parametrize(
    ("rules", "step"), [(DISCOVERY, "place"), (KINGDOMINO, "place"), (DISCOVERY, "fire"), (TRIBE, "recruit")]
)
async def test_what_is_shown_is_what_a_press_plays(run: Run, rules: Rules, step: str) -> None:
    """A thousand random sequences of pointing, turning, moving and pressing."""
    rng = Random(17)
    acts = [[rng.randrange(11), rng.randrange(99), rng.randrange(99)] for _ in range(40)]
    sequences = [[rng.randrange(10_000), *rng.sample(acts, 8)] for _ in range(1000)]
    outcome = await run("board/picking.js", PLAY, [offers(rules, step), sequences])
    assert outcome["wrong"] == []
    assert outcome["played"] > 100


async def test_every_domino_that_may_be_chosen_has_its_move(run: Run) -> None:
    script = """({ draftMove }, offers) => offers.every((choices) => {
      const dominoes = choices.moves.flatMap((move) => move.dominoes ?? [move.domino]);
      return dominoes.every((domino) => draftMove(choices, domino)) && draftMove(choices, 99) === null;
    })"""
    for step in ("claim", "draft"):
        assert await run("board/picking.js", script, offers(TOTEM, step))


async def test_a_recruit_is_paid_with_different_resources_and_stands_where_it_may(run: Run) -> None:
    script = """({ recruitOffer, pointed, pressed, emptyPick }, offers) => offers.map((choices) => {
      let pick = { ...emptyPick(choices), caveman: choices.recruit.cave[0], source: "cave" };
      const payable = () => recruitOffer(choices, pick).payable;
      while (payable().length) pick = { ...pick, ...pressed(choices, pick, payable()[0]).pick };
      const now = recruitOffer(choices, pick);
      if (!now.isPaid) return now.canAfford("cave") ? "could pay" : null;
      pick = { ...pick, ...pressed(choices, pick, now.free[0]).pick };
      return pressed(choices, pick, now.free[0]).move;
    })"""
    answers = await run("board/picking.js", script, offers(TRIBE, "recruit"))
    recruits = [move for move in answers if move]
    assert len(recruits) > 5
    for move in recruits:
        assert (move["type"], move["source"], len(move["spend"])) == ("recruit", "cave", 2)
        assert move["at"]

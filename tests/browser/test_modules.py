"""The pure modules of the pages, imported into a blank page: what they compute is compared with what is known here."""

import hashlib
import json
import re
from collections.abc import Awaitable, Callable
from itertools import chain
from random import Random
from typing import Any

import msgspec
import pytest
import pytest_asyncio

from domain.rules import Rules
from projections.choices import choices
from service.pages.shell import PAGES, VERSION
from tests.support.browser_person import Arrive
from tests.support.staged_tables import DISCOVERY, KINGDOMINO, TOTEM, TRIBE, finished

Run = Callable[..., Awaitable[Any]]


@pytest_asyncio.fixture(loop_scope="session")
async def run(arrive: Arrive) -> Run:
    """Calls a function of JavaScript with a module and something that JSON can say."""
    person = await arrive()
    await person.page.goto(f"{person.url}/health/live")

    async def call(name: str, function: str, about: Any = None) -> Any:
        script = f"async (about) => ({function})(await import('/assets/{VERSION}/{name}'), about)"
        return await person.page.evaluate(script, about)

    return call


def offers(rules: Rules, step: str) -> list[dict[str, Any]]:
    """What the service offers at every such moment of a few games."""
    offered = []
    for seed in range(4):
        for game in finished(rules, seed).games[1:]:
            if game.position.step == step:
                offered.append(msgspec.to_builtins(choices(game)))
    return offered


# table/fair.js


async def test_sha256_is_that_of_everybody_else(run: Run) -> None:
    rng = Random(1)
    texts = ["", "abc", "é", "日本", "🔥" * 40, "\0", "a" * 1_000_000]
    texts += [
        "".join(chr(rng.choice((rng.randrange(32, 127), rng.randrange(160, 0xD7FF)))) for _ in range(length))
        for length in range(200)
    ]
    digests = await run("table/fair.js", "({ sha256 }, texts) => texts.map(sha256)", texts)
    assert digests == [hashlib.sha256(text.encode()).hexdigest() for text in texts]


@pytest.mark.parametrize("rules", [KINGDOMINO, TRIBE], ids=["kingdomino", "tribe"])
async def test_a_kept_promise_is_told_from_a_broken_one(run: Run, rules: Rules) -> None:
    started = json.loads(msgspec.json.encode(finished(rules).events[0]))
    kept = await run("table/fair.js", "({ checkDeal }, started) => checkDeal(started)", started)
    assert kept == {"promised": started["commitment"], "computed": started["commitment"], "isKept": True}
    order = started["deal"]["dominoes"]
    order[3], order[4] = order[4], order[3]
    broken = await run("table/fair.js", "({ checkDeal }, started) => checkDeal(started)", started)
    assert not broken["isKept"]
    assert broken["computed"] != broken["promised"] == started["commitment"]


async def test_the_canonical_text_is_the_same_as_on_the_server(run: Run) -> None:
    value = {"b": [1, 2.5, None, True], "a": {"z": '"\\\n', "y": []}, "": {}}
    text = await run("table/fair.js", "({ canonical }, value) => canonical(value)", value)
    assert text == json.dumps(value, sort_keys=True, separators=(",", ":"))


# core/cells.js and core/router.js


async def test_cells_are_named_as_in_records(run: Run) -> None:
    cells = [[0, 0], [-6, -6], [6, 6], [2, -1]]
    assert await run("core/cells.js", "({ cellName }, cells) => cells.map(cellName)", cells) == [
        "g7",
        "a1",
        "m13",
        "i6",
    ]


ROUTED = """({ route }, [pages, paths]) => {
  document.documentElement.dataset.pages = pages;
  return paths.map(route);
}"""


async def test_the_browser_routes_every_address_as_the_server_does(run: Run) -> None:
    paths = [re.sub(r"{\w+:(\w+)}", lambda kind: {"str": "abc-1", "int": "12"}[kind[1]], address) for address in PAGES]
    routes = await run("core/router.js", ROUTED, [json.dumps(PAGES), paths])
    assert [route["page"] for route in routes] == list(PAGES.values())


async def test_a_route_holds_the_parameters_of_its_address(run: Run) -> None:
    paths = {
        "/": {"page": "front"},
        "/rules/totem": {"page": "rules", "chapter": "totem"},
        "/game/abc": {"page": "game", "game": "abc"},
        "/game/abc/12": {"page": "game", "game": "abc", "step": "12"},
        "/game/abc/x": {"page": "lost"},
        "/game/": {"page": "lost"},
        "/lobby/": {"page": "lost"},
        "/nowhere": {"page": "lost"},
    }
    assert await run("core/router.js", ROUTED, [json.dumps(PAGES), list(paths)]) == list(paths.values())


# board/picking.js

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


# replay/stepping.js and table/state.js

STEPPED = """({ neighbour }, [steps, kind]) => {
  const state = { steps, at: 1 };
  const forward = [], back = [];
  const most = steps.length;
  for (let go = 0; go <= most && state.at < most; go += 1) forward.push(state.at = neighbour(state, kind, 1));
  for (let go = 0; go <= most && state.at > 1; go += 1) back.push(state.at = neighbour(state, kind, -1));
  return [forward, back];
}"""


@pytest.mark.parametrize("kind", ["step", "turn", "round"])
async def test_stepping_stops_at_the_end_of_each_and_comes_back_the_same_way(run: Run, kind: str) -> None:
    numbers = [0, 0, 0, 1, 1, 2, 3, 3, 3, 3, 4]
    steps = [{"seq": seq, "step": seq, "turn": number, "round": number} for seq, number in enumerate(numbers, 1)]
    forward, back = await run("replay/stepping.js", STEPPED, [steps, kind])
    stops = [3, 5, 6, 10, 11] if kind != "step" else list(range(2, 12))
    assert forward == stops
    assert back == [*stops[-2::-1], 1]


async def test_a_state_is_never_changed_but_replaced(run: Run) -> None:
    script = """({ defaults, update }) => {
      const frozen = (value) => {
        if (value && typeof value === "object") Object.values(Object.freeze(value)).forEach(frozen);
        return value;
      };
      const table = (seq) => ({ seq, seats: [], status: "running" });
      const messages = [
        { type: "waiting", table: {} }, { type: "newest", table: table(5) }, { type: "newest", table: table(3) },
        { type: "frames", tables: [table(3), table(4)] }, { type: "steps", after: 0, steps: [{ seq: 1 }] },
        { type: "show", at: 99 }, { type: "live", at: 5 }, { type: "since", at: 2 },
        { type: "choices", choices: { seq: 5, moves: [] } }, { type: "pick", pick: { domino: 3 } },
        { type: "sending", is: true }, { type: "connected", is: false }, { type: "large", seat: 1 },
        { type: "lit", lit: null }, { type: "speed", speed: 2 }, { type: "dialog", dialog: null },
        { type: "failed", problem: {} }, { type: "forget" },
      ];
      return messages.reduce((state, message) => frozen(update(state, frozen(message))), frozen(defaults("g"))).last;
    }"""
    assert await run("table/state.js", script) == 5
    refused = """({ defaults, update }) => {
      try { update(defaults('g'), { type: 'nonsense' }); } catch (error) { return error.message; }
    }"""
    assert "nonsense" in await run("table/state.js", refused)


async def test_the_table_shown_is_that_of_the_step_or_the_nearest_before_it(run: Run) -> None:
    script = """({ defaults, shown, isNow }, at) => {
      const state = { ...defaults("g"), tables: { 3: { seq: 3 }, 7: { seq: 7 } }, last: 7, at };
      return [shown(state)?.seq, isNow(state)];
    }"""
    shown = [await run("table/state.js", script, at) for at in (1, 3, 5, 7)]
    assert shown == [[7, False], [3, False], [3, False], [7, True]]


# core/dom.js

PATCHED = """({ h, patch }) => {
  const root = document.createElement("div");
  document.body.append(root);
  const draw = (...nodes) => patch(root, nodes);
  const rows = (...keys) => h("ul", {}, keys.map((key) => h("li", { key }, h("input", { value: key }), key)));
  draw(rows("a", "b", "c"));
  const kept = root.querySelectorAll("li")[2];
  kept.querySelector("input").focus();
  draw(rows("c", "a", "d"));
  const seen = { order: root.textContent, kept: root.querySelector("li") === kept };
  seen.focus = document.activeElement === kept.querySelector("input");
  draw(h("p", { class: "x", hidden: true, onclick: () => {} }, "one ", h("b", {}, "two")), h("svg", {}, h("g", {})));
  seen.html = root.innerHTML;
  seen.drawing = root.querySelector("g").namespaceURI.endsWith("svg");
  const before = root.querySelector("p");
  draw(h("p", {}, "one"), null ?? h("svg", {}));
  seen.same = root.querySelector("p") === before;
  seen.after = root.innerHTML;
  seen.listener = before.onclick;
  draw(h("input", { value: "typed by us" }));
  root.querySelector("input").value = "typed by them";
  draw(h("input", { value: "typed by us" }));
  seen.value = root.querySelector("input").value;
  draw();
  seen.empty = root.innerHTML;
  root.remove();
  return seen;
}"""


async def test_drawing_again_changes_only_what_differs(run: Run) -> None:
    patched = await run("core/dom.js", PATCHED)
    assert patched == {
        "order": "cad",
        "kept": True,
        "focus": True,
        "html": '<p class="x" hidden="">one <b>two</b></p><svg><g></g></svg>',
        "drawing": True,
        "same": True,
        "after": "<p>one</p><svg></svg>",
        "listener": None,
        "value": "typed by us",
        "empty": "",
    }


async def test_a_style_that_is_no_longer_described_is_removed(run: Run) -> None:
    script = """({ h, patch }) => {
      const root = document.createElement("div");
      const styles = [{ color: "red", "--turn": 3 }, { "--turn": 4 }, undefined, { color: "blue" }];
      return styles.map((style) => {
        patch(root, [h("p", style ? { style } : {})]);
        return root.firstChild.style.cssText;
      });
    }"""
    assert await run("core/dom.js", script) == ["color: red; --turn: 3;", "--turn: 4;", "", "color: blue;"]


async def test_text_is_never_read_as_html(run: Run) -> None:
    script = """({ h, patch }) => {
      const root = document.createElement("div");
      patch(root, [h("p", { title: '"><b>' }, "<img src=x onerror=alert(1)>")]);
      return root.querySelectorAll("*").length;
    }"""
    assert await run("core/dom.js", script) == 1

"""The pure modules of the pages, imported into a blank page: what they compute is compared with what is known here."""

import hashlib
import json
import re
from itertools import pairwise
from random import Random

import msgspec
import pytest

from domain.rules import Rules
from projections.changes import change
from projections.choices import choices
from projections.frames import frames
from projections.offer import offer
from projections.table import table
from projections.words import LANGUAGES, Language, plural
from service.pages.assets import PAGES
from tests.support.api_play import Json
from tests.support.browser_person import Arrive, Run
from tests.support.staged_tables import KINGDOMINO, TOTEM, TRIBE, finished

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
async def test_a_kept_promise_is_distinguished_from_a_broken_one(run: Run, rules: Rules) -> None:
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


# table/changes.js


@pytest.mark.parametrize("rules", [KINGDOMINO, TRIBE], ids=["kingdomino", "tribe"])
async def test_the_changes_of_a_whole_game_lead_from_table_to_table(run: Run, rules: Rules) -> None:
    tables = [table(frame, 0, "game") for frame in frames(finished(rules).events)]
    changes = [change(before, after) for before, after in pairwise(tables)]
    whole, differences = json.loads(msgspec.json.encode([tables, changes]))
    script = "({ changed }, [table, changes]) => changes.map((change) => (table = changed(table, change)))"
    assert await run("table/changes.js", script, [whole[0], differences]) == whole[1:]


# board/expanded.js


@pytest.mark.parametrize("rules", [KINGDOMINO, TOTEM, TRIBE], ids=["kingdomino", "totem", "tribe"])
async def test_what_is_offered_in_a_whole_game_expands_to_the_complete_lists(run: Run, rules: Rules) -> None:
    listed = [choices(game) for game in finished(rules).games if game.position.seat is not None]
    whole, offers = json.loads(msgspec.json.encode([listed, [offer(each) for each in listed]]))
    assert await run("board/expanded.js", "({ expanded }, offers) => offers.map(expanded)", offers) == whole


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
        { type: "failed", problem: {} },
      ];
      const next = (state, message) => frozen(update(state, frozen(message)));
      const state = messages.reduce(next, frozen(defaults("g")));
      return [state.last, next(state, { type: "forget" }).last];
    }"""
    assert await run("table/state.js", script) == [5, 0]
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


# lobby/game_filter.js


async def test_own_games_are_found_by_every_filter_and_all_of_them_together(run: Run) -> None:
    def line(game: str, mode: str | None, turn: int, **more: object) -> dict[str, object]:
        rules: Json = {"game": "origins" if mode else "kingdomino", "mode": mode, "seats": 2, "variants": []}
        seats = [{"player": "me", "name": "Oona"}, {"player": "z", "name": more.pop("name", "Zoë Ångström")}]
        return {"game": game, "status": "running", "rules": rules, "turn": turn, "seats": seats, **more}

    lines = [
        line("a", "tribe", 0, label="Revenge of the fish", is_starred=True),
        line("b", None, 1),
        line("c", "tribe", 1, name="Nag", is_starred=True),
        line("d", None, 0, status="over"),
    ]
    wishes = {
        "": "abcd",
        "?text=angstrom": "abd",
        "?text=fish+REVENGE": "a",
        "?text=fish+nag": "",
        "?text=TRIBE+nag": "c",
        "?kind=tribe": "ac",
        "?turn=mine": "a",
        "?turn=others": "bc",
        "?starred=yes": "ac",
        "?opponent=Nag": "c",
        "?opponent=Nag&starred=yes&turn=others&kind=tribe": "c",
        "?opponent=Nag&turn=mine": "",
        "?nonsense=1": "abcd",
    }
    matched = await run(
        "lobby/game_filter.js",
        """({ fits, readFilter, writeFilter }, [lines, wishes]) => wishes.map((wish) => {
            const filter = readFilter(writeFilter(readFilter(wish)));
            const called = { title: ({ mode }) => `Kingdomino ${mode}`, name: (name) => name };
            return lines.filter((line) => fits(line, filter, "me", called)).map((line) => line.game).join("");
        })""",
        [lines, list(wishes)],
    )
    assert dict(zip(wishes, matched, strict=True)) == wishes


# lobby/meanwhile.js


async def test_of_what_happened_meanwhile_each_game_is_told_once_and_turns_together(run: Run) -> None:
    def notice(kind: str, game: str) -> dict[str, str | bool]:
        return {"id": f"{kind}{game}", "kind": kind, "game": game, "is_read": game == "answered"}

    kinds = [("joined", "g"), ("left", "a"), ("finished", "a"), ("turn", "b"), ("turn", "c")]
    questions = [("pause_asked", "answered"), ("pause_asked", "p"), ("started", "p")]
    notices = [notice(kind, game) for kind, game in [*kinds, *questions]]
    meanwhile = {"since": "2026-01-01T00:00:00Z", "until": "2026-01-02T00:00:00Z", "notices": notices}
    begin = 1_767_225_600_000
    touched = {"a": begin + 90_000, "d": begin + 30_000, "e": begin + 90_000, "f": begin + 86_400_001}
    parts = await run(
        "lobby/meanwhile.js",
        """({ happenings, turns, movedOn }, [meanwhile, touched]) => [
            happenings(meanwhile).map(({ id }) => id),
            turns(meanwhile, [{ game: "b" }, { game: "x" }]).map(({ game }) => game),
            movedOn(meanwhile, touched.map(([game, touched]) => ({ game, touched }))).map(({ game }) => game),
        ]""",
        [meanwhile, list(touched.items())],
    )
    assert parts == [["pause_askedp", "finisheda", "joinedg"], ["b"], ["e"]]


async def test_what_happened_to_no_game_is_said_with_its_title(run: Run) -> None:
    notices = [{"game": game, "title": "A word", "text": "Read it."} for game in ("g", None)]
    script = "({ sentenceOf }, notices) => notices.map(sentenceOf)"
    assert await run("lobby/meanwhile.js", script, notices) == ["Read it.", "A word: Read it."]


# plurals: the server's forms are those of the browser's CLDR

_FORMS = """(language) => {
  const rules = new Intl.PluralRules(language);
  return [...Array(1300).keys()].map((count) => rules.select(count));
}"""


@pytest.mark.parametrize("language", LANGUAGES)
async def test_plural_forms_are_those_of_cldr(arrive: Arrive, language: Language) -> None:
    person = await arrive()
    forms = await person.page.evaluate(_FORMS, language)
    assert [plural(count, language) for count in range(1300)] == [form.replace("other", "many") for form in forms]

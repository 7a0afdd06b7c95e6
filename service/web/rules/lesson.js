// A board of the rules on which anything may be tried. Whatever is pressed is sent: the service judges, and says why.

import { among, ARROWS, cellName, DIRECTIONS, same } from "../core/cells.js";
import { ask, read } from "../core/client.js";
import { clamp } from "../core/numbers.js";
import { announce, trying } from "../core/notices.js";
import { cellAt, describe, extent } from "../drawing/territory.js";

const address = (name) => `/api/rules/examples/${encodeURIComponent(name)}`;
const plus = (one, two) => [one[0] + two[0], one[1] + two[1]];

export class Trying {
  static async open(name, redraw) {
    const { table, tries } = await read(address(name));
    return new Trying(name, table, tries, redraw);
  }

  constructor(name, table, tries, redraw) {
    Object.assign(this, { name, begin: table, tries, redraw, lit: null });
    this.forget();
  }

  forget() {
    const [caveman = null] = this.begin.cave ?? [];
    this.answer = null;
    this.tried = null;
    this.pick = {
      turn: this.pick?.turn ?? 0,
      aim: null,
      caveman,
      source: "cave",
      spend: [],
      isPaying: true,
      dominoes: [],
    };
  }

  again = () => {
    this.forget();
    this.redraw();
  };

  get table() {
    return this.answer?.table ?? this.begin;
  }

  get step() {
    return this.begin.step;
  }

  /** The territory with a border of free cells, so that one can also try where it must not grow. */
  land(seat) {
    const { territory } = this.table.seats[seat];
    const isOpen = seat === this.begin.seat && (this.step === "place" || this.step === "fire");
    return isOpen ? { ...territory, size: territory.size + 2 } : territory;
  }

  async send(move) {
    this.tried = move;
    const answer = await trying(() => ask("POST", address(this.name), { move }));
    if (answer && this.tried === move) this.answer = answer;
    this.redraw();
  }

  choose(change) {
    if (this.answer) this.forget();
    Object.assign(this.pick, change);
    this.redraw();
  }

  /** The domino in hand, where it is pointed at. */
  placement(cell) {
    return { type: "place", domino: this.begin.domino, a: cell, b: plus(cell, DIRECTIONS[this.pick.turn]) };
  }

  turn = (by = 1) => this.choose({ turn: (this.pick.turn + by + 4) % 4 });

  press(cell) {
    if (this.answer?.allowed) this.forget(); // the next try begins where this one did
    this.pick.aim = cell;
    if (this.step === "place") this.send(this.placement(cell));
    else if (this.step === "fire") this.send({ type: "fire", at: cell });
    else if (this.step === "recruit") this.recruit(cell);
  }

  recruit(cell) {
    const { caveman, source, spend, isPaying } = this.pick;
    if (!isPaying) this.send({ type: "recruit", caveman, source, spend, at: cell });
    else this.choose({ spend: among(spend, cell) ? spend.filter((paid) => !same(paid, cell)) : [...spend, cell] });
  }

  /** A domino of the line; where two are claimed at once, the second one sends both. */
  take(domino) {
    if (this.step === "draft") return this.send({ type: "draft", domino });
    const dominoes = [...new Set([...(this.answer ? [] : this.pick.dominoes), domino])].sort(
      (one, other) => one - other,
    );
    this.choose({ dominoes });
    return dominoes.length < 2 ? undefined : this.send({ type: "claim", dominoes });
  }

  key = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (ARROWS[event.key]) this.move(ARROWS[event.key]);
    else if (event.key === "r" || event.key === "R") this.turn(event.key === "r" ? 1 : -1);
    else if ((event.key === "Enter" || event.key === " ") && this.pick.aim) this.press(this.pick.aim);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  move(direction) {
    const area = extent(this.land(this.begin.seat), 1);
    const [x, y] = this.pick.aim ? plus(this.pick.aim, direction) : [0, 0];
    const aim = [clamp(x, area.left, area.left + area.width - 1), clamp(y, area.top, area.top + area.height - 1)];
    this.choose({ aim });
    const square = this.table.seats[this.begin.seat].territory.squares.find((candidate) => same(candidate.at, aim));
    announce([cellName(aim), square && describe(this.begin.rules.game, square)].filter(Boolean).join(": "));
  }

  get listeners() {
    const isMouse = (event) => event.pointerType === "mouse";
    return {
      onpointermove: (event) => {
        const cell = cellAt(event);
        if (isMouse(event) && !this.answer && !(this.pick.aim && same(cell, this.pick.aim))) this.choose({ aim: cell });
      },
      onpointerleave: (event) => isMouse(event) && !this.answer && this.choose({ aim: null }),
      onclick: (event) => this.press(cellAt(event)),
      onkeydown: this.key,
    };
  }
}

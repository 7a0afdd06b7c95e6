// A board to try: any move is sent to the service, which says whether the rules allow it, and why not.

import { among, ARROWS, cellName, DIRECTIONS, plus, same } from "../core/cells.js";
import { get, request } from "../core/client.js";
import { announce, withNotice } from "../core/notices.js";
import { clamp } from "../core/numbers.js";
import { cellAt, extent } from "../drawing/grid.js";
import { describe } from "../drawing/territory.js";

/**
 * What is chosen so far.
 * @typedef {object} LessonPick
 * @property {number} turn
 * @property {Cell | null} aim
 * @property {string | null} caveman
 * @property {Source} source
 * @property {Cell[]} spend
 * @property {boolean} isPaying
 * @property {number[]} dominoes
 */

const addressOf = (/** @type {string} */ name) => `/api/rules/examples/${encodeURIComponent(name)}`;

/** @type {(table: Table, turn: number) => LessonPick} */
const emptyPick = (table, turn) => ({
  turn,
  aim: null,
  caveman: table.cave?.[0] ?? null,
  source: "cave",
  spend: [],
  isPaying: true,
  dominoes: [],
});

export class Lesson {
  /**
   * @param {string} name
   * @param {Redraw} redraw
   */
  static async open(name, redraw) {
    const { table, tries } = await get(addressOf(name));
    return new Lesson(name, table, tries, redraw);
  }

  /**
   * @param {string} name
   * @param {Table} table at the beginning
   * @param {Record<string, Move>} tries moves that are worth trying
   * @param {Redraw} redraw
   */
  constructor(name, table, tries, redraw) {
    this.name = name;
    this.begin = table;
    this.tries = tries;
    this.redraw = redraw;
    /** @type {{ seat: number, cells: Cell[] } | null} */
    this.lit = null;
    /** @type {Ruling | null} */
    this.ruling = null;
    /** @type {any} */
    this.tried = null; // the move it is about
    this.pick = emptyPick(table, 0);
  }

  reset() {
    this.ruling = null;
    this.tried = null;
    this.pick = emptyPick(this.begin, this.pick.turn);
  }

  startOver = () => {
    this.reset();
    this.redraw();
  };

  get table() {
    return this.ruling?.table ?? this.begin;
  }

  get step() {
    return this.begin.step;
  }

  /**
   * How many more cells are shown than the territory may measure, so that moves outside it can be tried too.
   * @param {number} seat
   */
  around(seat) {
    return seat === this.begin.seat && (this.step === "place" || this.step === "fire") ? 2 : 0;
  }

  /** @param {object} move */
  async send(move) {
    this.tried = move;
    const ruling = await withNotice(() => request("POST", addressOf(this.name), { move }));
    if (ruling && this.tried === move) this.ruling = ruling;
    this.redraw();
  }

  /** @param {Partial<LessonPick>} change */
  choose(change) {
    if (this.ruling) this.reset();
    Object.assign(this.pick, change);
    this.redraw();
  }

  /**
   * The domino in hand, placed where it is pointed at.
   * @param {Cell} cell
   */
  placement(cell) {
    return { type: "place", domino: this.begin.domino, a: cell, b: plus(cell, DIRECTIONS[this.pick.turn]) };
  }

  turn = (by = 1) => this.choose({ turn: (this.pick.turn + by + 4) % 4 });

  /** @param {Cell} cell */
  press(cell) {
    if (this.ruling?.allowed) this.reset(); // the next try begins where this one did
    this.pick.aim = cell;
    if (this.step === "place") this.send(this.placement(cell));
    else if (this.step === "fire") this.send({ type: "fire", at: cell });
    else if (this.step === "recruit") this.recruit(cell);
  }

  /** @param {Cell} cell */
  recruit(cell) {
    const { caveman, source, spend, isPaying } = this.pick;
    if (!isPaying) this.send({ type: "recruit", caveman, source, spend, at: cell });
    else this.choose({ spend: among(spend, cell) ? spend.filter((paid) => !same(paid, cell)) : [...spend, cell] });
  }

  /**
   * A domino of the line; where two are claimed at once, the second sends both.
   * @param {number} domino
   */
  take(domino) {
    if (this.step === "draft") {
      this.send({ type: "draft", domino });
      return;
    }
    const before = this.ruling ? [] : this.pick.dominoes;
    const dominoes = [...new Set([...before, domino])].sort((first, second) => first - second);
    this.choose({ dominoes });
    if (dominoes.length > 1) this.send({ type: "claim", dominoes });
  }

  /** @param {KeyboardEvent} event */
  key = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (ARROWS[event.key]) this.moveAim(ARROWS[event.key]);
    else if (event.key === "r" || event.key === "R") this.turn(event.key === "r" ? 1 : -1);
    else if ((event.key === "Enter" || event.key === " ") && this.pick.aim) this.press(this.pick.aim);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  /** The seat whose turn it is in this lesson. */
  get seat() {
    return this.begin.seat ?? 0;
  }

  /** @param {Cell} direction */
  moveAim(direction) {
    const area = extent(this.table.seats[this.seat].territory, this.around(this.seat));
    const [x, y] = this.pick.aim ? plus(this.pick.aim, direction) : [0, 0];
    /** @type {Cell} */
    const aim = [clamp(x, area.left, area.left + area.width - 1), clamp(y, area.top, area.top + area.height - 1)];
    this.choose({ aim });
    const square = this.table.seats[this.seat].territory.squares.find((candidate) => same(candidate.at, aim));
    announce([cellName(aim), square && describe(this.begin.rules.game, square)].filter(Boolean).join(": "));
  }

  /** @returns {Listeners} */
  get listeners() {
    const isMouse = (/** @type {PointerEvent} */ event) => event.pointerType === "mouse";
    return {
      onpointermove: (event) => {
        const cell = cellAt(event);
        const isThere = this.pick.aim && same(cell, this.pick.aim);
        if (isMouse(event) && !this.ruling && !isThere) this.choose({ aim: cell });
      },
      onpointerleave: (event) => isMouse(event) && !this.ruling && this.choose({ aim: null }),
      onclick: (event) => this.press(cellAt(event)),
      onkeydown: this.key,
    };
  }
}

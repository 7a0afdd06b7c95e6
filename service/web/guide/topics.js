// What a guided game teaches, in order: when each topic has its time, what to point at, and when it is learned.

import { recruitOffer } from "../board/picking.js";
import { dominoesOf } from "../core/moves.js";
import { best, bestCaveman, bestOfRecruit, NOTHING } from "./suggesting.js";

/** @typedef {import("./suggesting.js").Drawn} Drawn */

/**
 * The moment that is looked at: the reader's turn.
 * @typedef {object} Moment
 * @property {Table} table
 * @property {Choices} choices
 * @property {BoardPick} pick
 * @property {Record<string, number>} done how often the reader has done each kind of step
 */

/**
 * `isRead`: there is nothing to do but to read it. `isFree`: who does something else has no need of it.
 * @typedef {object} Topic
 * @property {string} name
 * @property {(moment: Moment) => boolean} when
 * @property {(moment: Moment) => boolean} [isDone]
 * @property {(moment: Moment) => number | null} [choice] the move to try, by its number
 * @property {(moment: Moment) => Drawn} [show] what to look at, if it is no such move
 * @property {(moment: Moment) => object} [gaps] of its sentence
 * @property {boolean} [isRead]
 * @property {boolean} [isFree]
 */

const isDraft = (/** @type {Choices} */ { step }) => step === "draft" || step === "claim";
const own = (/** @type {Table} */ table) => table.seats[table.viewer ?? 0];
/** @type {(table: Table) => Slot[]} */
const ownSlots = ({ line, next_line, viewer }) => [...line, ...next_line].filter(({ seat }) => seat === viewer);
const isVolcano = (/** @type {Tile} */ { a, b }) => a.craters + b.craters > 0;
const good = (/** @type {Moment} */ { choices }) => best(choices);

/** @type {(table: Table) => Region | undefined} the region that scores most */
const richest = (table) =>
  own(table)
    .score.regions.filter(({ points }) => points)
    .sort((one, other) => other.points - one.points)[0];

/** @type {(moment: Moment) => (move: Move) => boolean} whether a move takes a domino with a volcano */
const takesVolcano = ({ table }) => {
  const volcanoes = [...table.line, ...table.next_line].filter(isVolcano).map(({ domino }) => domino);
  return (move) => dominoesOf(move).some((domino) => volcanoes.includes(domino));
};

/** @type {Topic} */
const CLAIM = {
  name: "claim",
  when: ({ choices }) => isDraft(choices),
  isDone: ({ done }) => done.domino_drafted > 0,
  choice: good,
};
/** @type {Topic} */
const ORDER = {
  name: "order",
  when: ({ done }) => done.domino_drafted > 0,
  show: ({ table }) => ({ ...NOTHING, dominoes: ownSlots(table).map(({ domino }) => domino) }),
  isRead: true,
};
/** @type {Topic} */
const PLACE = {
  name: "place",
  when: ({ choices }) => choices.step === "place",
  isDone: ({ done }) => done.domino_placed > 0,
  choice: good,
};
/** @type {Topic} */
const ROTATE = {
  name: "rotate",
  when: ({ choices, done }) => choices.step === "place" && done.domino_placed > 0,
  isFree: true,
};
/** @type {Topic} */
const MATCH = {
  name: "match",
  when: ({ choices, done }) => choices.step === "place" && done.domino_placed > 0,
  isDone: ({ done }) => done.domino_placed > 1,
  choice: good,
};
/** @type {Topic} */
const REGION = {
  name: "region",
  when: ({ table }) => Boolean(richest(table)),
  gaps: ({ table }) => richest(table) ?? {},
  show: ({ table }) => ({ ...NOTHING, cells: richest(table)?.cells ?? [] }),
  isRead: true,
};
/** @type {Topic} */
const VOLCANO = {
  name: "volcano",
  when: (moment) => isDraft(moment.choices) && moment.choices.moves.some(takesVolcano(moment)),
  isDone: ({ table, done }) => done.fire_landed > 0 || ownSlots(table).some(isVolcano),
  choice: (moment) => best(moment.choices, takesVolcano(moment)),
};
/** @type {Topic} */
const FIRE = {
  name: "fire",
  when: ({ choices }) => choices.step === "fire",
  isDone: ({ done }) => done.fire_landed > 0,
  choice: good,
};
/** @type {Topic} */
const SIZE = { name: "size", when: ({ done }) => done.domino_placed > 1, isRead: true };
/** @type {Topic} */
const RESOURCE = {
  name: "resource",
  when: ({ choices }) => choices.step === "place",
  show: ({ table }) => ({ ...NOTHING, dominoes: ownSlots(table).map(({ domino }) => domino) }),
  isRead: true,
};
/** @type {Topic} */
const TOTEM = {
  name: "totem",
  when: ({ table }) => Object.values(table.totems ?? {}).includes(table.viewer),
  isRead: true,
};
/** @type {Topic} */
const BURN = {
  name: "burn",
  when: ({ choices, done }) => choices.step === "fire" || done.fire_landed > 0,
  isRead: true,
};
/** @type {Topic} */
const RECRUIT = {
  name: "recruit",
  when: ({ choices, pick }) => Boolean(!pick.caveman && recruitOffer(choices, pick)?.canAfford("cave")),
  isDone: ({ pick, done }) => done.caveman_recruited > 0 || pick.caveman !== null,
  show: ({ choices }) => bestCaveman(choices),
};
/** @type {Topic} */
const PAY = {
  name: "pay",
  when: ({ choices, pick }) => Boolean(pick.caveman && !recruitOffer(choices, pick)?.isPaid),
  isDone: ({ choices, pick, done }) => done.caveman_recruited > 0 || Boolean(recruitOffer(choices, pick)?.isPaid),
  show: ({ choices, pick }) => bestOfRecruit(choices, pick),
};
/** @type {Topic} */
const STAND = {
  name: "stand",
  when: ({ choices, pick }) => Boolean(pick.caveman && recruitOffer(choices, pick)?.isPaid),
  isDone: ({ done }) => done.caveman_recruited > 0,
  show: ({ choices, pick }) => bestOfRecruit(choices, pick),
};
/** @type {Topic} */
const CAVEMEN = { name: "cavemen", when: ({ done }) => done.caveman_recruited > 0, isRead: true };

/** @type {Record<string, Topic[]>} */
export const TOPICS = {
  discovery: [CLAIM, ORDER, PLACE, REGION, ROTATE, MATCH, VOLCANO, FIRE],
  totem: [RESOURCE, TOTEM, VOLCANO, BURN],
  tribe: [RESOURCE, RECRUIT, PAY, STAND, CAVEMEN],
  kingdomino: [CLAIM, ORDER, PLACE, REGION, ROTATE, MATCH, SIZE],
};

/**
 * Between the topics one does as one likes; a good move is shown.
 * @type {Topic}
 */
export const FREE = { name: "free", when: ({ choices }) => choices.step !== "recruit", choice: good };
/** @type {Topic} */
export const HIRE = {
  name: "hire",
  when: () => true,
  show: ({ choices, pick }) => (pick.caveman ? bestOfRecruit(choices, pick) : bestCaveman(choices)),
};

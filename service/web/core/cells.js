// Cells of a territory: [column, row], counted from the hut, which is [0, 0].

/**
 * The four ways from one cell to the next, clockwise: also those in which a domino can be turned.
 * @type {Cell[]}
 */
export const DIRECTIONS = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
];

/**
 * The same by the keys of a keyboard.
 * @type {Record<string, Cell>}
 */
export const ARROWS = {
  ArrowRight: DIRECTIONS[0],
  ArrowDown: DIRECTIONS[1],
  ArrowLeft: DIRECTIONS[2],
  ArrowUp: DIRECTIONS[3],
};

/** @type {(first: Cell, second: Cell) => boolean} */
export const same = (first, second) => first[0] === second[0] && first[1] === second[1];

/** @type {(cells: Cell[], cell: Cell) => boolean} */
export const among = (cells, cell) => cells.some((other) => same(other, cell));

/** @type {(cells: Cell[]) => Cell[]} */
export const distinct = (cells) =>
  cells.filter((cell, index) => cells.findIndex((other) => same(other, cell)) === index);

/** @type {(cell: Cell, step: Cell) => Cell} */
export const plus = (cell, step) => [cell[0] + step[0], cell[1] + step[1]];

/**
 * A cell as records write it: a column letter and a row number, the hut on g7.
 * @type {(cell: Cell) => string}
 */
export const cellName = ([x, y]) => `${"abcdefghijklm"[x + 6]}${y + 7}`;

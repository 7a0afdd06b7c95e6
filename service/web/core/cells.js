// Cells of a territory: [column, row], counted from the hut, which is [0, 0].

/** The four ways from one cell to the next, clockwise: also those in which a domino can be turned. */
export const DIRECTIONS = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
];

/** The same by the keys of a keyboard. */
export const ARROWS = {
  ArrowRight: DIRECTIONS[0],
  ArrowDown: DIRECTIONS[1],
  ArrowLeft: DIRECTIONS[2],
  ArrowUp: DIRECTIONS[3],
};

export const same = (one, other) => one[0] === other[0] && one[1] === other[1];
export const among = (cells, cell) => cells.some((other) => same(other, cell));

/** A cell as records write it: a column letter and a row number, the hut on g7. */
export const cellName = ([x, y]) => `${"abcdefghijklm"[x + 6]}${y + 7}`;

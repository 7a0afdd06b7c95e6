// Cells as the records write them: a column letter and a row number, the hut on g7.

export const cellName = ([x, y]) => `${"abcdefghijklm"[x + 6]}${y + 7}`;

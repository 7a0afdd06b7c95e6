// How the table looks once a move is made, drawn before the service has answered. Knows no rules: it only puts the
// pieces where the player wants them, and the answer replaces it.

import { among, same } from "../core/cells.js";
import { craters, dominoesOf } from "../core/moves.js";

/** @type {(table: Table, move: Move) => Table} */
export function expected(table, move) {
  switch (move.type) {
    case "place":
      return placed(table, move);
    case "draft":
    case "claim":
      return {
        ...table,
        next_line: table.next_line.map((slot) =>
          dominoesOf(move).includes(slot.domino) ? { ...slot, seat: table.viewer } : slot,
        ),
      };
    case "fire":
      return withSquares(table, (square) =>
        same(square.at, move.at) ? { ...square, resource: null, caveman: null, fire: craters(table) } : square,
      );
    case "recruit":
      return withSquares(table, (square) => ({
        ...square,
        resource: among(move.spend, square.at) ? null : square.resource,
        caveman: same(square.at, move.at) ? move.caveman : square.caveman,
      }));
    case "decline":
      return { ...table, line: table.line.filter(({ domino }) => domino !== move.domino) };
    case "give_totem":
      return { ...table, totems: { ...table.totems, [move.resource]: move.to } };
    default:
      return table;
  }
}

/** @type {(table: Table, move: Place) => Table} */
function placed(table, move) {
  const slot = table.line.find(({ domino }) => domino === move.domino);
  if (!slot) return table;
  const squares = [
    { ...slot.a, domino: move.domino, at: move.a },
    { ...slot.b, domino: move.domino, at: move.b },
  ];
  const line = table.line.filter((other) => other !== slot);
  return { ...withTerritory(table, (territory) => [...territory, ...squares]), line };
}

/** @type {(table: Table, change: (square: PlacedSquare) => PlacedSquare) => Table} */
const withSquares = (table, change) => withTerritory(table, (squares) => squares.map(change));

/** @type {(table: Table, change: (squares: PlacedSquare[]) => PlacedSquare[]) => Table} */
const withTerritory = (table, change) => ({
  ...table,
  seats: table.seats.map((seat, number) =>
    number === table.viewer
      ? { ...seat, territory: { ...seat.territory, squares: change(seat.territory.squares) } }
      : seat,
  ),
});

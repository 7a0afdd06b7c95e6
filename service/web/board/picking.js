// Choosing one of the moves that the service offers, step by step. Knows no rules: it only looks through the offer.

import { among, DIRECTIONS, same } from "../core/cells.js";

/** Nothing chosen yet; the domino stays turned as it was, if it fits so anywhere. */
export function nothing(choices = null, turn = 0) {
  const spots = placements(choices);
  const turned = spots.some((move) => turnOf(move) === turn) || !spots.length ? turn : turnOf(spots[0]);
  return { turn: turned, spot: null, aim: null, domino: null, caveman: null, source: null, spend: [], at: null };
}

/** How a placement is turned: the direction from its first square to its second. */
export const turnOf = (move) =>
  DIRECTIONS.findIndex((step) => same(step, [move.b[0] - move.a[0], move.b[1] - move.a[1]]));
export const placements = (choices) => choices?.moves.filter((move) => move.type === "place") ?? [];
export const targets = (choices) => choices?.moves.filter((move) => move.type === "fire") ?? [];
export const other = (choices, type) => choices?.moves.find((move) => move.type === type) ?? null;

/** The placement to show when the pointer is on `cell`: turned as the domino is, or as it fits. */
export function spotAt(choices, pick, cell) {
  const here = placements(choices).filter((move) => same(move.a, cell) || same(move.b, cell));
  return (
    here.find((move) => turnOf(move) === pick.turn && same(move.a, cell)) ??
    here.find((move) => turnOf(move) === pick.turn) ??
    here[0] ??
    null
  );
}

/** The domino turned on: the next of the four ways in which it fits somewhere, where it lies now if it can. */
export function turned(choices, pick, by = 1) {
  const spots = placements(choices);
  for (let step = 1; step <= 4; step += 1) {
    const turn = (((pick.turn + by * step) % 4) + 4) % 4;
    const ways = spots.filter((move) => turnOf(move) === turn);
    if (!ways.length) continue;
    const spot = pick.spot && (ways.find((move) => same(move.a, pick.spot.a)) ?? nearest(ways, centre(pick.spot)));
    return { turn, spot: spot ?? pick.spot };
  }
  return {};
}

const centre = (move) => [(move.a[0] + move.b[0]) / 2, (move.a[1] + move.b[1]) / 2];
const distance = (one, two) => (one[0] - two[0]) ** 2 + (one[1] - two[1]) ** 2;
const nearest = (moves, point) =>
  moves.reduce((best, move) => (distance(centre(move), point) < distance(centre(best), point) ? move : best));

/** The next thing in a direction, from a list of things with a place: the nearest one that lies more that way than aside. */
export function towards(things, placeOf, from, [dx, dy]) {
  const ahead = things
    .map((thing) => {
      const place = placeOf(thing);
      const along = (place[0] - from[0]) * dx + (place[1] - from[1]) * dy;
      const aside = Math.abs((place[0] - from[0]) * dy) + Math.abs((place[1] - from[1]) * dx);
      return { thing, along, cost: along + 2 * aside };
    })
    .filter(({ along }) => along > 0);
  return ahead.length ? ahead.reduce((best, next) => (next.cost < best.cost ? next : best)).thing : null;
}

/** The ghost one spot on: among the spots for the domino as it is turned. */
export function moved(choices, pick, direction) {
  const spots = placements(choices).filter((move) => turnOf(move) === pick.turn);
  if (!pick.spot) return { spot: spots.length ? nearest(spots, [0, 0]) : null };
  return { spot: towards(spots, centre, centre(pick.spot), direction) ?? pick.spot };
}

/** The move that picks this domino of a line, if there is one; a pair needs a second one of `first`. */
export const drafting = (choices, domino) =>
  choices?.moves.find(
    (move) =>
      (move.type === "draft" || move.type === "claim") && (move.domino === domino || move.dominoes?.includes(domino)),
  ) ?? null;

/** The recruit as far as it is chosen: what can be chosen next. */
export function recruiting(choices, pick) {
  const offer = choices?.recruit;
  if (!offer) return null;
  const price = pick.source ? offer.price[pick.source] : 0;
  const kindOf = (cell) => Object.keys(offer.resources).find((kind) => among(offer.resources[kind], cell));
  const paid = pick.spend.map(kindOf);
  const isPaid = pick.caveman !== null && pick.spend.length === price;
  const payable =
    pick.caveman && !isPaid
      ? Object.entries(offer.resources)
          .filter(([kind]) => !paid.includes(kind))
          .flatMap(([, cells]) => cells)
      : [];
  const canAfford = (source) => Object.keys(offer.resources).length >= offer.price[source];
  return { offer, price, isPaid, payable, canAfford, free: isPaid ? [...offer.free, ...pick.spend] : [] };
}

/** What a click on this cell adds to a recruit. */
export function recruitAt(choices, pick, cell) {
  const now = recruiting(choices, pick);
  if (among(now.payable, cell)) return { spend: [...pick.spend, cell] };
  if (among(now.free, cell)) return { at: cell };
  if (among(pick.spend, cell)) return { spend: pick.spend.filter((paid) => !same(paid, cell)), at: null };
  return {};
}

export const recruit = (pick) => ({
  type: "recruit",
  caveman: pick.caveman,
  source: pick.source,
  spend: pick.spend,
  at: pick.at,
});

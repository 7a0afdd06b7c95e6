// Two fingers look closer at a territory, and one moves what is shown then.

import { clamp } from "../core/numbers.js";
import { CELL } from "../drawing/grid.js";

/** @typedef {import("../drawing/grid.js").Area} Area */
/** @typedef {[x: number, y: number]} Point in cells from the corner of the window */

const NEAREST = 3; // times as large

/** @type {(points: Point[]) => Point} */
const middle = (points) => [
  points.reduce((sum, [x]) => sum + x, 0) / points.length,
  points.reduce((sum, [, y]) => sum + y, 0) / points.length,
];

/** @type {(points: Point[]) => number} */
const spread = ([first, second = first]) => Math.hypot(first[0] - second[0], first[1] - second[1]);

/**
 * What is shown after one or two fingers moved: what was below them still is. Null, if it is everything.
 * @type {(area: Area, view: Area, before: Point[], after: Point[]) => Area | null}
 */
export function pinched(area, view, before, after) {
  const factor = before.length > 1 ? spread(after) / spread(before) : 1;
  const width = clamp(view.width / factor, area.width / NEAREST, area.width);
  const height = (area.height * width) / area.width;
  const [from, to] = [middle(before), middle(after)];
  const left = view.left + (from[0] * view.width - to[0] * width) / area.width;
  const top = view.top + (from[1] * view.height - to[1] * height) / area.height;
  if (width === area.width) return null;
  return {
    left: clamp(left, area.left, area.left + area.width - width),
    top: clamp(top, area.top, area.top + area.height - height),
    width,
    height,
  };
}

/**
 * What fingers look at: `whole` is shown when one does not look closer, `near` is what one looks at closer.
 * @param {{ whole: () => Area | null, near: () => Area | null, look: (near: Area | null) => void }} board
 */
export function pinching(board) {
  /** @type {Map<number, Point>} */
  const fingers = new Map();

  /** @type {(event: On<PointerEvent>) => Point} */
  const pointOf = ({ currentTarget, clientX, clientY }) => {
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(currentTarget.getScreenCTM().inverse());
    return [x / CELL, y / CELL];
  };

  return {
    /** @param {On<PointerEvent>} event */
    move(event) {
      const [area, zoom] = [board.whole(), board.near()];
      const before = [...fingers.values()].slice(0, 2);
      const isNew = !fingers.has(event.pointerId);
      fingers.set(event.pointerId, pointOf(event));
      if (isNew || !area || (fingers.size < 2 && !zoom)) return;
      board.look(pinched(area, zoom ?? area, before, [...fingers.values()].slice(0, 2)));
    },
    /** @param {On<PointerEvent>} event */
    lift: (event) => fingers.delete(event.pointerId),
  };
}

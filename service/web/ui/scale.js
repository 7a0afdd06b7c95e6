// From numbers to places in a picture: one scale for every chart.

/**
 * Maps numbers from `low` to `high` onto places from `start` to `end`, in proportion.
 * @param {number} low
 * @param {number} high
 * @param {number} start
 * @param {number} end
 * @returns {(value: number) => number}
 */
export const scale = (low, high, start, end) => (value) => start + ((value - low) / (high - low)) * (end - start);

/**
 * The path of a curve through these points, or with `isClosed` around an area.
 * @param {[x: number, y: number][]} points
 */
export function path(points, isClosed = false) {
  const corners = points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`);
  return `M${corners.join("L")}${isClosed ? "Z" : ""}`;
}

/**
 * Where a picture as wide as the page was pressed: a number from `low` to `high`.
 * @param {On<PointerEvent>} event
 * @param {number} low
 * @param {number} high
 */
export function pressedAt(event, low, high) {
  const box = event.currentTarget.getBoundingClientRect();
  return Math.round(scale(box.left, box.right, low, high)(event.clientX));
}

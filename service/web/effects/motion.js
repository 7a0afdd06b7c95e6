// Things that fly, turn, rise and count: drawn over a page that is finished already, and gone in a third of a second.

import { enableStyles } from "../core/on_demand.js";

await enableStyles("effects");

const LASTS = 300; // milliseconds

/** @typedef {{ x: number, y: number, width: number, height: number }} Place the centre and size of something seen */

/** @type {Set<Animation>} */
const running = new Set();

/** Ends everything that still moves: what happens next does not wait for it. */
export function settle() {
  for (const animation of running) animation.finish();
}

/**
 * @param {Element} element
 * @param {Keyframe[] | PropertyIndexedKeyframes} frames
 * @param {KeyframeAnimationOptions} options
 * @param {() => void} [after]
 */
function move(element, frames, options, after) {
  const animation = element.animate(frames, { duration: LASTS, easing: "ease-out", fill: "backwards", ...options });
  running.add(animation);
  animation.onfinish = () => {
    running.delete(animation);
    after?.();
  };
}

/**
 * Where an element is seen; null if it is not.
 * @param {Element | null | undefined} element
 * @returns {Place | null}
 */
export function placeOf(element) {
  const box = element?.getBoundingClientRect();
  if (!box?.width || !box.height) return null;
  return { x: box.x + box.width / 2, y: box.y + box.height / 2, width: box.width, height: box.height };
}

/**
 * Flies a copy of a picture from one place to another, turned by `turn` degrees; `arc` is how high it rises on its way.
 * @param {Element} picture
 * @param {Place} from
 * @param {Place} to
 * @param {{ turn?: number, arc?: number }} way
 */
export function fly(picture, from, to, { turn = 0, arc = 0 } = {}) {
  const flying = over("flying", from);
  flying.append(picture);
  const [x, y, scale] = [to.x - from.x, to.y - from.y, to.width / from.width];
  const top = `translate(${x / 2}px, ${y / 2 - arc}px) rotate(${turn / 2}deg) scale(${((1 + scale) / 2) * 1.15})`;
  const frames = ["none", top, `translate(${x}px, ${y}px) rotate(${turn}deg) scale(${scale})`];
  move(flying, { transform: frames }, { easing: "ease-in-out", fill: "both" }, () => flying.remove());
}

/**
 * Lets an element come from where another one was. A copy flies: the element itself would pass behind what follows it.
 * @param {Element} element
 * @param {Place} from
 */
export function comeFrom(element, from) {
  const to = placeOf(element);
  if (!to) return;
  fly(/** @type {Element} */ (element.cloneNode(true)), from, to, { arc: 20 });
  appear(element);
}

/**
 * Turns an element over, as the `order`th of several.
 * @param {Element} element
 * @param {number} order
 */
export function turnOver(element, order) {
  move(element, { transform: ["rotateX(90deg)", "none"] }, { duration: 180, delay: order * 40 });
}

/**
 * Lets something appear when what flies there has arrived.
 * @param {Element} element
 */
export function appear(element) {
  move(element, { opacity: [0, 0, 1], offset: [0, 0.85, 1] }, {});
}

/**
 * What burns turns black, and is gone.
 * @param {Element} picture
 * @param {Place} at
 */
export function char(picture, at) {
  const burning = over("flying", at);
  burning.append(picture);
  const filters = ["none", "brightness(0.3) sepia(1)", "brightness(0)"];
  move(burning, { filter: filters, opacity: [1, 1, 0] }, { duration: 350, fill: "both" }, () => burning.remove());
}

/**
 * "+9" rises.
 * @param {string} text
 * @param {Place} at
 */
export function rise(text, at) {
  const rising = over("rising", at);
  rising.textContent = text;
  const frames = { transform: ["none", "translateY(-2.2rem)"], opacity: [1, 1, 0] };
  move(rising, frames, { duration: 350, fill: "both" }, () => rising.remove());
}

/**
 * Counts up to the number that an element shows. Its text is the final one all the time; see styles/motion.css.
 * @param {HTMLElement} element
 * @param {number} from
 */
export function countUp(element, from) {
  element.dataset.counting = "";
  const frames = /** @type {PropertyIndexedKeyframes} */ ({ "--count": [from, Number(element.textContent)] });
  move(element, frames, { fill: "both" }, () => delete element.dataset.counting);
}

/**
 * An empty element over the page, at this place.
 * @param {string} classes
 * @param {Place} at
 */
function over(classes, at) {
  const element = document.createElement("div");
  element.className = classes;
  element.ariaHidden = "true";
  element.style.setProperty("left", `${at.x - at.width / 2}px`);
  element.style.setProperty("top", `${at.y - at.height / 2}px`);
  element.style.setProperty("width", `${at.width}px`);
  element.style.setProperty("height", `${at.height}px`);
  document.body.append(element);
  return element;
}

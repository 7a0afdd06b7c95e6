// Carrying a domino from the line or the hand onto the board, with a mouse or a finger.

const BEGIN = 8; // pixels after which a press is a drag

/**
 * Follows the pointer from where it went down on `origin`. A press that does not move is left alone. `over` is called
 * with the territory below the pointer, and tells whether the domino is shown there.
 * @param {Element} origin
 * @param {{ pointerId: number, clientX: number, clientY: number }} down
 * @param {(board: Element | null, at: PointerEvent, isDropped: boolean) => boolean} over
 */
export function carry(origin, { pointerId, clientX, clientY }, over) {
  /** @type {SVGElement | null} */
  let image = null;
  const ending = new AbortController();

  /** @type {(event: PointerEvent) => Element | null} */
  const boardAt = (event) =>
    document.elementFromPoint(event.clientX, event.clientY)?.closest(".board.is-own .territory") ?? null;

  /** @param {PointerEvent} event */
  function move(event) {
    if (event.pointerId !== pointerId) return;
    if (!event.buttons) {
      end(event); // it went up before we could listen
      return;
    }
    if (!image && Math.hypot(event.clientX - clientX, event.clientY - clientY) < BEGIN) return;
    image ??= lifted(origin);
    image.style.transform = `translate(${event.clientX}px, ${event.clientY}px) translate(-50%, -50%)`;
    image.classList.toggle("is-shown", over(boardAt(event), event, false)); // the board shows it already
  }

  /** @param {PointerEvent} event */
  function end(event) {
    if (event.pointerId !== pointerId) return;
    ending.abort();
    if (!image) return;
    image.remove();
    over(event.type === "pointerup" ? boardAt(event) : null, event, true);
  }

  const { signal } = ending;
  addEventListener("pointermove", move, { signal });
  addEventListener("pointerup", end, { signal });
  addEventListener("pointercancel", end, { signal });
}

/**
 * The picture of the domino, which follows the pointer.
 * @param {Element} origin
 */
function lifted(origin) {
  const drawing = origin.querySelector("svg") ?? origin;
  const image = /** @type {SVGElement} */ (drawing.cloneNode(true));
  const { width, height } = drawing.getBoundingClientRect();
  image.classList.add("carried");
  image.style.width = `${width}px`;
  image.style.height = `${height}px`;
  document.body.append(image);
  return image;
}

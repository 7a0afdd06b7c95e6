// A sheet that comes from below goes away when a finger drags it down.

const FAR = 90; // pixels after which it does not come back

/**
 * @param {HTMLDialogElement} sheet
 * @param {string} grips the parts of it that can be dragged
 */
export function swipeAway(sheet, grips) {
  /** @type {{ pointer: number, y: number } | null} */
  let from = null;
  const lowered = (/** @type {PointerEvent} */ { clientY }) => (from ? Math.max(0, clientY - from.y) : 0);
  const lower = (/** @type {number} */ by) => sheet.style.setProperty("translate", by ? `0 ${by}px` : "none");

  sheet.addEventListener("pointerdown", ({ target, pointerType, pointerId, clientY }) => {
    const isGrip = pointerType !== "mouse" && target instanceof Element && target.closest(grips);
    from = isGrip && !from ? { pointer: pointerId, y: clientY } : null; // a second finger pinches
    lower(0);
  });
  sheet.addEventListener("pointermove", (event) => {
    if (event.pointerId === from?.pointer) lower(lowered(event));
  });
  for (const end of /** @type {const} */ (["pointerup", "pointercancel"])) {
    sheet.addEventListener(end, (event) => {
      if (event.pointerId !== from?.pointer) return;
      const isFar = end === "pointerup" && lowered(event) > FAR;
      from = null;
      if (isFar) sheet.close();
      else lower(0);
    });
  }
}

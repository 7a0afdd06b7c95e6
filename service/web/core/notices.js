// Short messages above the page: what went wrong, or what was done.

export const shown = [];
let redraw = () => {};
export const onNotice = (listener) => (redraw = listener);

/** Shows a message until it is closed; one that only tells goes by itself. `rule` is the number of a rule it is about. */
export function notice(text, kind = "info", rule = null) {
  const entry = { text, kind, rule };
  shown.push(entry);
  if (shown.length > 3) shown.shift();
  if (kind === "info") setTimeout(() => close(entry), 5000);
  redraw();
}

export function close(entry) {
  const at = shown.indexOf(entry);
  if (at >= 0) shown.splice(at, 1);
  redraw();
}

/** Does something that may fail, and says so if it does. */
export async function trying(action) {
  try {
    return await action();
  } catch (problem) {
    if (problem.status === undefined) throw problem;
    notice(problem.message, "error", problem.more?.rule);
    return undefined;
  }
}

/** Reads it out to those who do not see the page. */
export function announce(text) {
  document.getElementById("announcer").textContent = text;
}

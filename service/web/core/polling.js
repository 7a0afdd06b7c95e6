// Something the service tells, asked again now and then for as long as somebody looks.

/** Keeps `value` at what `load` gave last, and `problem` at why it could not; `now()` asks at once. */
export function refreshed(load, redraw, every = 10_000) {
  let timer;
  let isOpen = true;
  const kept = { value: null, problem: null, now, close };

  async function now() {
    clearTimeout(timer);
    timer = undefined;
    try {
      kept.value = await load();
      kept.problem = null;
    } catch (problem) {
      if (problem.status === undefined) throw problem;
      kept.problem = problem;
    }
    if (!isOpen) return;
    clearTimeout(timer);
    timer = setTimeout(later, every);
    redraw();
  }

  function later() {
    timer = undefined;
    if (document.visibilityState === "visible") now();
  }

  function seen() {
    if (timer === undefined && document.visibilityState === "visible") now();
  }

  function close() {
    isOpen = false;
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", seen);
  }

  document.addEventListener("visibilitychange", seen);
  now();
  return kept;
}

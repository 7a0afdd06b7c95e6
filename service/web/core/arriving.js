// Files without which nothing can be drawn: the shell says that one is missing, and it is asked for until it has come.

const FIRST_PAUSE = 500; // milliseconds
const LONGEST_PAUSE = 8000;

/** @param {number} pause ends sooner when the network is back */
const passed = (pause) =>
  new Promise((resolve) => {
    setTimeout(resolve, pause);
    addEventListener("online", resolve, { once: true });
  });

/**
 * @template T
 * @param {string} address
 * @param {(answer: Response) => Promise<T>} read
 */
export async function untilItComes(address, read) {
  for (let pause = FIRST_PAUSE; ; pause = Math.min(LONGEST_PAUSE, 2 * pause)) {
    const answer = await fetch(address).catch(() => null);
    const content = answer?.ok ? await read(answer).catch(() => null) : null; // it may break in the midst
    if (content !== null) return content;
    document.getElementById("page")?.classList.add("is-stuck");
    await passed(pause);
  }
}

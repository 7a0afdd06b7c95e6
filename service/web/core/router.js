// Which page an address is, and going there without loading everything again.

/** @type {Record<string, string>} */
const PARAMETERS = { str: "[^/]+", int: "\\d{1,9}" };

/** @type {[RegExp, string][] | undefined} */
let routes; // [pattern, page], read from the shell when first needed

/** The pages of the service by address, such as "/game/{game:str}": the shell holds the table that the server uses. */
function readRoutes() {
  /** @type {Record<string, string>} */
  const pages = JSON.parse(document.documentElement.dataset.pages ?? "{}");
  return Object.entries(pages).map(([address, page]) => /** @type {[RegExp, string]} */ ([patternOf(address), page]));
}

/** @param {string} address */
const patternOf = (address) =>
  new RegExp(`^${address.replace(/\{(\w+):(\w+)\}/g, (_, name, kind) => `(?<${name}>${PARAMETERS[kind]})`)}$`);

/**
 * The page at a path, with the parameters in it.
 * @param {string} path
 * @returns {{ page: string } & RouteParameters}
 */
export function route(path) {
  routes ??= readRoutes();
  for (const [pattern, page] of routes) {
    const match = pattern.exec(path);
    if (match) return { page, ...match.groups };
  }
  return { page: "lost" };
}

/** @type {() => unknown} */
let navigated = () => {};

/** @type {string | null} */
let previous = null;

/** Where we were before the last `go`; null at first. */
export const previousAddress = () => previous;

let isOutdated = false;

/** There is a newer release: the next page is loaded from it. */
export const outdate = () => {
  isOutdated = true;
};

/**
 * Goes to an address of ours; done when its page is there.
 * @param {string} address
 */
export async function go(address) {
  if (isOutdated) {
    location.assign(address);
    return;
  }
  previous = location.pathname + location.search;
  history.pushState(null, "", address);
  scrollTo(0, 0);
  await navigated();
}

/**
 * Gives what is shown already another address.
 * @param {string} address
 */
export const replaceAddress = (address) => history.replaceState(null, "", address);

/**
 * Calls the listener after every change of the address, and keeps links to our own pages from loading everything again.
 * @param {() => unknown} listener
 */
export function onNavigation(listener) {
  navigated = listener;
  addEventListener("popstate", listener);
  document.addEventListener("click", (click) => {
    const link = click.target instanceof Element ? click.target.closest("a[href]") : null;
    if (!(link instanceof HTMLAnchorElement) || !isPlain(click) || !isPage(link)) return;
    click.preventDefault();
    go(link.href);
  });
}

/** @param {MouseEvent} click */
const isPlain = (click) =>
  !(click.defaultPrevented || click.button || click.metaKey || click.ctrlKey || click.shiftKey);

/** @param {HTMLAnchorElement} link */
function isPage(link) {
  if (link.origin !== location.origin || link.target || link.hasAttribute("download")) return false;
  if (link.pathname.startsWith("/api/") || link.pathname.startsWith("/schema")) return false;
  return !(link.hash && link.pathname === location.pathname);
}

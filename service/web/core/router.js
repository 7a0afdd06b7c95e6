// Which page an address is, and going there without loading everything again.

const PARAMETERS = { str: "[^/]+", int: "\\d{1,9}" };

let routes; // [pattern, page], read from the shell when first needed

/** The pages of the service by address, such as "/game/{game:str}": the shell holds the table that the server uses. */
function readRoutes() {
  const pages = JSON.parse(document.documentElement.dataset.pages);
  return Object.entries(pages).map(([address, page]) => [patternOf(address), page]);
}

const patternOf = (address) =>
  new RegExp(`^${address.replace(/\{(\w+):(\w+)\}/g, (_, name, kind) => `(?<${name}>${PARAMETERS[kind]})`)}$`);

/** The page at a path, with the parameters in it. */
export function route(path) {
  routes ??= readRoutes();
  for (const [pattern, page] of routes) {
    const match = pattern.exec(path);
    if (match) return { page, ...match.groups };
  }
  return { page: "lost" };
}

let changed = () => {};

/** Where we were before the last `go`; null at first. */
export let before = null;

/** Goes to an address of ours. */
export function go(address) {
  before = location.pathname + location.search;
  history.pushState(null, "", address);
  scrollTo(0, 0);
  changed();
}

/** Another address for what is shown already. */
export const rename = (address) => history.replaceState(null, "", address);

export function routed(listener) {
  changed = listener;
  addEventListener("popstate", listener);
  document.addEventListener("click", (click) => {
    const link = click.target.closest?.("a[href]");
    if (!link || click.defaultPrevented || click.button || click.metaKey || click.ctrlKey || click.shiftKey) return;
    if (link.origin !== location.origin || link.target || link.hasAttribute("download")) return;
    if (link.pathname.startsWith("/api/") || link.pathname.startsWith("/schema")) return;
    if (link.hash && link.pathname === location.pathname) return;
    click.preventDefault();
    go(link.href);
  });
}

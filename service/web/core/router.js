// Which page an address is, and going there without loading everything again.

const ROUTES = [
  [/^\/$/, "front"],
  [/^\/lobby$/, "lobby"],
  [/^\/new$/, "new"],
  [/^\/games$/, "mine"],
  [/^\/sign-in$/, "sign"],
  [/^\/record$/, "record"],
  [/^\/puzzles$/, "puzzles"],
  [/^\/puzzles\/(?<puzzle>[^/]+)$/, "puzzle"],
  [/^\/rules(?:\/(?<chapter>[^/]+))?$/, "rules"],
  [/^\/settings$/, "settings"],
  [/^\/developers$/, "developers"],
  [/^\/people\/(?<player>[^/]+)$/, "people"],
  [/^\/game\/(?<game>[^/]+)(?:\/(?<step>\d{1,9}))?$/, "game"],
];

export function route(path) {
  for (const [pattern, page] of ROUTES) {
    const found = pattern.exec(path);
    if (found) return { page, ...found.groups };
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

// The icon of the tab while games wait: the flame, with their number. Fetched when one waits.

const FLAME = "M16 3c1 5 8 8 8 16a8 8 0 0 1-16 0c0-4 2-6 3-9 1 2 2 3 3 3 1-3 1-6 2-10z";

/** @param {number} count */
export function tabIcon(count) {
  const text = count > 9 ? "9+" : String(count);
  const size = text.length > 1 ? 15 : 20;
  const drawing =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#f97316"/>` +
    `<path d="${FLAME}" fill="#fff3d6"/><rect x="11" y="11" width="21" height="21" rx="6" fill="#2b1d14"/>` +
    `<text x="21.5" y="${21.5 + size * 0.36}" font-family="sans-serif" font-weight="700" font-size="${size}" ` +
    `text-anchor="middle" fill="#fff">${text}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(drawing)}`;
}

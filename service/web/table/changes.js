// The next table, from the one before and what an event changed on it (projections/changes.py).

/**
 * @param {any} value
 * @param {Change} difference
 * @returns {any}
 */
export function changed(value, difference) {
  if ("=" in difference) return difference["="];
  if (Array.isArray(difference["@"])) {
    const [start, count, items] = difference["@"];
    return [...value.slice(0, start), ...items, ...value.slice(start + count)];
  }
  const copy = Array.isArray(value) ? [...value] : { ...value };
  for (const [name, part] of Object.entries(difference)) copy[name] = changed(copy[name], part);
  return copy;
}

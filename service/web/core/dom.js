// The page as a tree of plain objects, drawn into the document by changing only what differs.

const SVG = "http://www.w3.org/2000/svg";
// What a person changes in the document itself: compared with the document, not with what we drew last.
const LIVE = new Set(["value", "checked", "open", "indeterminate"]);

/** An element to be drawn. `key` tells siblings apart when they move; `on…` are listeners. */
export function h(tag, props, ...children) {
  const known = children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false);
  return { tag, props: props ?? {}, children: known };
}

const kept = new Map();

/** What `draw` gave last time under this name, if it was of the same facts: most of a table stands still at a step. */
export function still(name, facts, draw) {
  const text = JSON.stringify(facts);
  if (kept.get(name)?.text !== text) kept.set(name, { text, node: draw() });
  return kept.get(name).node;
}

/** Makes the children of `parent` be `nodes`, keeping every element that is still wanted, with its focus. */
export function patch(parent, nodes) {
  const keyed = new Map();
  for (const child of parent.childNodes)
    if (child.drawn?.props?.key !== undefined) keyed.set(child.drawn.props.key, child);
  const wanted = new Set(nodes.map((node) => node.props?.key));
  for (const [key, child] of keyed) if (!wanted.has(key)) child.remove(); // first, so that those behind need not move
  let next = parent.firstChild;
  for (const node of nodes) {
    const old = match(node, next, keyed);
    const element = old ?? create(node, parent);
    if (element === next) next = next.nextSibling;
    else if (old && parent.moveBefore)
      parent.moveBefore(element, next); // unlike insertBefore it leaves the focus alone
    else parent.insertBefore(element, next);
    if (typeof node !== "object") {
      if (element.data !== String(node)) element.data = String(node);
      continue;
    }
    if (old?.drawn === node) continue; // the very same description: nothing differs
    patch(element, node.children);
    dress(element, old?.drawn?.props ?? {}, node.props); // behind the children: a select has no value without options
    element.drawn = node;
    if (!old) node.props.created?.(element);
  }
  while (next) {
    const gone = next;
    next = next.nextSibling;
    gone.remove();
  }
}

function match(node, next, keyed) {
  if (typeof node !== "object") return next?.nodeType === Node.TEXT_NODE ? next : null;
  if (node.props.key !== undefined) {
    const found = keyed.get(node.props.key);
    return found && found.drawn.tag === node.tag ? found : null;
  }
  return next?.drawn?.tag === node.tag && next.drawn.props.key === undefined ? next : null;
}

function create(node, parent) {
  if (typeof node !== "object") return document.createTextNode(String(node));
  const drawing = node.tag === "svg" || (parent.namespaceURI === SVG && parent.tagName !== "foreignObject");
  return drawing ? document.createElementNS(SVG, node.tag) : document.createElement(node.tag);
}

function dress(element, old, props) {
  for (const name of Object.keys(old)) if (!(name in props)) wear(element, name, undefined);
  for (const [name, value] of Object.entries(props)) {
    const current = LIVE.has(name) ? element[name] : old[name];
    if (current !== value) wear(element, name, value);
  }
}

function wear(element, name, value) {
  if (name === "key" || name === "created") return;
  if (name.startsWith("on")) element[name] = value ?? null;
  else if (LIVE.has(name)) element[name] = value ?? "";
  else if (name === "style")
    for (const [property, worth] of Object.entries(value ?? {})) element.style.setProperty(property, worth);
  else if (value === undefined || value === null || value === false) element.removeAttribute(name);
  else element.setAttribute(name, value === true ? "" : value);
}

/** Calls `then` when what has been changed just now is drawn. */
export const onceDrawn = (then) => setTimeout(() => setTimeout(then));

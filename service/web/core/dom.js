// The page as a tree of plain objects, drawn into the document by changing only what differs.

const SVG = "http://www.w3.org/2000/svg";
// What a person changes in the document itself: compared with the document, not with what we drew last.
const LIVE = new Set(["value", "checked", "open", "indeterminate"]);

/**
 * A node of the document, with what was drawn there.
 * @typedef {Record<string, any> & ChildNode & { drawn?: ElementNode }} DomNode
 */

/**
 * An element to be drawn. `key` tells siblings apart when they move; `on…` are listeners.
 * @param {string} tag
 * @param {Props | null} props
 * @param {Child[]} children
 * @returns {ElementNode}
 */
export function h(tag, props, ...children) {
  const all = /** @type {any[]} */ (children).flat(Infinity);
  const given = all.filter((child) => child !== null && child !== undefined && child !== false);
  return { tag, props: props ?? {}, children: given };
}

/** @type {Map<string, { text: string, node: ElementNode }>} */
const drawings = new Map();

/**
 * What `draw` returned last time under this name, if it was from the same facts: a step changes little of a table.
 * @param {string} name
 * @param {unknown} facts
 * @param {() => ElementNode} draw
 */
export function cached(name, facts, draw) {
  const text = JSON.stringify(facts);
  const last = drawings.get(name);
  if (last?.text === text) return last.node;
  const node = draw();
  drawings.set(name, { text, node });
  return node;
}

/**
 * Makes `nodes` the children of `parent`, keeping every element that is still wanted, with its focus.
 * @param {Element} parent
 * @param {DrawnNode[]} nodes
 */
export function patch(parent, nodes) {
  const keyed = childrenByKey(parent);
  if (keyed.size) removeUnwanted(keyed, nodes); // first, so that those after them need not move
  let next = /** @type {DomNode | null} */ (parent.firstChild);
  for (const node of nodes) {
    const old = match(node, next, keyed);
    const element = old ?? create(node, parent);
    if (element === next) next = /** @type {DomNode | null} */ (next.nextSibling);
    else insert(parent, element, next, old !== null);
    if (typeof node === "object") update(element, node);
    else if (element.data !== String(node)) element.data = String(node);
  }
  removeFrom(next);
}

/**
 * @param {Map<string | number, DomNode>} keyed
 * @param {DrawnNode[]} nodes
 */
function removeUnwanted(keyed, nodes) {
  const wanted = new Set(nodes.map((node) => (typeof node === "object" ? node.props.key : undefined)));
  for (const [key, child] of keyed) if (!wanted.has(key)) child.remove();
}

/** @type {Map<string | number, DomNode>} */
const NONE = new Map();

/** @param {Element} parent */
function childrenByKey(parent) {
  if (!parent.firstChild) return NONE;
  /** @type {Map<string | number, DomNode>} */
  const keyed = new Map();
  for (const child of /** @type {Iterable<DomNode>} */ (parent.childNodes)) {
    if (child.drawn?.props.key !== undefined) keyed.set(child.drawn.props.key, child);
  }
  return keyed;
}

/**
 * The node of the document that shows this already, if there is one.
 * @param {DrawnNode} node
 * @param {DomNode | null} next
 * @param {Map<string | number, DomNode>} keyed
 */
function match(node, next, keyed) {
  if (typeof node !== "object") return next?.nodeType === Node.TEXT_NODE ? next : null;
  if (node.props.key !== undefined) {
    const child = keyed.get(node.props.key);
    return child?.drawn?.tag === node.tag ? child : null;
  }
  return next?.drawn?.tag === node.tag && next.drawn.props.key === undefined ? next : null;
}

/**
 * @param {DrawnNode} node
 * @param {Element} parent
 */
function create(node, parent) {
  if (typeof node !== "object") return /** @type {DomNode} */ (document.createTextNode(String(node)));
  const isDrawing = node.tag === "svg" || (parent.namespaceURI === SVG && parent.tagName !== "foreignObject");
  const element = isDrawing ? document.createElementNS(SVG, node.tag) : document.createElement(node.tag);
  return /** @type {DomNode} */ (element);
}

/**
 * @param {Element & { moveBefore?: Function }} parent
 * @param {DomNode} element
 * @param {DomNode | null} next
 * @param {boolean} isMoved
 */
function insert(parent, element, next, isMoved) {
  if (isMoved && parent.moveBefore) {
    parent.moveBefore(element, next);
  } // unlike insertBefore it leaves the focus alone
  else parent.insertBefore(element, next);
}

/**
 * @param {DomNode} element
 * @param {ElementNode} node
 */
function update(element, node) {
  const old = element.drawn;
  if (old === node) return; // the very same description: nothing differs
  patch(/** @type {any} */ (element), node.children);
  setProperties(element, old?.props ?? {}, node.props); // after the children: a select has no value without options
  element.drawn = node;
  if (!old) node.props.created?.(element);
}

/** @param {DomNode | null} first */
function removeFrom(first) {
  let next = first;
  while (next) {
    const gone = next;
    next = /** @type {DomNode | null} */ (next.nextSibling);
    gone.remove();
  }
}

/**
 * @param {DomNode} element
 * @param {Props} old
 * @param {Props} props
 */
function setProperties(element, old, props) {
  for (const name of Object.keys(old)) if (!(name in props)) setProperty(element, name, undefined, old[name]);
  for (const [name, value] of Object.entries(props)) {
    const current = LIVE.has(name) ? element[name] : old[name];
    if (current !== value) setProperty(element, name, value, old[name]);
  }
}

/**
 * @param {DomNode} element
 * @param {string} name
 * @param {any} value
 * @param {any} old what it was when drawn last
 */
function setProperty(element, name, value, old) {
  if (name === "key" || name === "created") return;
  if (name.startsWith("on")) element[name] = value ?? null;
  else if (LIVE.has(name)) element[name] = value ?? "";
  else if (name === "style") setStyle(element.style, old ?? {}, value ?? {});
  else if (value === undefined || value === null || value === false) element.removeAttribute(name);
  else element.setAttribute(name, value === true ? "" : value);
}

/**
 * @param {CSSStyleDeclaration} style
 * @param {Record<string, string | number>} old
 * @param {Record<string, string | number>} properties
 */
function setStyle(style, old, properties) {
  for (const name of Object.keys(old)) if (!(name in properties)) style.removeProperty(name);
  for (const [name, value] of Object.entries(properties)) style.setProperty(name, String(value));
}

/**
 * Calls `action` after the changes made so far are drawn.
 * @param {() => void} action
 */
export const afterDrawing = (action) => setTimeout(() => setTimeout(action));

/**
 * Calls `action` when they can be seen, too.
 * @param {() => void} action
 */
export const afterPainting = (action) =>
  afterDrawing(() => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(action))));

// Elements, events and pages as the modules describe them. For tsc only: it is not served to browsers.

/** An element to be drawn. */
interface ElementNode {
  tag: string;
  props: Props;
  children: DrawnNode[];
}

type DrawnNode = ElementNode | string | number;

/** What `h` takes as children: lists are flattened, and what is nothing is left out. */
type Child = DrawnNode | null | undefined | boolean | "" | 0 | Child[];

/** An event of a listener: the element it was set on is known where it is used. */
type On<E extends Event> = E & { target: any; currentTarget: any };
type Listener<E extends Event> = ((event: On<E>) => unknown) | null;

interface Listeners {
  onblur?: Listener<FocusEvent>;
  onchange?: Listener<Event>;
  onclick?: Listener<PointerEvent>;
  onclose?: Listener<Event>;
  ondragover?: Listener<DragEvent>;
  ondrop?: Listener<DragEvent>;
  onfocus?: Listener<FocusEvent>;
  oninput?: Listener<Event>;
  onkeydown?: Listener<KeyboardEvent>;
  onkeyup?: Listener<KeyboardEvent>;
  onmouseenter?: Listener<MouseEvent>;
  onmouseleave?: Listener<MouseEvent>;
  onpointercancel?: Listener<PointerEvent>;
  onpointerdown?: Listener<PointerEvent>;
  onpointerenter?: Listener<PointerEvent>;
  onpointerleave?: Listener<PointerEvent>;
  onpointermove?: Listener<PointerEvent>;
  onpointerup?: Listener<PointerEvent>;
  onsubmit?: Listener<SubmitEvent>;
  ontoggle?: Listener<Event>;
  onwheel?: Listener<WheelEvent>;
}

interface Props extends Listeners {
  key?: string | number;
  created?: (element: any) => void;
  style?: Record<string, string | number>;
  [attribute: string]: any;
}

type Redraw = () => void;

/** What the modules in pages/ start. */
interface Page {
  draw: () => Child[];
  title: () => string;
  bare?: boolean;
  /** Whether there is something to show already; always, unless it says otherwise. */
  isReady?: () => boolean;
  /** What everything around it depends on, as a class. */
  frame?: () => string;
  /** Whether a key was used. */
  key?: (event: On<KeyboardEvent>) => boolean;
  /** Whether another address shows another part of the same page. */
  moved?: (page: string, parameters: RouteParameters) => boolean;
  close?: () => void;
}

type RouteParameters = Record<string, string | undefined>;

interface PageModule {
  start: (parameters: any, redraw: Redraw) => Page;
}

interface Element {
  /** What was drawn there last; see core/dom.js. */
  drawn?: ElementNode;
}

/** Where our files are, and which are kept for times without a network: the service writes both before sw.js. */
declare const ASSETS: string;
declare const FILES: string[];

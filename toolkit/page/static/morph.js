// @ts-check
/**
 * Patches a scene into the page: elements with the same `data-key` stay the same elements, so that focus, typed text,
 * running transitions and what a screen reader has already read all survive a move.
 *
 * The order of the steps matters. Keyed elements that are no longer wanted are removed first; the others are then in
 * their old order, and one is moved only if it has really changed places with another. Attributes named `data-tk-…`
 * belong to the page (waiting, chosen, …): the scene never has them and the patch never removes them.
 *
 * A keyed part whose text is the same as in the last scene is neither parsed nor compared again.
 *
 * @typedef {import("./parts.js").Source} Source
 *
 * @typedef {object} MorphOptions
 * @property {(node: Element) => void} [added]  called for the top of every subtree that is new
 * @property {(field: Element) => boolean} [busy]  true while the user holds a slider, box or list: its state stays
 *
 * @typedef {object} Plan
 * @property {Map<string, Element>} alive  elements in the page by key
 * @property {Map<string, Element>} wanted  elements of the new scene by key
 * @property {Set<Node>} used  nodes of the page that already have their place
 * @property {ChildNode[]} late  nodes to remove at the very end: until then something in them may be wanted elsewhere
 * @property {MorphOptions} options
 */
import { UNCHANGED, abridged, countWithout, partId, partsOf, unchangedParts } from "./parts.js";

/** Prefix of the attributes that only the page sets. */
export const PAGE_OWNED = "data-tk-";

const CONTROL = new Set(["input", "select"]);

/** The scene that each root shows. @type {WeakMap<Element, Source>} */
const shown = new WeakMap();

/**
 * Makes the children of `root` those of `html`.
 * @param {Element} root
 * @param {string} html
 * @param {MorphOptions} [options]
 */
export function morph(root, html, options = {}) {
  const before = root.firstChild ? shown.get(root) : null;
  shown.delete(root); // should the patch fail, the next one takes nothing for granted
  const { content, wanted, alive, source } = nextContent(root, html, before ?? null);
  if (root.firstChild) patchRoot(root, content, { alive, wanted, used: new Set(), late: [], options });
  else root.append(content);
  if (source) shown.set(root, source);
}

/**
 * The scene parsed, with a stand-in for each part whose text is the same as before; its elements and those of the page
 * by key; and where the parts are in the text, or null if the browser reads the text otherwise.
 * @param {Element} root
 * @param {string} html
 * @param {Source | null} before
 */
function nextContent(root, html, before) {
  const source = partsOf(html);
  if (source && before) {
    const kept = unchangedParts(source, before);
    const [content, alive] = [parsedScene(abridged(source, kept)), keyedWithin(root, kept)];
    const wanted = keyedWithin(content);
    const isThere = [...kept].every((id) => alive.has(id));
    if (isThere && isAsWritten(wanted, source, kept)) return { content, wanted, alive, source };
  }
  const content = parsedScene(html);
  const wanted = keyedWithin(content);
  const isSound = source && isAsWritten(wanted, source, new Set());
  return { content, wanted, alive: keyedWithin(root), source: isSound ? source : null };
}

/** @param {string} html */
function parsedScene(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  return template.content;
}

/**
 * Whether the browser finds as many elements in each part as the text has. It need not: a `<p>` ends a `<p>` around it.
 * @param {Map<string, Element>} elements
 * @param {Source} source
 * @param {Set<string>} kept
 */
function isAsWritten(elements, source, kept) {
  for (const [id, element] of elements) {
    const part = source.parts.get(id);
    if (!part) return false;
    if (!kept.has(id) && element.querySelectorAll("*").length !== countWithout(part, kept)) return false;
  }
  return true;
}

/**
 * @param {Element} root
 * @param {DocumentFragment} content
 * @param {Plan} plan
 */
function patchRoot(root, content, plan) {
  const page = /** @type {Document | ShadowRoot} */ (root.getRootNode());
  const focused = /** @type {HTMLElement | null} */ (page.activeElement);
  dropUnwanted(plan);
  patchChildren(root, content, plan);
  for (const node of plan.late) if (!plan.used.has(node)) node.remove();
  if (focused && page.activeElement !== focused && root.contains(focused)) focused.focus({ preventScroll: true });
}

/**
 * The key of an element, with its table: two tables in one scene may both have a `cell-7`.
 * @param {Element} element
 */
function keyOf(element) {
  const key = element.getAttribute("data-key");
  if (key === null) return null;
  return partId(element.closest("[data-table]")?.getAttribute("data-table") ?? "", key);
}

/**
 * Elements by key, without those inside an island and without those inside one of `closed`.
 * @param {Element | DocumentFragment} root
 * @param {Set<string>} [closed]
 */
function keyedWithin(root, closed = new Set()) {
  /** @type {Map<string, Element>} */
  const found = new Map();
  /**
   * @param {Element | DocumentFragment} parent
   * @param {string} outer
   */
  const walk = (parent, outer) => {
    for (let at = parent.firstElementChild; at; at = at.nextElementSibling) {
      const table = at.getAttribute("data-table") ?? outer;
      const key = at.getAttribute("data-key");
      const id = key === null ? "" : partId(table, key);
      if (id && !found.has(id)) found.set(id, at);
      if (!closed.has(id) && at.firstElementChild && !at.hasAttribute("data-keep")) walk(at, table);
    }
  };
  const home = root instanceof Element ? root.closest("[data-table]")?.getAttribute("data-table") : "";
  walk(root, home ?? "");
  return found;
}

/** @param {Plan} plan */
function dropUnwanted(plan) {
  for (const [key, element] of plan.alive) {
    if (!plan.wanted.has(key) && !holdsWanted(element, plan)) element.remove();
  }
}

/**
 * @param {Node} node
 * @param {Plan} plan
 */
function isWanted(node, { wanted, used }) {
  return isKeyed(node) && !used.has(node) && wanted.has(keyOf(/** @type {Element} */ (node)) ?? "");
}

/**
 * @param {Node} node
 * @param {Plan} plan
 */
function holdsWanted(node, plan) {
  if (node.nodeType !== Node.ELEMENT_NODE) return false;
  const inner = /** @type {Element} */ (node).querySelectorAll("[data-key]");
  return [...inner].some((element) => isWanted(element, plan));
}

/**
 * @param {Node} parent
 * @param {Node} next
 * @param {Plan} plan
 */
function patchChildren(parent, next, plan) {
  const steady = steadyChildren(parent, next, plan);
  let count = 0;
  /** @type {Node | null} */
  let last = null;
  for (let wanted = next.firstChild, after = wanted; wanted; wanted = after) {
    after = wanted.nextSibling; // before `wanted` itself moves into the page
    count += 1;
    const at = /** @type {Node | null} */ (last ? last.nextSibling : parent.firstChild);
    const live = partnerOf(wanted, at, steady, plan);
    if (!live) {
      last = insert(parent, wanted, at, plan);
      continue;
    }
    plan.used.add(live);
    if (live !== at && !steady.has(live) && isKeyed(live)) place(parent, live, at);
    last = live;
    patchNode(live, wanted, plan);
  }
  if (parent.childNodes.length === count) return;
  for (const child of [...parent.childNodes]) if (!plan.used.has(child)) discard(child, plan);
}

/**
 * @param {ChildNode} child
 * @param {Plan} plan
 */
function discard(child, plan) {
  if (isWanted(child, plan) || holdsWanted(child, plan)) plan.late.push(child);
  else child.remove();
}

/**
 * Keyed children that need not be moved: as many as possible that are already in the wanted order.
 * @param {Node} parent
 * @param {Node} next
 * @param {Plan} plan
 */
function steadyChildren(parent, next, plan) {
  /** @type {Node[]} */
  const survivors = [];
  for (let wanted = next.firstChild; wanted; wanted = wanted.nextSibling) {
    const live = isKeyed(wanted) ? keyedPartner(/** @type {Element} */ (wanted), plan) : null;
    if (live?.parentNode === parent) survivors.push(live);
  }
  if (survivors.length < 2) return new Set(survivors);
  const places = new Map([...parent.childNodes].map((child, place) => [/** @type {Node} */ (child), place]));
  const order = survivors.map((node) => places.get(node) ?? 0);
  return new Set(longestRise(order).map((index) => survivors[index]));
}

/**
 * Indices of a longest strictly rising subsequence (patience sorting, n log n).
 * @param {number[]} numbers
 */
export function longestRise(numbers) {
  /** @type {number[]} */
  const tails = []; // tails[k]: index of the smallest number that ends a rise of length k + 1
  const before = new Array(numbers.length).fill(-1);
  numbers.forEach((number, index) => {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (numbers[tails[middle]] < number) low = middle + 1;
      else high = middle;
    }
    if (low > 0) before[index] = tails[low - 1];
    tails[low] = index;
  });
  /** @type {number[]} */
  const rise = [];
  for (let index = tails.at(-1) ?? -1; index >= 0; index = before[index]) rise.unshift(index);
  return rise;
}

/** @param {Node} node */
function isKeyed(node) {
  return node.nodeType === Node.ELEMENT_NODE && /** @type {Element} */ (node).hasAttribute("data-key");
}

/**
 * @param {Node} wanted
 * @param {Node | null} at
 * @param {Set<Node>} steady
 * @param {Plan} plan
 * @returns {Node | null}
 */
function partnerOf(wanted, at, steady, plan) {
  if (isKeyed(wanted)) return keyedPartner(/** @type {Element} */ (wanted), plan);
  for (let node = at; node && !steady.has(node); node = node.nextSibling) {
    if (!isKeyed(node) && !plan.used.has(node) && node.nodeName === wanted.nodeName) return node;
  }
  return null;
}

/**
 * @param {Element} wanted
 * @param {Plan} plan
 */
function keyedPartner(wanted, plan) {
  const live = plan.alive.get(keyOf(wanted) ?? "");
  if (!live || plan.used.has(live) || live.nodeName !== wanted.nodeName) return null;
  return live.namespaceURI === wanted.namespaceURI ? live : null;
}

/**
 * @param {Node} parent
 * @param {Node} wanted
 * @param {Node | null} at
 * @param {Plan} plan
 * @returns {Node}
 */
function insert(parent, wanted, at, plan) {
  const reuses = wanted.nodeType === Node.ELEMENT_NODE && holdsSurvivor(/** @type {Element} */ (wanted), plan);
  const fresh = reuses ? wanted.cloneNode(false) : wanted;
  parent.insertBefore(fresh, at);
  plan.used.add(fresh);
  if (fresh.nodeType === Node.ELEMENT_NODE) plan.options.added?.(/** @type {Element} */ (fresh));
  if (reuses) patchChildren(fresh, wanted, plan);
  return fresh;
}

/**
 * @param {Element} wanted
 * @param {Plan} plan
 */
function holdsSurvivor(wanted, plan) {
  return [...wanted.querySelectorAll("[data-key]")].some((inner) => keyedPartner(inner, plan));
}

/**
 * `moveBefore` keeps focus and running animations where the browser has it.
 * @param {Node} parent
 * @param {Node} node
 * @param {Node | null} before
 */
function place(parent, node, before) {
  const mover = /** @type {any} */ (parent).moveBefore;
  if (mover && node.isConnected && parent.isConnected) mover.call(parent, node, before);
  else parent.insertBefore(node, before);
}

/**
 * @param {Node} live
 * @param {Node} wanted
 * @param {Plan} plan
 */
function patchNode(live, wanted, plan) {
  if (isStandIn(wanted) || live.isEqualNode(wanted)) return;
  if (live.nodeType !== Node.ELEMENT_NODE) {
    live.nodeValue = wanted.nodeValue;
    return;
  }
  const [old, next] = [/** @type {Element} */ (live), /** @type {Element} */ (wanted)];
  syncAttributes(old, next);
  if (!old.hasAttribute("data-keep")) patchContent(old, next, plan);
  if (CONTROL.has(old.localName) && !plan.options.busy?.(old)) syncControl(old);
}

/**
 * @param {Element} live
 * @param {Element} wanted
 * @param {Plan} plan
 */
function patchContent(live, wanted, plan) {
  const [text, other] = [loneText(live), loneText(wanted)];
  if (text && other) text.data !== other.data && (text.data = other.data);
  else patchChildren(live, wanted, plan);
}

/**
 * The text of an element that holds nothing else.
 * @param {Element} element
 */
function loneText({ firstChild, lastChild }) {
  return firstChild === lastChild && firstChild instanceof Text ? firstChild : null;
}

/** @param {Node} node */
function isStandIn(node) {
  return node.nodeType === Node.ELEMENT_NODE && /** @type {Element} */ (node).hasAttribute(UNCHANGED);
}

/**
 * @param {Element} live
 * @param {Element} wanted
 */
function syncAttributes(live, wanted) {
  const { attributes } = wanted;
  for (let at = 0; at < attributes.length; at++) {
    const { name, value } = attributes[at];
    if (live.getAttribute(name) !== value) live.setAttribute(name, value);
  }
  if (live.attributes.length === attributes.length) return;
  for (const { name } of [...live.attributes]) {
    if (!wanted.hasAttribute(name) && !isReadersOwn(live, name)) live.removeAttribute(name);
  }
}

/**
 * Whether the reader or the page has set this attribute, not the scene: `data-tk-…`, and whether `<details>` is open.
 * @param {Element} live
 * @param {string} name
 */
function isReadersOwn(live, name) {
  return name.startsWith(PAGE_OWNED) || (name === "open" && live.localName === "details");
}

/**
 * Sliders, boxes and lists take their value from the scene. A text field does not: its `value` attribute is only its
 * default, so that what the reader has typed stays, and the caret with it.
 * @param {Element} live
 */
function syncControl(live) {
  if (live instanceof HTMLSelectElement) {
    const chosen = [...live.options].find((option) => option.defaultSelected);
    if (chosen) chosen.selected = true;
  } else if (live instanceof HTMLInputElement) {
    if (live.type === "checkbox" || live.type === "radio") live.checked = live.defaultChecked;
    if (live.type === "range") live.value = live.defaultValue;
  }
}

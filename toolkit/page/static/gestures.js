// @ts-check
/**
 * Moving a piece: by dragging, by clicking the piece and then the place, or by the same two steps on the keyboard. All
 * three lead to the action or message that the place's `data-drop` lists for the piece's `data-drag`. Where the place
 * does not take the piece, the page asks why: with the piece's `data-about`, filled in with the place's `data-place`.
 *
 * @typedef {object} GestureOptions
 * @property {HTMLElement} root
 * @property {(action: object, place: Element, piece: Element) => void} put
 * @property {(about: string | null, place: Element) => void} refused  a piece was put where it may not be
 * @property {() => void} released  a drag is over: what was held back can be drawn
 * @property {(text: string) => void} say
 *
 * @typedef {object} Drag
 * @property {HTMLElement} piece
 * @property {number} pointer
 * @property {number} x
 * @property {number} y
 * @property {HTMLElement | null} ghost  null until the pointer has moved far enough
 */

const DRAG_STARTS = 6; // pixels

const MOVES_FOCUS = /^(Tab|Arrow\w+|\[|\])$/;

/** Milliseconds a pointer or slider must rest before Python is asked. */
export const REST = 60;

/**
 * @param {number} dx
 * @param {number} dy
 */
export function isDrag(dx, dy) {
  return Math.hypot(dx, dy) >= DRAG_STARTS;
}

/**
 * @param {GestureOptions & { actionFor: (drop: string | null | undefined, piece: string) => object | null }} options
 */
export function createGestures({ root, put, refused, released, say, actionFor }) {
  /** @type {string | null} */
  let chosen = null;
  /** @type {Drag | null} */
  let drag = null;
  let dragged = false; // the click that ends a drag is no click

  /** @param {string | null} piece */
  const choose = (piece) => {
    chosen = piece;
    markTargets();
    const element = piece === null ? null : pieceNamed(root, piece);
    const words = element?.getAttribute("data-said-chosen") ?? element?.getAttribute("aria-label");
    if (words) say(words);
  };

  const markTargets = () => {
    const held = drag?.ghost ? (drag.piece.dataset.drag ?? null) : chosen;
    for (const piece of root.querySelectorAll("[data-drag]")) {
      piece.toggleAttribute("data-tk-chosen", held !== null && piece.getAttribute("data-drag") === held);
    }
    for (const place of root.querySelectorAll("[data-drop]")) {
      const takes = held !== null && actionFor(place.getAttribute("data-drop"), held) !== null;
      place.toggleAttribute("data-tk-target", takes);
      if (!takes) place.removeAttribute("data-tk-over");
    }
  };

  /**
   * @param {Element} at
   * @param {string} piece
   */
  const placeAt = (at, piece) => {
    const place = at.closest("[data-drop]");
    const action = place && actionFor(place.getAttribute("data-drop"), piece);
    return place && action ? { place, action } : null;
  };

  /**
   * Asks why the place does not take the piece. False if there is nothing to ask.
   * @param {Element} at
   * @param {Element | null} piece
   */
  const askWhy = (at, piece) => {
    const place = at.closest("[data-place]");
    if (!place || !piece || place === piece || !piece.hasAttribute("data-about")) return false;
    refused(piece.getAttribute("data-about"), place);
    return true;
  };

  /** @param {PointerEvent} event */
  const onDown = (event) => {
    const piece = /** @type {Element} */ (event.target).closest?.("[data-drag]");
    if (!piece || event.button !== 0 || drag) return;
    const { pointerId, clientX, clientY } = event;
    drag = { piece: /** @type {HTMLElement} */ (piece), pointer: pointerId, x: clientX, y: clientY, ghost: null };
    dragged = false;
  };

  /** @param {PointerEvent} event */
  const onMove = (event) => {
    if (!drag || event.pointerId !== drag.pointer) return;
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.ghost && isDrag(dx, dy)) lift(drag);
    if (!drag.ghost) return;
    event.preventDefault();
    drag.ghost.style.transform = `translate(${dx}px, ${dy}px)`;
    const under = underPointer(root, event);
    const over = under && placeAt(under, drag.piece.dataset.drag ?? "")?.place;
    for (const place of root.querySelectorAll("[data-drop]"))
      place.toggleAttribute("data-tk-over", place === over);
  };

  /** @param {Drag} held */
  const lift = (held) => {
    held.ghost = ghostOf(held.piece, root);
    root.append(held.ghost);
    root.setPointerCapture(held.pointer);
    held.piece.setAttribute("data-tk-lifted", "");
    chosen = null;
    markTargets();
  };

  /** @param {PointerEvent} event */
  const onUp = (event) => {
    if (!drag || event.pointerId !== drag.pointer) return;
    const { piece, ghost } = drag;
    const under = ghost ? underPointer(root, event) : null;
    const found = under && placeAt(under, piece.dataset.drag ?? "");
    endDrag();
    if (found) put(found.action, found.place, piece);
    else if (under) askWhy(under, piece);
  };

  const endDrag = () => {
    if (!drag) return;
    const { piece, ghost, pointer } = drag;
    drag = null;
    if (!ghost) return;
    dragged = true;
    setTimeout(() => (dragged = false)); // a click follows the pointer at once or not at all
    ghost.remove();
    piece.removeAttribute("data-tk-lifted");
    if (root.hasPointerCapture(pointer)) root.releasePointerCapture(pointer);
    markTargets();
    released();
  };

  /**
   * First or second half of click-click. True if the click was on a piece or its place.
   * @param {Element} at
   */
  const click = (at) => {
    if (dragged) return true;
    const nearest = at.closest("[data-drag], [data-drop]");
    // A piece inside a place: the click is on the piece, not on the place around it.
    const found = chosen !== null && nearest?.hasAttribute("data-drop") ? placeAt(at, chosen) : null;
    if (found) {
      const piece = pieceNamed(root, chosen ?? "") ?? found.place;
      choose(null);
      put(found.action, found.place, piece);
      return true;
    }
    const piece = at.closest("[data-drag]")?.getAttribute("data-drag") ?? null;
    if (piece === null && chosen !== null && askWhy(at, pieceNamed(root, chosen))) return true;
    if (piece === null || at.closest("[data-action]")) {
      if (chosen !== null) choose(null);
      return false;
    }
    choose(piece === chosen ? null : piece);
    return true;
  };

  /** Drops the piece that is held or chosen. True if there was one. */
  const cancel = () => {
    const had = Boolean(drag?.ghost) || chosen !== null;
    endDrag();
    choose(null);
    return had;
  };

  const listeners = /** @type {const} */ ([
    ["pointerdown", onDown],
    ["pointermove", onMove],
    ["pointerup", onUp],
    ["pointercancel", endDrag],
  ]);
  for (const [name, listener] of listeners) root.addEventListener(name, /** @type {any} */ (listener));

  return {
    click,
    cancel,
    isDragging: () => Boolean(drag?.ghost),
    /** After a patch: the chosen piece may be gone, and places may have changed. */
    refresh() {
      if (chosen !== null && !pieceNamed(root, chosen)) chosen = null;
      markTargets();
    },
    close() {
      for (const [name, listener] of listeners) root.removeEventListener(name, /** @type {any} */ (listener));
    },
  };
}

/**
 * @param {Element} root
 * @param {string} piece
 */
function pieceNamed(root, piece) {
  return root.querySelector(`[data-drag="${CSS.escape(piece)}"]`);
}

/**
 * @param {Element} root
 * @param {PointerEvent} event
 */
function underPointer(root, event) {
  const page = /** @type {Document | ShadowRoot} */ (root.getRootNode());
  const under = page.elementFromPoint(event.clientX, event.clientY);
  return under && root.contains(under) ? under : null;
}

/**
 * A copy that follows the pointer. It is in the table's root, so that full screen shows it too; a piece of a picture
 * gets a picture of its own, of the same size and at the same place.
 * @param {HTMLElement} piece
 * @param {HTMLElement} root
 */
function ghostOf(piece, root) {
  const [box, home] = [piece.getBoundingClientRect(), root.getBoundingClientRect()];
  const ghost = document.createElement("div");
  ghost.className = "tk-ghost";
  ghost.setAttribute("aria-hidden", "true");
  Object.assign(ghost.style, {
    left: `${box.left - home.left - root.clientLeft}px`,
    top: `${box.top - home.top - root.clientTop}px`,
    width: `${box.width}px`,
    height: `${box.height}px`,
  });
  ghost.append(piece instanceof SVGElement ? pictureOf(piece, box) : bareCopy(piece));
  return ghost;
}

/**
 * @param {SVGElement} piece
 * @param {DOMRect} box
 */
function pictureOf(piece, box) {
  const picture = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  picture.setAttribute("viewBox", `0 0 ${box.width} ${box.height}`);
  const frame = document.createElementNS("http://www.w3.org/2000/svg", "g");
  const at = /** @type {SVGGraphicsElement} */ (piece.parentElement ?? piece).getScreenCTM?.();
  if (at)
    frame.setAttribute(
      "transform",
      `matrix(${at.a} ${at.b} ${at.c} ${at.d} ${at.e - box.left} ${at.f - box.top})`,
    );
  frame.append(bareCopy(piece));
  picture.append(frame);
  return picture;
}

/** A copy that cannot be used: without keys, actions and focus. @param {Element} piece */
function bareCopy(piece) {
  const copy = /** @type {Element} */ (piece.cloneNode(true));
  for (const element of [copy, ...copy.querySelectorAll("*")]) {
    for (const { name } of [...element.attributes]) {
      if (name.startsWith("data-") || name === "tabindex" || name === "id") element.removeAttribute(name);
    }
  }
  return copy;
}

/**
 * Asks what a choice would do once the pointer or the focus has rested on it; leaving it ends the preview. A focus that
 * no key has moved there asks nothing: a preview of the choice that happens to come first would look like advice.
 * @param {HTMLElement} root
 * @param {(text: string | null, from: Element) => void} ask
 */
export function createPeek(root, ask) {
  const ends = new AbortController();
  /** @type {string | null} */
  let asked = null;
  const settle = latest(REST, (/** @type {{ text: string | null, from: Element }} */ { text, from }) => {
    if (text === asked) return;
    asked = text;
    ask(text, from);
  });
  /** @param {Event} event */
  const enter = (event) => {
    if (/** @type {PointerEvent} */ (event).pointerType === "touch") return;
    const from = /** @type {HTMLElement} */ (event.target);
    const choice = /** @type {HTMLElement | null} */ (from.closest("[data-peek]"));
    if (choice || asked !== null) settle({ text: choice?.dataset.peek ?? null, from });
  };
  const leave = () => asked !== null && settle({ text: null, from: root });
  let isMoving = false;
  const key = (/** @type {Event} */ event) => {
    isMoving = MOVES_FOCUS.test(/** @type {KeyboardEvent} */ (event).key);
    setTimeout(() => (isMoving = false)); // the browser moves the focus before that, and a scene comes after it
  };
  root.addEventListener("keydown", key, { capture: true, signal: ends.signal });
  root.addEventListener("focusin", (event) => isMoving && enter(event), { signal: ends.signal });
  root.addEventListener("pointerover", enter, { signal: ends.signal });
  for (const name of ["pointerleave", "focusout"]) root.addEventListener(name, leave, { signal: ends.signal });
  return {
    /** A choice has been made: its preview ends, and does not begin if it has not yet. */
    forget() {
      asked = null;
      settle({ text: null, from: root });
    },
    close: () => ends.abort(),
  };
}

/**
 * A function that calls `call` once, with its last argument, when it has not been called for `delay` milliseconds.
 * @template T
 * @param {number} delay  milliseconds
 * @param {(argument: T) => void} call
 */
export function latest(delay, call) {
  /** @type {any} */
  let timer;
  return (/** @type {T} */ argument) => {
    clearTimeout(timer);
    timer = setTimeout(() => call(argument), delay);
  };
}

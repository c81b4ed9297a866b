// @ts-check
/**
 * The keyboard: one tab stop for each grid, arrows that follow the picture, hotkeys, undo and redo. No plain key reaches
 * the notebook, which would cut the cell on `x` and turn it into text on `m`; its shortcuts with Ctrl or Cmd do.
 *
 * @typedef {{ left: number, top: number, right: number, bottom: number }} Box
 *
 * @typedef {object} KeyOptions
 * @property {HTMLElement} root
 * @property {(element: Element) => boolean} activate  does what a click would; false if there was nothing to do
 * @property {(field: Element) => void} submit  Enter in a field with `data-ask` or `data-say`
 * @property {() => boolean} escape  drops the piece that is held or chosen; true if there was one
 */

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const TYPING = new Set(["text", "number", "search", "email", "url", "tel", "password", ""]);
const DIGITS_STAY = 2000; // milliseconds after which begun digits are forgotten
const SUPPRESS = "data-lm-suppress-shortcuts";
/** With Ctrl or Cmd: undo and redo, what edits text and must not edit a cell, and Enter, which would run the cell anew. */
const KEPT = /^(?:[zyxcva]|enter|backspace|delete|home|end|arrow\w+)$/;

/**
 * Index of the nearest box in a direction, or -1. A box straight ahead comes before any that is off to the side.
 * @param {Box[]} boxes
 * @param {number} from
 * @param {number} dx  -1, 0 or 1
 * @param {number} dy  -1, 0 or 1; one of the two is 0
 */
export function neighbour(boxes, from, dx, dy) {
  const here = boxes[from];
  /** @type {[Axis, Axis]} */
  const [along, across] = dx ? ["x", "y"] : ["y", "x"];
  let best = -1;
  let least = Infinity;
  boxes.forEach((box, index) => {
    const gap = edgeGap(here, box, along, dx + dy);
    const ahead = (dx + dy) * (middle(box, along) - middle(here, along));
    if (index === from || ahead <= 0 || gap < -1) return;
    const skew = Math.abs(middle(box, across) - middle(here, across));
    const cost = gap + 3 * apart(here, box, across) + skew / 1000;
    if (cost < least) [best, least] = [index, cost];
  });
  return best;
}

/** @typedef {"x" | "y"} Axis */
/** @type {Record<Axis, ["left" | "top", "right" | "bottom"]>} */
const ENDS = { x: ["left", "right"], y: ["top", "bottom"] };

/**
 * @param {Box} box
 * @param {Axis} axis
 */
function middle(box, axis) {
  return (box[ENDS[axis][0]] + box[ENDS[axis][1]]) / 2;
}

/**
 * @param {Box} from
 * @param {Box} to
 * @param {Axis} axis
 * @param {number} sign
 */
function edgeGap(from, to, axis, sign) {
  const [low, high] = ENDS[axis];
  return sign > 0 ? to[low] - from[high] : from[low] - to[high];
}

/**
 * @param {Box} a
 * @param {Box} b
 * @param {Axis} axis
 */
function apart(a, b, axis) {
  const [low, high] = ENDS[axis];
  return Math.max(0, a[low] - b[high], b[low] - a[high]);
}

/**
 * Undo or redo for a key with Ctrl or Cmd, else null.
 * @param {{ key: string, shiftKey: boolean }} event
 * @returns {"undo" | "redo" | null}
 */
export function historyKey({ key, shiftKey }) {
  const letter = key.toLowerCase();
  if (letter === "z") return shiftKey ? "redo" : "undo";
  return letter === "y" && !shiftKey ? "redo" : null;
}

/**
 * Whether a key is a shortcut of the host, such as Ctrl+S.
 * @param {{ key: string, ctrlKey: boolean, metaKey: boolean, getModifierState: (name: string) => boolean }} event
 */
export function isForHost(event) {
  const isSign = event.getModifierState("AltGraph"); // "[" is AltGr + 8 on some keyboards: Ctrl and Alt to Windows
  return (event.ctrlKey || event.metaKey) && !isSign && !KEPT.test(event.key.toLowerCase());
}

/**
 * Keeps keys from the shortcuts of JupyterLab and its kin, which ask the element that has the key. Notebook 7 asks
 * before the key has come down to the table, so the mark is set as early as that.
 * @param {HTMLElement} root
 */
function createGuard(root) {
  /** @type {Element | null} */
  let marked = null;
  const guard = (/** @type {KeyboardEvent} */ event) => {
    const at = event.composedPath()[0];
    marked?.removeAttribute(SUPPRESS);
    marked = at instanceof Element && root.contains(at) && !isForHost(event) ? at : null;
    marked?.setAttribute(SUPPRESS, "true");
  };
  window.addEventListener("keydown", guard, true);
  return () => window.removeEventListener("keydown", guard, true);
}

/** Digits typed to jump to a cell: they are collected until Enter, or forgotten after a while. */
export function createDigits() {
  let digits = "";
  let last = 0;
  return {
    /**
     * @param {string} digit
     * @param {number} now
     */
    add(digit, now) {
      digits = (now - last > DIGITS_STAY ? "" : digits) + digit;
      last = now;
    },
    /** @param {number} now */
    take(now) {
      const whole = now - last > DIGITS_STAY ? "" : digits;
      digits = "";
      return whole;
    },
  };
}

/** @param {Element} element */
export function isTextField(element) {
  if (element instanceof HTMLInputElement) return TYPING.has(element.type);
  return element instanceof HTMLTextAreaElement || /** @type {HTMLElement} */ (element).isContentEditable;
}

/** @param {KeyOptions} options */
export function createKeys({ root, activate, submit, escape }) {
  const digits = createDigits();
  /** Cell that holds the tab stop, by grid. @type {Map<string, string>} */
  const stops = new Map();

  /** @param {Element} at */
  const sectionOf = (at) => at.closest("[data-table]") ?? root.querySelector("[data-table]") ?? root;

  /**
   * @param {Element} grid
   * @param {HTMLElement | undefined} cell
   */
  const goTo = (grid, cell) => {
    if (!cell) return false;
    stops.set(gridKey(grid), cell.dataset.cell ?? "");
    for (const other of cellsOf(grid)) setStop(other, other === cell);
    cell.focus();
    return true;
  };

  /**
   * @param {KeyboardEvent} event
   * @param {Element} grid
   * @param {HTMLElement} cell
   */
  const walk = (event, grid, cell) => {
    const cells = cellsOf(grid);
    const step = ARROWS[/** @type {keyof typeof ARROWS} */ (event.key)];
    if (step) {
      const boxes = cells.map((other) => other.getBoundingClientRect());
      return goTo(grid, cells[neighbour(boxes, cells.indexOf(cell), step[0], step[1])]) || true;
    }
    if (event.key !== "[" && event.key !== "]") return false;
    const track = [...cells].sort((a, b) => Number(a.dataset.cell) - Number(b.dataset.cell));
    return goTo(grid, track[track.indexOf(cell) + (event.key === "]" ? 1 : -1)]) || true;
  };

  /**
   * @param {string} key
   * @param {Element} at
   */
  const hotkey = (key, at) => {
    const name = CSS.escape(key.toLowerCase());
    const found = /** @type {HTMLElement | null} */ (sectionOf(at).querySelector(`[data-hotkey="${name}"]`));
    if (!found) return false;
    // Like a click, so that the focus moves on to whatever is to be done next; inside a grid it stays there.
    if (!at.closest('[data-nav="grid"]')) found.focus({ preventScroll: true });
    activate(found);
    return true;
  };

  /**
   * @param {string} number
   * @param {Element} at
   */
  const jump = (number, at) => {
    const grid = at.closest('[data-nav="grid"]') ?? sectionOf(at).querySelector('[data-nav="grid"]');
    return Boolean(
      grid &&
      number &&
      goTo(
        grid,
        cellsOf(grid).find((cell) => cell.dataset.cell === number),
      ),
    );
  };

  /**
   * A key without Ctrl, Cmd or Alt, outside text fields. True if it has done something.
   * @param {KeyboardEvent} event
   * @param {HTMLElement} at
   */
  const plainKey = (event, at) => {
    const grid = at.closest('[data-nav="grid"]');
    const cell = /** @type {HTMLElement | null} */ (at.closest("[data-cell]"));
    if (grid && cell && walk(event, grid, cell)) return true;
    if (event.key === "Enter" && jump(digits.take(event.timeStamp), at)) return true;
    if (event.key === "Enter" || event.key === " ") return !isNative(at) && activate(at);
    if (isValueControl(at)) return false;
    if (!event.repeat && !(grid && isDigit(event.key)) && hotkey(event.key, at)) return true;
    if (isDigit(event.key)) digits.add(event.key, event.timeStamp);
    return isDigit(event.key);
  };

  /** @param {KeyboardEvent} event */
  const onKeydown = (event) => {
    if (isForHost(event)) return;
    event.stopPropagation();
    const at = /** @type {HTMLElement} */ (event.target);
    if (event.isComposing || (event.altKey && !event.getModifierState("AltGraph"))) return;
    if (handled(event, at)) event.preventDefault();
  };

  /**
   * @param {KeyboardEvent} event
   * @param {HTMLElement} at
   */
  const handled = (event, at) => {
    const isPlain = event.getModifierState("AltGraph");
    if (!isPlain && (event.ctrlKey || event.metaKey)) return historyPressed(event, at);
    if (event.repeat && event.key === "Enter") return true; // a key held down plays once, not on and on
    if (event.key === "Escape") return escape() || escaped(at);
    if (!isTextField(at)) return plainKey(event, at);
    if (event.key !== "Enter" || !at.matches("input[data-ask], input[data-say]")) return false;
    submit(at);
    return true;
  };

  /** Closes what Escape closes, such as the drawer. @param {Element} at */
  const escaped = (at) => {
    const way = sectionOf(at).querySelector('[data-escape], [data-hotkey="Escape"]');
    return Boolean(way && activate(way));
  };

  /**
   * @param {KeyboardEvent} event
   * @param {Element} at
   */
  const historyPressed = (event, at) => {
    const way = isTextField(at) ? null : historyKey(event);
    const button = way && sectionOf(at).querySelector(`[data-send*='"${way}"']`);
    if (button) activate(button);
    return Boolean(button);
  };

  const unguard = createGuard(root);
  root.addEventListener("keydown", onKeydown);
  return {
    /** Gives each grid its one tab stop; to be called after a patch. */
    refresh() {
      for (const grid of root.querySelectorAll('[data-nav="grid"]')) keepStop(grid, stops);
    },
    /** Makes a cell that has got the focus by mouse or script the tab stop. @param {Element} target */
    focused(target) {
      const grid = target.closest('[data-nav="grid"]');
      const cell = /** @type {HTMLElement | null} */ (target.closest("[data-cell]"));
      if (!grid || !cell || cell.getAttribute("tabindex") === "0") return;
      stops.set(gridKey(grid), cell.dataset.cell ?? "");
      for (const other of cellsOf(grid)) setStop(other, other === cell);
    },
    close() {
      unguard();
      root.removeEventListener("keydown", onKeydown);
    },
  };
}

/** @param {string} key */
function isDigit(key) {
  return key.length === 1 && key >= "0" && key <= "9";
}

/** @param {Element} element */
function isNative(element) {
  return ["button", "a", "summary", "select", "input"].includes(element.localName);
}

/** Sliders and lists use arrows, digits and letters themselves. @param {Element} element */
function isValueControl(element) {
  if (element.localName === "select") return true;
  return element.localName === "input" && /** @type {HTMLInputElement} */ (element).type === "range";
}

/** @param {Element} grid */
function cellsOf(grid) {
  return /** @type {HTMLElement[]} */ ([...grid.querySelectorAll("[data-cell]")]);
}

/** @param {Element} grid */
function gridKey(grid) {
  return `${grid.closest("[data-table]")?.getAttribute("data-table") ?? ""}/${grid.getAttribute("data-key") ?? ""}`;
}

/**
 * @param {HTMLElement} cell
 * @param {boolean} stop
 */
function setStop(cell, stop) {
  const value = stop ? "0" : "-1";
  if (cell.getAttribute("tabindex") !== value) cell.setAttribute("tabindex", value);
}

/**
 * @param {Element} grid
 * @param {Map<string, string>} stops
 */
function keepStop(grid, stops) {
  const cells = cellsOf(grid);
  const kept = stops.get(gridKey(grid));
  const stop =
    cells.find((cell) => cell.dataset.cell === kept) ??
    cells.find((cell) => cell.hasAttribute("data-focus")) ??
    cells.find((cell) => cell.hasAttribute("data-action")) ??
    cells[0];
  for (const cell of cells) setStop(cell, cell === stop);
}

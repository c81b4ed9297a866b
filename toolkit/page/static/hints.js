// @ts-check
/**
 * What a piece of a picture says about itself: `data-tip` is shown beside it while a pointer rests on it, while it has
 * the focus of the keyboard, or after a long touch. The element is read at that moment, so a patch changes nothing here.
 */

/** Milliseconds a pointer rests, and a finger is held, before the text is shown. */
export const RESTS = 350;
export const HOLDS = 500;

/**
 * Where a text of this size stands: below its piece, or above it where there is no room below; always inside the table.
 * @param {{ left: number, top: number, bottom: number, width: number }} piece
 * @param {{ left: number, top: number, width: number, height: number }} home  the table, or as much of it as is seen
 * @param {{ width: number, height: number }} size
 */
export function placeBeside(piece, home, size) {
  const middle = piece.left + piece.width / 2 - home.left - size.width / 2;
  const left = Math.max(4, Math.min(middle, home.width - size.width - 4));
  const below = piece.bottom - home.top + 6;
  const fits = below + size.height <= home.height - 4;
  return { left, top: fits ? below : Math.max(4, piece.top - home.top - size.height - 6) };
}

/**
 * @param {{ root: HTMLElement, tip: HTMLElement }} frame
 * @param {() => boolean} isBusy  a piece is being dragged: nothing is shown then
 */
export function createHints({ root, tip }, isBusy) {
  const ends = new AbortController();
  /** @type {Element | null} */
  let shown = null;
  /** @type {any} */
  let timer;

  const hide = () => {
    clearTimeout(timer);
    if (shown) tip.hidden = true;
    shown = null;
  };
  /** @param {EventTarget | null} target */
  const pieceAt = (target) => (target instanceof Element ? target.closest("[data-tip]") : null);
  /** @param {Element} piece */
  const show = (piece) => {
    const text = piece.getAttribute("data-tip");
    if (!text || !root.contains(piece) || isBusy()) return;
    tip.textContent = text;
    tip.hidden = false;
    shown = piece;
    const home = root.getBoundingClientRect();
    const at = placeBeside(piece.getBoundingClientRect(), home, tip.getBoundingClientRect());
    tip.style.left = `${at.left}px`;
    tip.style.top = `${at.top + root.scrollTop}px`;
  };
  /**
   * @param {Element | null} piece
   * @param {number} wait  milliseconds
   */
  const later = (piece, wait) => {
    if (piece && piece === shown) return;
    hide();
    if (piece) timer = setTimeout(() => show(piece), wait);
  };

  /** @type {[string, (event: any) => void][]} */
  const listeners = [
    ["pointerover", ({ pointerType, target }) => pointerType !== "touch" && later(pieceAt(target), RESTS)],
    ["pointerleave", hide],
    ["pointerdown", ({ pointerType, target }) => (hide(), pointerType === "touch" && later(pieceAt(target), HOLDS))],
    ["pointermove", ({ pointerType }) => pointerType === "touch" && isBusy() && hide()],
    ["pointerup", ({ pointerType }) => pointerType === "touch" && !shown && hide()],
    ["pointercancel", hide],
    ["focusin", ({ target }) => later(target.matches?.(":focus-visible") ? pieceAt(target) : null, RESTS)],
    ["focusout", hide],
    ["keydown", ({ key }) => key === "Escape" && hide()],
  ];
  for (const [name, listener] of listeners) root.addEventListener(name, listener, { signal: ends.signal });

  return {
    /** After a patch: the piece may be gone. */
    refresh() {
      if (shown && !root.contains(shown)) hide();
    },
    close() {
      hide();
      ends.abort();
    },
  };
}

// @ts-check
/**
 * How much room a table has, and which of the layouts of `frame.css` fits into it. The height that counts is what can be
 * seen of the page at once: that of the nearest ancestor that scrolls, or of the window.
 */

/** @typedef {"one" | "side" | "two" | "three"} Layout */

/**
 * The layout for a room, in pixels at scale 1: one column; the board and what to do side by side, charts below; two
 * columns with everything in sight; three columns.
 * @param {number} width
 * @param {number} height
 * @returns {Layout}
 */
export function layoutOf(width, height) {
  if (width < 700) return "one";
  if (width < 880 || height < 520) return "side";
  return width < 1180 || height < 760 ? "two" : "three";
}

/**
 * The layout in full screen: the column beside the board, or below it.
 * @param {number} width
 * @param {number} height
 */
export function fullLayoutOf(width, height) {
  return width > height ? "beside" : "below";
}

const MORE = 4000; // pixels: more than any screen is high

/**
 * The nearest ancestor that scrolls, and would not grow with what is in it. To tell, the table is made much higher for
 * the length of this call, before anything is painted.
 * @param {HTMLElement} root
 * @returns {HTMLElement | null}
 */
export function scrollerOf(root) {
  const before = root.style.paddingBottom;
  root.style.paddingBottom = `${MORE}px`;
  let found = null;
  for (let box = root.parentElement; box && !found; box = box.parentElement) {
    const scrolls = box !== document.body && /auto|scroll/.test(getComputedStyle(box).overflowY);
    if (scrolls && box.clientHeight < MORE && box !== document.documentElement) found = box;
  }
  root.style.paddingBottom = before;
  return found;
}

/**
 * Keeps `--room` (pixels that can be seen of the page) and `data-layout` of the root as the room is.
 * @param {HTMLElement} root
 * @param {() => void} changed  the layout, or the width of the table
 */
export function createRoom(root, changed) {
  /** @type {HTMLElement | null} */
  let scroller = null;
  let isKnown = false;
  let was = "";
  const sizes = new ResizeObserver(() => measure());

  const find = () => {
    if (isKnown && (!scroller || (scroller.isConnected && scroller.contains(root)))) return;
    if (scroller) sizes.unobserve(scroller);
    scroller = scrollerOf(root);
    isKnown = true;
    if (scroller) sizes.observe(scroller);
  };

  const measure = () => {
    if (!root.isConnected || !root.clientWidth) return;
    const isFull = root.hasAttribute("data-fullscreen");
    if (!isFull) find();
    const seen = Math.min(window.innerHeight, (!isFull && scroller?.clientHeight) || Infinity);
    const scale = Number(root.style.getPropertyValue("--scale")) || 1;
    const choose = isFull ? fullLayoutOf : layoutOf;
    const layout = choose(root.clientWidth / scale, seen / scale);
    const now = `${layout} ${root.clientWidth} ${seen}`;
    if (now === was) return;
    was = now;
    root.style.setProperty("--room", `${seen}px`);
    root.dataset.layout = layout;
    changed();
  };

  sizes.observe(root);
  window.addEventListener("resize", measure);
  return {
    measure,
    close() {
      sizes.disconnect();
      window.removeEventListener("resize", measure);
    },
  };
}

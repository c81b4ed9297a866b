// @ts-check
/**
 * The sandglass. Python sends how much time is left and whether it runs; from then on the page counts, once a second,
 * and reports the end of the time once. The engine itself reads no clock.
 *
 * @typedef {{ step: string, total: number, left: number, running: boolean, off?: boolean, table?: number }} Glass
 * @typedef {Record<string, Glass>} Glasses  by section key: "t0", "t1"
 *
 * @typedef {object} ClockOptions
 * @property {Element} root
 * @property {(text: string, urgent: boolean) => void} say
 * @property {(table: number, step: string) => void} timeUp
 */

/**
 * When each glass arrived, and whether its end has been reported. All views of a model share the objects of the
 * trait, so a view opened later (or scrolled back into the page) counts from the same moment, and the end is reported
 * once.
 * @type {WeakMap<Glass, { since: number, ended: boolean }>}
 */
const heardGlasses = new WeakMap();

/**
 * Notes when the glasses arrived; called as soon as there is a model.
 * @param {Glasses | null | undefined} glasses
 * @param {number} [now]  milliseconds
 */
export function noteGlasses(glasses, now = performance.now()) {
  for (const glass of Object.values(glasses ?? {})) {
    if (!heardGlasses.has(glass)) heardGlasses.set(glass, { since: now, ended: false });
  }
}

/**
 * Seconds left, never below 0.
 * @param {Glass} glass
 * @param {number} now  milliseconds
 */
export function secondsLeft(glass, now) {
  const since = heardGlasses.get(glass)?.since ?? now;
  const gone = glass.running && !glass.off ? (now - since) / 1000 : 0;
  return Math.max(0, glass.left - gone);
}

/**
 * Time as m:ss, rounded up: a full glass shows its whole time.
 * @param {number} seconds
 */
export function clockFace(seconds) {
  const whole = Math.ceil(seconds - 1e-3);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/**
 * The mark passed between two looks at the glass: "ten", "half" or null. The later mark counts.
 * @param {number} before  seconds left at the last look
 * @param {number} after  seconds left now
 * @param {number} total
 */
export function passedMark(before, after, total) {
  /** @param {number} mark */
  const passed = (mark) => before > mark && after <= mark;
  if (total > 10 && passed(10)) return "ten";
  return passed(total / 2) ? "half" : null;
}

/** @param {ClockOptions} options */
export function createClock({ root, say, timeUp }) {
  /** @type {Glasses} */
  let glasses = {};
  /** @type {WeakMap<Glass, number>} */
  const seen = new WeakMap();
  /** @type {any} */
  let timer;

  const tick = () => {
    clearTimeout(timer);
    const now = performance.now();
    let next = Infinity;
    for (const [key, glass] of Object.entries(glasses)) {
      const left = secondsLeft(glass, now);
      for (const face of facesOf(root, key)) drawGlass(face, glass, left);
      pass(key, glass, left);
      if (glass.running && !glass.off && left > 0) next = Math.min(next, left - Math.ceil(left) + 1);
    }
    if (next < Infinity) timer = setTimeout(tick, Math.max(next * 1000, 20));
  };

  /**
   * Announces the marks as they pass and reports the end, once for all views.
   * @param {string} key
   * @param {Glass} glass
   * @param {number} left
   */
  const pass = (key, glass, left) => {
    const mark = passedMark(seen.get(glass) ?? left, left, glass.total);
    seen.set(glass, left);
    const known = heardGlasses.get(glass);
    if (glass.off || !glass.running || !known || known.ended) return;
    if (left > 0) {
      if (mark) speak(key, mark);
      return;
    }
    known.ended = true;
    speak(key, "end");
    timeUp(glass.table ?? Number(key.slice(1)), glass.step);
  };

  /**
   * @param {string} key
   * @param {"half" | "ten" | "end"} mark
   */
  const speak = (key, mark) => {
    const words = facesOf(root, key)[0]?.getAttribute(`data-said-${mark}`);
    if (words) say(words, mark === "end");
  };

  return {
    /** @param {Glasses | null | undefined} heard */
    set(heard) {
      glasses = heard ?? {};
      noteGlasses(glasses);
      tick();
    },
    /** Draws again after a patch, which knows nothing of the time that has passed. */
    refresh: tick,
    /** Whole seconds left on a table, for "pause" and "add". @param {number} table */
    left(table) {
      const glass = glasses[`t${table}`];
      return glass ? Math.ceil(secondsLeft(glass, performance.now())) : null;
    },
    close: () => clearTimeout(timer),
  };
}

/**
 * @param {Element} root
 * @param {string} key
 */
function facesOf(root, key) {
  return /** @type {HTMLElement[]} */ ([...root.querySelectorAll(`[data-deadline="${CSS.escape(key)}"]`)]);
}

/**
 * @param {HTMLElement} face
 * @param {Glass} glass
 * @param {number} left
 */
function drawGlass(face, glass, left) {
  const share = glass.total > 0 ? Math.min(1, Math.ceil(left) / glass.total) : 0;
  face.style.setProperty("--sand-left", share.toFixed(4));
  face.style.setProperty("--sand-level", Math.sqrt(share).toFixed(4)); // the sand is a triangle: its area is the time
  face.classList.toggle("late", !glass.off && left <= 10);
  face.classList.toggle("still", !glass.running || left <= 0);
  const text = face.querySelector("[data-time]");
  const time = clockFace(left);
  if (text && text.textContent !== time) text.textContent = time;
}

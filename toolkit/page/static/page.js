// @ts-check
/**
 * The parts of a table outside the scene: its root, the live regions for screen readers, the focus ring of pieces, the
 * tooltip of charts, the notice of a busy kernel, full screen, and files. Nothing here is patched.
 *
 * @typedef {{ root: HTMLElement, scene: HTMLElement, polite: HTMLElement, urgent: HTMLElement, ring: HTMLElement,
 *   tip: HTMLElement, notice: HTMLElement }} Frame
 */

/**
 * Builds the root of one view in `el`.
 * @param {HTMLElement} el
 * @returns {Frame}
 */
export function createFrame(el) {
  const root = part(null, "tk", { tabindex: "-1" });
  const frame = {
    root,
    polite: part(root, "tk-live", { "aria-live": "polite" }),
    urgent: part(root, "tk-live", { "aria-live": "assertive" }),
    scene: part(root, "tk-scene", {}),
    ring: part(root, "tk-ring", { "aria-hidden": "true", hidden: "" }),
    tip: part(root, "tk-tip", { role: "tooltip", hidden: "" }),
    notice: part(root, "tk-notice", { hidden: "" }),
  };
  el.classList.add("tk-view");
  el.append(root);
  return frame;
}

/**
 * @param {HTMLElement | null} parent
 * @param {string} name
 * @param {Record<string, string>} attributes
 */
function part(parent, name, attributes) {
  const element = document.createElement("div");
  element.className = name;
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  parent?.append(element);
  return element;
}

/**
 * Announces text to screen readers. The same text a second time is made to differ, or it would not be read again.
 * @param {Frame} frame
 */
export function createVoice({ polite, urgent }) {
  const say = (/** @type {string} */ text, isUrgent = false) => {
    const region = isUrgent ? urgent : polite;
    region.textContent = region.textContent === text ? `${text}\u00a0` : text;
  };
  /** Removes what was announced from the page: it may contain a name. */
  const forget = () => {
    polite.textContent = urgent.textContent = "";
  };
  return Object.assign(say, { forget });
}

/**
 * The texts of `[data-live]` elements that are new since the last call.
 * @param {Map<string, string>} before  texts by key; changed to those of `now`
 * @param {{ key: string, text: string, urgent: boolean }[]} now
 */
export function freshLines(before, now) {
  const fresh = now.filter(({ key, text }) => text && before.get(key) !== text);
  before.clear();
  for (const { key, text } of now) before.set(key, text);
  return fresh;
}

/** @param {Element} scene */
export function liveLines(scene) {
  return [...scene.querySelectorAll("[data-live]")].map((element, place) => ({
    key: `${element.closest("[data-table]")?.getAttribute("data-table")}/${element.getAttribute("data-key") ?? place}`,
    text: (element.textContent ?? "").replace(/\s+/g, " ").trim(),
    urgent: element.getAttribute("data-live") === "assertive",
  }));
}

/**
 * Two rings around the piece that has the focus. The page draws them, since not every browser draws an outline around
 * part of a picture.
 * @param {Frame} frame
 */
export function createRing({ root, ring }) {
  /** @type {Element | null} */
  let target = null;
  const place = () => {
    ring.hidden = !target?.isConnected;
    if (ring.hidden || !target) return;
    const [box, home] = [target.getBoundingClientRect(), root.getBoundingClientRect()];
    Object.assign(ring.style, {
      left: `${box.left - home.left + root.scrollLeft}px`,
      top: `${box.top - home.top + root.scrollTop}px`,
      width: `${box.width}px`,
      height: `${box.height}px`,
    });
  };
  return {
    place,
    /** @param {Element | null} element */
    show(element) {
      target = element instanceof SVGElement && element.matches(":focus-visible") ? element : null;
      place();
    },
  };
}

/**
 * Hides the part of a line that the upper edge of the log cuts, as long as the log stands at its newest line.
 * @param {Element} scene
 */
export function trimLogs(scene) {
  for (const list of /** @type {NodeListOf<HTMLElement>} */ (scene.querySelectorAll(".tk-log-list"))) {
    const top = list.getBoundingClientRect().top;
    const boxes = [...list.querySelectorAll("li")].map((line) => line.getBoundingClientRect());
    const cut = boxes.find((box) => box.top < top - 1 && box.bottom > top + 1);
    const isAtEnd = Math.abs(list.scrollTop) < 1;
    list.style.clipPath = cut && isAtEnd && list.clientHeight ? `inset(${cut.bottom - top}px -9px -9px)` : "";
  }
}

/**
 * Tooltip handler for Vega. The tooltip is in the table's root, so that full screen shows it too.
 * @param {Frame} frame
 */
export function createTip({ root, tip }) {
  /**
   * @param {unknown} _handler
   * @param {MouseEvent} event
   * @param {unknown} _item
   * @param {any} value
   */
  return (_handler, event, _item, value) => {
    tip.hidden = value === null || value === undefined || value === "";
    if (tip.hidden) return;
    const lines =
      typeof value === "object" ? Object.entries(value).map(([name, text]) => `${name}: ${text}`) : [value];
    tip.textContent = lines.join("\n");
    const home = root.getBoundingClientRect();
    const left = Math.min(event.clientX - home.left + 12, home.width - tip.offsetWidth - 4);
    tip.style.left = `${Math.max(4, left)}px`;
    tip.style.top = `${event.clientY - home.top + root.scrollTop + 16}px`;
  };
}

/**
 * The scale in full screen: 1.7 for 1280 × 860 pixels, in proportion for other sizes, between 1 and 3.
 * @param {number} width
 * @param {number} height
 */
export function projectorScale(width, height) {
  return Math.min(3, Math.max(1, 1.7 * Math.min(width / 1280, height / 860)));
}

/**
 * The size of the table: its own scale, multiplied in full screen. Escape leaves full screen by itself.
 * @param {HTMLElement} root
 * @param {() => void} changed
 */
export function createScreen(root, changed) {
  let own = 1;
  const isFull = () => document.fullscreenElement === root;
  const apply = () => {
    root.toggleAttribute("data-fullscreen", isFull());
    const scale = own * (isFull() ? projectorScale(window.innerWidth, window.innerHeight) : 1);
    root.style.setProperty("--scale", String(Math.round(Math.min(scale, 4) * 1000) / 1000));
    changed();
  };
  const onResize = () => isFull() && apply();
  root.addEventListener("fullscreenchange", apply);
  window.addEventListener("resize", onResize);
  return {
    /** @param {number} scale */
    setScale(scale) {
      if (scale === own) return;
      own = scale;
      apply();
    },
    toggle() {
      const done = isFull() ? document.exitFullscreen() : root.requestFullscreen?.();
      done?.catch(() => console.warn("toolkit: this page does not allow full screen."));
    },
    close() {
      window.removeEventListener("resize", onResize);
      if (isFull()) document.exitFullscreen().catch(() => {});
    },
  };
}

/**
 * Offers text from Python as a file to save.
 * @param {{ name: string, text: string, type?: string }} file
 */
export function offerFile({ name, text, type = "application/json" }) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

// @ts-check
/**
 * The one widget: puts the scene that Python has drawn into the page, and sends what the reader does. It decides
 * nothing: the scene lists the possible actions, and their result comes back as the next scene.
 */
import { vegaKit } from "./vega.js";
import { morph } from "./morph.js";
import { askMessage, clickMessage, dropAction, fieldMessage, parsed, playMessage } from "./messages.js";
import { putMessage, whyMessage } from "./messages.js";
import { createMailbox } from "./mailbox.js";
import { createKernel } from "./kernel.js";
import { createTheme } from "./theme.js";
import { createKeys, isTextField } from "./keys.js";
import { REST, createGestures, createPeek, latest } from "./gestures.js";
import { createClock, noteGlasses } from "./clock.js";
import { createPanels } from "./panels.js";
import { createHints } from "./hints.js";
import { createRoom } from "./room.js";
import { createFrame, createRing, createScreen, createTip, createVoice } from "./page.js";
import { freshLines, liveLines, offerFile, trimLogs } from "./page.js";

/**
 * @typedef {object} Model  the widget model, as anywidget hands it over
 * @property {(name: string) => any} get
 * @property {(message: object) => void} send
 * @property {(name: string, listener: (...args: any[]) => void) => void} on
 * @property {(name: string, listener: (...args: any[]) => void) => void} off
 *
 * @typedef {import("./messages.js").Message} Message
 */

const ACTIVE = "[data-action], [data-send], [data-why], [data-submit]";
const CONTROLS = "input[data-send], select[data-send]";
const SAY = { message: { kind: "say" }, field: "text" };
const SLOW = 120; // milliseconds after which an awaited answer is late
const DRAWN_FROM = ["scene", "rows", "specs", "lang", "theme"];

/** One view of a table. */
class TableView {
  /**
   * @param {Model} model
   * @param {HTMLElement} el
   */
  constructor(model, el) {
    this.model = model;
    const frame = createFrame(el);
    this.root = frame.root;
    this.scene = frame.scene;
    this.notice = frame.notice;
    this.say = createVoice(frame);
    this.ring = createRing(frame);
    this.ends = new AbortController();
    /** Text of the live elements when last announced. @type {Map<string, string>} */
    this.spoken = new Map();
    /** Values of `data-scroll` that have been scrolled to. @type {Set<string>} */
    this.scrolled = new Set();
    /** To be done once the next scene is in place. @type {(() => void)[]} */
    this.answers = [];
    /** @type {{ scene: string, rows: any, specs: any }} */
    this.drawn = { scene: "", rows: null, specs: null };
    this.isDue = false;
    this.mailbox = createMailbox({
      post: (letter) => model.send(letter),
      heard: (line) => this.showLine(line),
      health: () => this.kernel.health(),
    });
    this.kernel = createKernel(model, (health) => this.mailbox.told(health));
    this.theme = createTheme(() => this.applyLook());
    this.clock = createClock({ root: this.scene, say: this.say, timeUp: (...end) => this.timeUp(...end) });
    this.panels = createPanels({ root: this.scene, vega: vegaKit, tooltip: createTip(frame) });
    this.room = createRoom(this.root, () => this.resized());
    this.screen = createScreen(this.root, () => (this.room.measure(), this.resized()));
    this.gestures = createGestures({
      root: this.root,
      say: this.say,
      actionFor: dropAction,
      put: (action, place, piece) => this.post(putMessage(action, stepOf(place) || stepOf(piece)), place),
      refused: (about, place) => {
        const message = whyMessage(about, place.getAttribute("data-place"));
        if (message) this.post(message, place);
      },
      released: () => this.schedule(),
    });
    this.hints = createHints(frame, () => this.gestures.isDragging());
    this.keys = createKeys({
      root: this.root,
      activate: (element) => this.activate(element),
      submit: (field) => this.submit(field),
      escape: () => this.gestures.cancel(),
    });
    this.peek = createPeek(this.root, (text, from) => this.ask(parsed(text), from));
    this.slide = latest(REST, (/** @type {Element} */ control) => this.sendControl(control));
    this.sizes = new ResizeObserver(() => this.ring.place());
    this.heard = this.listen();
    this.draw();
    this.clock.set(model.get("clock"));
    if (/** @type {any} */ (model).comm_live === false) this.mailbox.silence();
    else this.mailbox.told(this.kernel.health());
  }

  listen() {
    const { signal } = this.ends;
    /** @type {[string, (event: any) => void][]} */
    const done = [
      ["click", ({ target }) => (closeMenus(this.scene, target), this.activate(target))],
      ["submit", (event) => event.preventDefault()],
      ["input", ({ target }) => isControl(target) && target.type === "range" && this.slide(target)],
      ["change", ({ target }) => isControl(target) && target.type !== "range" && this.sendControl(target)],
      ["focusin", ({ target }) => (this.keys.focused(target), this.ring.show(target))],
      ["focusout", () => this.ring.show(null)],
    ];
    for (const [name, listener] of done) this.root.addEventListener(name, listener, { signal });
    /** @type {[string, (...args: any[]) => void][]} */
    const heard = [
      ["change:clock", () => this.clock.set(this.model.get("clock"))],
      ["msg:custom", (message) => this.hear(message)],
      ["comm_live_update", () => (isLinked(this.model) ? this.mailbox.revive() : this.mailbox.silence())],
      ["comm:close", () => this.mailbox.silence()],
    ];
    for (const name of DRAWN_FROM) heard.push([`change:${name}`, () => this.follow()]);
    for (const [name, listener] of heard) this.model.on(name, listener);
    this.root.addEventListener("scroll", () => trimLogs(this.scene), { capture: true, passive: true, signal });
    this.sizes.observe(this.root);
    return heard;
  }

  /**
   * Sends a message; `from`, the element it comes from, waits for the answer.
   * @param {Message} message
   * @param {Element} from
   * @param {(accepted: boolean) => void} [done]
   */
  post(message, from, done) {
    if (message.kind === "fullscreen") return this.screen.toggle();
    /** @type {Message} */
    const letter = { table: tableOf(from), ...message };
    if (letter.kind === "clock") letter.left = this.clock.left(letter.table);
    const isAlive = this.mailbox.isAlive();
    if ((!isAlive && from.closest(".tk-bar")) || this.mailbox.isPlaying(letter)) return;
    if (letter.kind === "play") this.peek.forget();
    if (isAlive) wait(from, 1);
    this.mailbox.send(letter, (error) => {
      this.answers.push(() => {
        settle(from, error !== null);
        done?.(error === null);
      });
      this.schedule();
    });
  }

  /**
   * Does what a click on `at` does. False if a click there does nothing.
   * @param {Element} at
   */
  activate(at) {
    if (this.gestures.click(at)) return true;
    const target = /** @type {HTMLElement | null} */ (at.closest(ACTIVE));
    if (!target || isControl(target)) return false;
    const { action, send, why, submit: field } = target.dataset;
    const disabled = target.matches('[aria-disabled="true"], :disabled');
    if (field && !disabled) return this.submit(fieldNamed(target, field), target);
    const message = clickMessage({ action, send, why, disabled }, stepOf(target));
    if (message) this.post(message, target);
    return true;
  }

  /**
   * Sends the text of a field: as its `data-ask` says, or with `data-say` as a typed command. False if there is none.
   * @param {Element | null} element
   * @param {Element} [from]  what was clicked; the field's own button when Enter was pressed
   */
  submit(element, from) {
    const field = /** @type {HTMLInputElement | null} */ (element);
    const template = field?.hasAttribute("data-say") ? SAY : parsed(field?.dataset.ask);
    const message = field && askMessage(template, field.value, stepOf(field));
    if (!field || !message) return false;
    this.post(message, from ?? buttonOf(field) ?? field, (accepted) => {
      if (accepted && message.kind === "say") field.value = "";
    });
    return true;
  }

  /** @param {Element} element */
  async sendControl(element) {
    const control = /** @type {HTMLInputElement} */ (element);
    const value = await valueOf(control);
    const message = fieldMessage(parsed(control.dataset.send), control.dataset.field ?? "value", value);
    if (control.type === "file") closeMenus(this.scene, null);
    if (message) this.post(message, control, (accepted) => !accepted && resetControl(control));
  }

  /**
   * @param {object | null} action
   * @param {Element} from
   */
  ask(action, from) {
    if (this.mailbox.isAlive()) this.mailbox.drop({ kind: "peek", action, table: tableOf(from) });
  }

  /**
   * @param {number} table
   * @param {string} step
   */
  timeUp(table, step) {
    this.mailbox.send({ ...playMessage({ type: "timeup" }, step), table });
  }

  /** @param {any} message */
  hear(message) {
    if (message?.kind === "ack") this.mailbox.answer(message);
    const isMine = message?.for === undefined || this.mailbox.isOwn(message.for); // not asked for in another view
    if (message?.kind === "file" && isMine) offerFile(message);
  }

  /** Says why no answer comes. @param {import("./mailbox.js").Line} line */
  showLine(line) {
    const { busy, silent } = this.scene.querySelector("section")?.dataset ?? {};
    this.notice.textContent = (line === "busy" ? busy : line === "silent" ? silent : "") ?? "";
    this.notice.hidden = !this.notice.textContent;
    this.root.toggleAttribute("data-tk-lost", line === "gone");
    const lost = line === "gone" && this.scene.querySelector(".tk-nokernel")?.textContent?.trim();
    if (lost || this.notice.textContent) this.say(lost || this.notice.textContent);
  }

  /** Something has come from Python: a kernel is listening. */
  follow() {
    this.mailbox.revive();
    this.schedule();
  }

  schedule() {
    if (this.isDue) return;
    this.isDue = true;
    const flush = () => this.flush();
    if (document.hidden) setTimeout(flush);
    else requestAnimationFrame(flush);
  }

  /** Draws everything that has come since the last frame: scene and charts first, then the answers. */
  flush() {
    this.isDue = false;
    if (this.ends.signal.aborted || this.gestures.isDragging()) return;
    this.draw();
    for (const answer of this.answers.splice(0)) answer();
  }

  draw() {
    const { model, drawn } = this;
    const now = { scene: model.get("scene") ?? "", rows: model.get("rows"), specs: model.get("specs") };
    const isNew = now.scene !== drawn.scene;
    const hasCharts = isNew || now.rows !== drawn.rows || now.specs !== drawn.specs;
    const lang = model.get("lang") || "en";
    if (this.root.lang !== lang) this.root.lang = lang; // set again, it would have every style computed anew
    if (isNew) this.patch(now.scene);
    this.applyLook();
    if (hasCharts) this.panels.sync(now.specs ?? {}, now.rows ?? {});
    this.drawn = now;
  }

  /** @param {string} html */
  patch(html) {
    const { scene } = this;
    const isFirst = !scene.firstChild;
    const focused = focusIn(scene);
    const table = focused ? tableOf(focused) : 0;
    const before = questionIn(scene);
    morph(scene, html, { added: markNew, busy: (field) => field.matches(":active, [data-tk-waiting]") });
    this.keys.refresh();
    this.gestures.refresh();
    this.hints.refresh();
    this.clock.refresh();
    const lines = freshLines(this.spoken, liveLines(scene));
    if (scene.querySelector("[data-quiet]")) this.say.forget();
    else if (!isFirst) this.announce(lines);
    const question = questionIn(scene);
    if (focused && question && question !== before) question.focus();
    else if (focused && !canFocus(focused)) focusNext(this.root, table);
    this.ring.show(focusIn(scene));
    this.scrolled = scrollToNews(scene, this.scrolled);
    trimLogs(scene);
  }

  /** After a change of size. Full screen hides the toolbar, which may have had the focus. */
  resized() {
    const focused = focusIn(this.scene);
    if (focused && !canFocus(focused)) focusNext(this.root, tableOf(focused));
    this.panels.resize();
    this.ring.place();
    trimLogs(this.scene);
  }

  /** @param {{ text: string, urgent: boolean }[]} lines */
  announce(lines) {
    for (const urgent of [false, true]) {
      const texts = lines.filter((line) => line.urgent === urgent).map((line) => line.text);
      if (texts.length) this.say(texts.join(" "), urgent);
    }
  }

  /** Theme and scale belong to the root, since all sizes and colours depend on it; the first section names them. */
  applyLook() {
    const section = /** @type {HTMLElement | null} */ (this.scene.querySelector("[data-table]"));
    const theme = this.model.get("theme") || section?.dataset.theme || this.theme.now();
    if (this.root.dataset.theme !== theme) this.root.dataset.theme = theme;
    this.screen.setScale(Number(section?.dataset.scale) || 1);
  }

  close() {
    this.ends.abort();
    for (const [name, listener] of this.heard) this.model.off(name, listener);
    const { keys, gestures, hints, clock, panels, room, screen, mailbox, peek, kernel, theme } = this;
    for (const piece of [keys, gestures, hints, clock, panels, room, screen, mailbox, peek, kernel, theme]) piece.close();
    this.sizes.disconnect();
    this.root.remove();
  }
}

/**
 * How many answers each element waits for, and the timer after which it shows so.
 * @type {WeakMap<Element, { count: number, timer: any }>}
 */
const waits = new WeakMap();

/**
 * Counts the answers that an element waits for. It shows so only after a while: most answers come sooner, and a look
 * that comes and goes at once would flicker, and delay the frame with the answer.
 * @param {Element} element
 * @param {1 | -1} change
 */
function wait(element, change) {
  const { count: before, timer } = waits.get(element) ?? { count: 0, timer: null };
  const count = Math.max(0, before + change);
  element.toggleAttribute("data-tk-waiting", count > 0);
  if (count === 0) {
    clearTimeout(timer);
    element.removeAttribute("data-tk-slow");
  }
  const look = () => element.setAttribute("data-tk-slow", "");
  waits.set(element, { count, timer: before || !count ? timer : setTimeout(look, SLOW) });
}

/**
 * @param {Element} element
 * @param {boolean} refused
 */
function settle(element, refused) {
  wait(element, -1);
  if (!refused) return;
  element.removeAttribute("data-tk-refused");
  element.getBoundingClientRect(); // a second refusal shakes anew
  element.setAttribute("data-tk-refused", "");
  setTimeout(() => element.removeAttribute("data-tk-refused"), 400);
}

/** Marks an element as new: only these turn or slide in. @param {Element} element */
function markNew(element) {
  element.setAttribute("data-tk-new", "");
}

/**
 * Closes the menus that do not contain `target`.
 * @param {Element} scene
 * @param {Element | null} target
 */
function closeMenus(scene, target) {
  for (const menu of scene.querySelectorAll("[data-menu][open]"))
    if (!target || !menu.contains(target)) menu.removeAttribute("open");
}

/** Whether it is a slider, box or list that sends its value. @param {Element} element */
function isControl(element) {
  return element.matches(CONTROLS);
}

/** @param {Element} at */
function tableOf(at) {
  return Number(at.closest("[data-table]")?.getAttribute("data-table") ?? 0);
}

/** @param {Element} at */
function stepOf(at) {
  return at.closest("[data-step]")?.getAttribute("data-step") ?? "";
}

/**
 * @param {Element} at
 * @param {string} key
 */
function fieldNamed(at, key) {
  return at.closest("[data-table]")?.querySelector(`[data-ask][data-key="${CSS.escape(key)}"]`) ?? null;
}

/** @param {HTMLElement} field */
function buttonOf(field) {
  const key = CSS.escape(field.dataset.key ?? "");
  return field.closest("[data-table]")?.querySelector(`[data-submit="${key}"]`) ?? null;
}

/** @param {HTMLInputElement} control */
async function valueOf(control) {
  if (control.type === "checkbox") return control.checked;
  if (control.type === "range" || control.type === "number") return control.valueAsNumber;
  if (control.type === "file") return (await control.files?.[0]?.text()) ?? "";
  return control.value;
}

/** Sets a control back to its value in the scene. @param {HTMLInputElement} control */
function resetControl(control) {
  if (control.type === "checkbox") control.checked = control.defaultChecked;
  else if (control.type === "range") control.value = control.defaultValue;
}

/**
 * The focused element, if it is in `scene`.
 * @param {Element} scene
 */
function focusIn(scene) {
  const page = /** @type {Document | ShadowRoot} */ (scene.getRootNode());
  return page.activeElement && scene.contains(page.activeElement) ? page.activeElement : null;
}

/**
 * The first answer to a question that is asked before something is done, or a field that has been opened: it gets the
 * focus at once.
 * @param {Element} scene
 */
function questionIn(scene) {
  return /** @type {HTMLElement | null} */ (scene.querySelector('[role="alertdialog"] [data-focus], [data-grab]'));
}

/** @param {Element} element */
function canFocus(element) {
  return element.isConnected && !element.matches(":disabled") && element.checkVisibility();
}

/**
 * Moves the focus when its element has gone. It stays in the table, or JupyterLab would get the next key. Of several
 * choices none gets it, but their group: the first one is no advice.
 * @param {HTMLElement} root
 * @param {number} table
 */
function focusNext(root, table) {
  const first = /** @type {HTMLElement | null} */ (root.querySelector(`[data-table="${table}"] [data-focus]`));
  const next = /** @type {HTMLElement | null} */ (first?.closest(".tk-choices[tabindex]") ?? first);
  (next ?? root).focus({ preventScroll: !next });
  if (next && isTextField(next)) /** @type {HTMLInputElement} */ (next).select?.();
}

/**
 * Scrolls each element with a new `data-scroll` into view inside its scrolling box; the page itself is not scrolled.
 * @param {Element} scene
 * @param {Set<string>} before
 */
function scrollToNews(scene, before) {
  const now = /** @type {HTMLElement[]} */ ([...scene.querySelectorAll("[data-scroll]")]);
  for (const element of now) {
    const box = before.has(element.dataset.scroll ?? "") ? null : scrollBox(element, scene);
    if (!box) continue;
    const [inner, outer] = [element.getBoundingClientRect(), box.getBoundingClientRect()];
    box.scrollTop += inner.top - outer.top - Math.max(0, (outer.height - inner.height) / 3);
  }
  return new Set(now.map((element) => element.dataset.scroll ?? ""));
}

/**
 * @param {Element} element
 * @param {Element} scene
 */
function scrollBox(element, scene) {
  for (let box = element.parentElement; box && box !== scene; box = box.parentElement) {
    if (box.scrollHeight > box.clientHeight && /auto|scroll/.test(getComputedStyle(box).overflowY)) return box;
  }
  return null;
}

/**
 * Whether the model is still connected to a kernel. anywidget hides this from a view; but the event comes only when the
 * connection ends, as after a restart of the kernel.
 * @param {any} model
 */
function isLinked(model) {
  return model.comm_live ?? false;
}

export default {
  /** @param {{ model: Model }} context */
  initialize({ model }) {
    const note = () => noteGlasses(model.get("clock"));
    note();
    model.on("change:clock", note);
    return () => model.off("change:clock", note);
  },
  /** @param {{ model: Model, el: HTMLElement }} context */
  render({ model, el }) {
    const view = new TableView(model, el);
    return () => view.close();
  },
};

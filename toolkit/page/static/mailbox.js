// @ts-check
/**
 * Messages on their way to Python: numbered, and waiting for their `ack`.
 *
 * Numbers are shared by the whole page, since an answer reaches every view of a model; and they begin anywhere, since
 * it reaches the views in other windows as well.
 *
 * If nothing is heard for `patience` milliseconds, the host is asked how the kernel is. A busy kernel will carry the
 * message out, and the page says so; only a kernel that is gone, or has nothing else to do, will not. Any answer means
 * that one is listening.
 *
 * @typedef {{ kind: string, id?: number, step?: string } & Record<string, any>} Letter
 * @typedef {{ id: number, error?: string | null }} Ack
 * @typedef {import("./kernel.js").Health} Health
 *
 * @typedef {"here" | "busy" | "silent" | "gone"} Line  "silent": no answer yet, and the host says nothing
 *
 * @typedef {object} MailboxOptions
 * @property {(letter: Letter) => void} post
 * @property {(line: Line) => void} heard  called when the line to Python has changed
 * @property {() => Health} [health]  how the kernel is, as far as the host knows
 * @property {number} [patience]  milliseconds
 */

let lastLetter = Math.floor(Math.random() * 2 ** 48);

/** @param {MailboxOptions} options */
export function createMailbox({ post, heard, health = () => "unknown", patience = 8000 }) {
  /** @type {Map<number, { letter: Letter, settled: (error: string | null) => void, health: Health, timer: any }>} */
  const open = new Map();
  /** @type {Line} */
  let line = "here";
  let isAway = false;

  /** @param {Line} now */
  const setLine = (now) => {
    if (now === line) return;
    line = now;
    heard(now);
  };

  /**
   * @param {number} id
   * @param {string | null} error
   */
  const settle = (id, error) => {
    const entry = open.get(id);
    if (!entry) return;
    clearTimeout(entry.timer);
    open.delete(id);
    entry.settled(error);
  };

  const silence = () => {
    setLine("gone");
    for (const id of [...open.keys()]) settle(id, null);
  };

  /** No answer for a while. @param {number} id */
  const overdue = (id) => {
    const entry = open.get(id);
    if (!entry) return;
    const now = health();
    // A kernel that has just become idle may be about to answer: it is given the same while once more.
    if (now === "gone" || now === "away" || (now === "idle" && entry.health === "idle")) return silence();
    if (now !== "idle") setLine(now === "busy" ? "busy" : "silent");
    Object.assign(entry, { health: now, timer: setTimeout(() => overdue(id), patience) });
  };

  return {
    /** Posts without waiting for an answer: for messages that the next one makes obsolete. @param {Letter} letter */
    drop(letter) {
      attempt(() => post({ ...letter, id: ++lastLetter }), silence);
    },
    /**
     * @param {Letter} letter
     * @param {(error: string | null) => void} settled  called once: when answered, or when given up
     */
    send(letter, settled = () => {}) {
      const id = ++lastLetter;
      open.set(id, { letter, settled, health: health(), timer: setTimeout(() => overdue(id), patience) });
      attempt(() => post({ ...letter, id }), silence);
      return id;
    },
    /** @param {Ack} ack */
    answer(ack) {
      setLine("here");
      settle(ack.id, ack.error ?? null);
    },
    /** Whether the message with this number is from here, and waits. @param {number} id */
    isOwn: (id) => open.has(id),
    /** Whether a play of the same step is on its way: a second one would only be stale. @param {Letter} letter */
    isPlaying({ kind, step, table }) {
      const same = (/** @type {Letter} */ sent) =>
        sent.kind === kind && sent.step === step && sent.table === table;
      return kind === "play" && [...open.values()].some(({ letter }) => same(letter));
    },
    isAlive: () => line !== "gone",
    silence,
    revive: () => setLine("here"),
    /** The host has told how the kernel is now. @param {Health} now */
    told(now) {
      const isBack = isAway && now !== "away" && now !== "gone";
      isAway = now === "away";
      if (now === "gone" || now === "away") silence();
      else if (isBack) setLine("here");
    },
    close() {
      for (const { timer } of open.values()) clearTimeout(timer);
      open.clear();
    },
  };
}

/**
 * @param {() => void} act
 * @param {() => void} failed
 */
function attempt(act, failed) {
  try {
    act();
  } catch (error) {
    console.warn("toolkit: the kernel cannot be reached.", error);
    failed();
  }
}

// @ts-check
/**
 * Messages on their way to Python: numbered, waiting for their `ack`, and given up after a while.
 *
 * The numbers are shared by the whole page, since an answer reaches every view of a model. If nothing is heard for
 * `patience` milliseconds, no kernel is listening; any answer after that means that one is listening again.
 *
 * @typedef {{ kind: string, id?: number, step?: string } & Record<string, any>} Letter
 * @typedef {{ id: number, error?: string | null }} Ack
 *
 * @typedef {object} MailboxOptions
 * @property {(letter: Letter) => void} post
 * @property {(alive: boolean) => void} heard  called when the kernel stops answering, and when it answers again
 * @property {number} [patience]  milliseconds
 */

let lastLetter = 0;

/** @param {MailboxOptions} options */
export function createMailbox({ post, heard, patience = 8000 }) {
  /** @type {Map<number, { letter: Letter, settled: (error: string | null) => void, timer: any }>} */
  const open = new Map();
  let alive = true;

  /** @param {boolean} now */
  const setAlive = (now) => {
    if (now === alive) return;
    alive = now;
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
    setAlive(false);
    for (const id of [...open.keys()]) settle(id, null);
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
      open.set(id, { letter, settled, timer: setTimeout(silence, patience) });
      attempt(() => post({ ...letter, id }), silence);
      return id;
    },
    /** @param {Ack} ack */
    answer(ack) {
      setAlive(true);
      settle(ack.id, ack.error ?? null);
    },
    /** Whether a play of the same step is on its way: a second one would only be stale. @param {Letter} letter */
    isPlaying({ kind, step, table }) {
      const same = (/** @type {Letter} */ sent) =>
        sent.kind === kind && sent.step === step && sent.table === table;
      return kind === "play" && [...open.values()].some(({ letter }) => same(letter));
    },
    isAlive: () => alive,
    silence,
    revive: () => setAlive(true),
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

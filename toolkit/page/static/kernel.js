// @ts-check
/**
 * What the host knows of the kernel. JupyterLab, Notebook 7 and Voilà keep their connection to it in the widget
 * manager, and tell of every change; other hosts tell nothing, and their kernel is "unknown".
 *
 * "gone" is for good: the kernel has ended or begun anew, and knows nothing of this table. "away": the connection is
 * cut, as when a laptop sleeps, and may come back.
 *
 * @typedef {"idle" | "busy" | "away" | "gone" | "unknown"} Health
 *
 * @typedef {object} Connection  what is used of JupyterLab's `IKernelConnection`
 * @property {string} [status]
 * @property {string} [connectionStatus]
 * @property {boolean} [isDisposed]
 *
 * @typedef {{ connect: (slot: () => void) => void, disconnect: (slot: () => void) => void }} Signal
 */

const ENDED = new Set(["dead", "terminating", "restarting", "autorestarting"]);
const SIGNALS = ["statusChanged", "connectionStatusChanged", "disposed"];

/**
 * @param {Connection | null | undefined} connection
 * @returns {Health}
 */
export function healthOf(connection) {
  if (typeof connection?.status !== "string") return "unknown";
  if (connection.isDisposed || ENDED.has(connection.status)) return "gone";
  if (connection.connectionStatus === "disconnected") return "away";
  if (connection.connectionStatus === "connecting") return "unknown";
  return connection.status === "idle" ? "idle" : connection.status === "unknown" ? "unknown" : "busy";
}

/**
 * Follows the kernel of a model.
 * @param {any} model
 * @param {(health: Health) => void} changed
 */
export function createKernel(model, changed) {
  const connection = connectionOf(model);
  let ended = false;
  const health = () => {
    const now = healthOf(connection);
    ended ||= now === "gone";
    return ended ? "gone" : now;
  };
  const heard = () => changed(health());
  const signals = SIGNALS.map((name) => /** @type {any} */ (connection)?.[name]).filter(isSignal);
  for (const signal of signals) signal.connect(heard);
  return {
    health,
    close() {
      for (const signal of signals) signal.disconnect(heard);
    },
  };
}

/**
 * @param {any} model
 * @returns {Connection | null}
 */
function connectionOf(model) {
  try {
    return model.widget_manager?.kernel ?? null;
  } catch {
    return null; // some hosts throw where they have no such manager
  }
}

/**
 * @param {any} found
 * @returns {found is Signal}
 */
function isSignal(found) {
  return typeof found?.connect === "function" && typeof found.disconnect === "function";
}

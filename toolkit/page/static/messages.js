// @ts-check
/**
 * The messages of the page to Python, made from the attributes of the scene. Pure functions: no element, clock or
 * model.
 *
 * @typedef {Record<string, any> & { kind: string }} Message
 */

/**
 * The value of an attribute written as JSON, or null. One broken attribute must not stop the whole table.
 * @param {string | null | undefined} text
 * @returns {any}
 */
export function parsed(text) {
  if (!text) return null;
  try {
    return JSON.parse(text);
  } catch {
    console.warn("toolkit: an attribute of the scene is not JSON:", text);
    return null;
  }
}

/**
 * @param {object} action
 * @param {string} step
 * @returns {Message}
 */
export function playMessage(action, step) {
  return { kind: "play", step, action };
}

/**
 * The message of an element that has been clicked, or null. An action comes first, then a message, then a question why.
 * @param {{ action?: string, send?: string, why?: string, disabled?: boolean }} marks
 * @param {string} step
 * @returns {Message | null}
 */
export function clickMessage({ action, send, why, disabled }, step) {
  if (!disabled && action) return withKind(parsed(action), (found) => playMessage(found, step));
  if (!disabled && send) return withKind(parsed(send), (found) => found);
  return why ? withKind(parsed(why), (about) => ({ kind: "why", about })) : null;
}

/**
 * @param {any} found
 * @param {(found: any) => Message} make
 */
function withKind(found, make) {
  return found === null ? null : make(found);
}

/**
 * The message of a field: its text put into a template. `{"action": {…}, "field": "value"}` makes an action,
 * `{"message": {"kind": "say", …}, "field": "text"}` a typed command.
 * @param {any} template
 * @param {string} text
 * @param {string} step
 * @returns {Message | null}
 */
export function askMessage(template, text, step) {
  if (!template || typeof template.field !== "string") return null;
  const filled = { ...(template.action ?? template.message), [template.field]: text };
  return template.action ? playMessage(filled, step) : filled;
}

/**
 * The message of a slider, box or list, with its value filled in.
 * @param {any} template
 * @param {string} field
 * @param {number | boolean | string} value
 * @returns {Message | null}
 */
export function fieldMessage(template, field, value) {
  return template ? { ...template, [field]: value } : null;
}

/**
 * The action of putting a piece on a place, or null: the place lists the pieces it takes.
 * @param {string | null | undefined} drop  `data-drop`: JSON object, piece → action
 * @param {string} piece  `data-drag`
 * @returns {object | null}
 */
export function dropAction(drop, piece) {
  const table = parsed(drop);
  return table && Object.hasOwn(table, piece) ? table[piece] : null;
}

/**
 * The message of a piece put on a place that takes it: what the place lists is a message itself, or an action to play.
 * @param {any} found
 * @param {string} step
 * @returns {Message}
 */
export function putMessage(found, step) {
  return typeof found.kind === "string" ? found : playMessage(found, step);
}

/**
 * Asks why a piece may not be put there: `about` is `{"action": {…}, "field": "cell"}`, and the place fills that
 * field.
 * @param {string | null | undefined} about
 * @param {string | null} place  JSON
 * @returns {Message | null}
 */
export function whyMessage(about, place) {
  const asked = parsed(about);
  if (!asked?.action || typeof asked.field !== "string" || place === null) return null;
  return { kind: "why", about: { action: { ...asked.action, [asked.field]: parsed(place) } } };
}

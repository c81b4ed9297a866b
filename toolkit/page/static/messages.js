// @ts-check
/**
 * What the page says to Python, made from the attributes of the scene. Pure functions: no element, no clock, no model.
 *
 * @typedef {Record<string, any> & { kind: string }} Message
 */

/**
 * JSON of an attribute, or null. A scene with a broken attribute must not take the table down with it.
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
 * The message of an element that can be clicked, or null. An action comes before a message, and that before a why.
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
 * Text of a field put into its template: `{"action": {…}, "field": "value"}` plays, `{"message": {"kind": "say", …},
 * "field": "text"}` says.
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
 * Value of a slider, box or list put into its message.
 * @param {any} template
 * @param {string} field
 * @param {number | boolean | string} value
 * @returns {Message | null}
 */
export function fieldMessage(template, field, value) {
  return template ? { ...template, [field]: value } : null;
}

/**
 * What a piece may do on a place: the place lists the pieces it takes.
 * @param {string | null | undefined} drop  `data-drop`: JSON object, piece → action
 * @param {string} piece  `data-drag`
 * @returns {object | null}
 */
export function dropAction(drop, piece) {
  const table = parsed(drop);
  return table && Object.hasOwn(table, piece) ? table[piece] : null;
}

/**
 * A piece has been put on a place that takes it: a message of the table as it is, anything else is played.
 * @param {any} found
 * @param {string} step
 * @returns {Message}
 */
export function putMessage(found, step) {
  return typeof found.kind === "string" ? found : playMessage(found, step);
}

/**
 * Why a piece may not lie there: `{"action": {…}, "field": "cell"}` of the piece, with the place's value in that field.
 * @param {string | null | undefined} about
 * @param {string | null} place  JSON
 * @returns {Message | null}
 */
export function whyMessage(about, place) {
  const asked = parsed(about);
  if (!asked?.action || typeof asked.field !== "string" || place === null) return null;
  return { kind: "why", about: { action: { ...asked.action, [asked.field]: parsed(place) } } };
}

// @ts-check
/**
 * Vega, once it is loaded. `page/frontend.py` adds the bundled libraries as the body of the function `load`, so that
 * the page parses them only for the first chart and the board never waits for them. A page without Vega has neither
 * `embed` nor `load`, and shows only the sentence and the table of a panel.
 *
 * @typedef {(host: HTMLElement, spec: object, options: object) => Promise<{ view: any, finalize: () => void }>} Embed
 * @typedef {{ embed?: Embed, load?: () => void }} VegaKit
 */

/** @type {VegaKit} */
export const vegaKit = {};

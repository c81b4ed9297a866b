// @ts-check
/**
 * Where Vega is found. `ui/assets.py` puts the bundled libraries behind `load`, as the body of a function, so that the
 * page parses them only when the first chart is mounted: the board never waits for them. A page without Vega has
 * neither, and shows the sentence and the table of a panel alone.
 *
 * @typedef {(host: HTMLElement, spec: object, options: object) => Promise<{ view: any, finalize: () => void }>} Embed
 * @typedef {{ embed?: Embed, load?: () => void }} VegaKit
 */

/** @type {VegaKit} */
export const vegaKit = {};

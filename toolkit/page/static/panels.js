// @ts-check
/**
 * Living charts beside the board. A chart is embedded once; after that only its rows change.
 *
 * Colours. The charts are drawn with the colours below and nothing else. Vega writes them into its SVG as `fill` and
 * `stroke`, and the style sheet replaces each by the token of the same name (`[fill="#5b6b7c"] { fill: var(--bar) }`):
 * light and dark are switched by CSS, with no second embed, and the same chart is right as a static picture, since
 * the colours are those of the light theme. Two tokens that are one colour in light but not in dark differ in the
 * last digit. Shades are made with opacity, never with a colour scale.
 *
 * Width. A host as wide as its panel: specs with `"width": "container"` get the width there is. Several charts side by
 * side name the one that grows: `"usermeta": {"toolkit": {"grow": "concat_0_width"}}`. Widths are divided by the
 * table's `--scale` and the picture is shown at full width, so that the letters of a chart grow with the table.
 *
 * @typedef {Record<string, any>} Row
 * @typedef {{ update: (rows: Row[]) => void, resize: () => void, finalize: () => void, ready: Promise<void> }} Handle
 * @typedef {import("./vega.js").Embed} Embed
 */

export const CHART_COLOURS = {
  bar: "#5b6b7c",
  bar2: "#c3c9ce",
  grid: "#e6e8ea",
  track: "#ebece8",
  axis: "#7d8894",
  ghost: "#18212d",
  ink: "#18212c",
  ink2: "#46525f",
  ink3: "#626e7b",
  card: "#ffffff",
  onSeat: "#fffffe",
  gold: "#e9b93a",
  met: "#0f7048",
  failed: "#b3261e",
  a: "#0068a8",
  b: "#bd4b00",
  c: "#00755a",
  d: "#96407f",
  e: "#6a6000",
  cloud2: "#b9dcee",
  cloudInk: "#1c6389",
  mountain: "#6b5138",
  onMountain: "#fffefe",
  chaos: "#5d5a78",
};

/**
 * The spec with its first rows, and with a number for its width.
 * @param {any} spec
 * @param {Row[]} rows
 * @param {number} width
 */
export function filledSpec(spec, rows, width) {
  const full = { ...spec, background: null, datasets: { ...spec.datasets, rows } };
  if (spec.data?.name === "rows") full.data = { name: "rows" };
  if (spec.width === "container") Object.assign(full, { width, autosize: { type: "fit-x", contains: "padding" } });
  return full;
}

/**
 * Vega marks the rows it is given; two views of a model must not share them. Each gets its number: see `keepMarks`.
 * @param {Row[]} rows
 */
function ownRows(rows) {
  return rows.map((row, at) => ({ ...row, [ROW]: at }));
}

/** Vega's transforms that keep one row for each row, and its fields. */
const ROWWISE = new Set(["filter", "formula", "joinaggregate", "stack", "window"]);
const ROW = "toolkit_row";

/**
 * Tells each mark which row it shows, by number: with new rows Vega then changes the elements of the picture, instead
 * of making all of them anew.
 * @param {any} spec  what Vega-Lite has made of a chart
 */
export function keepMarks(spec) {
  const fromRows = new Set(["rows"]);
  for (const { name, source, transform = [] } of spec.data ?? []) {
    const isRowwise = transform.every((/** @type {any} */ step) => ROWWISE.has(step.type));
    if (fromRows.has(source) && isRowwise) fromRows.add(name);
  }
  const visit = (/** @type {any[]} */ marks) => {
    for (const mark of marks) {
      if (fromRows.has(mark.from?.data)) mark.key ??= ROW;
      visit(mark.marks ?? []);
    }
  };
  visit(spec.marks ?? []);
  return spec;
}

/**
 * Shows one chart in a host and keeps it alive. Rows that come while it draws wait, and only the last of them: draws
 * never queue.
 * @param {Embed} embed
 * @param {HTMLElement} host
 * @param {any} spec
 * @param {Row[]} rows
 * @param {{ tooltip?: Function }} [options]
 * @returns {Handle}
 */
export function mountChart(embed, host, spec, rows, { tooltip } = {}) {
  /** @type {any} */
  let found = null;
  /** @type {Row[] | null} */
  let next = null;
  let drawing = false;
  let closed = false;

  const draw = async () => {
    if (!found || drawing) return;
    drawing = true;
    while (next && !closed) {
      const now = next;
      next = null;
      await found.view.data("rows", ownRows(now)).runAsync();
    }
    drawing = false;
  };

  let fit = () => {};

  const options = {
    renderer: "svg",
    actions: false,
    defaultStyle: false,
    mode: "vega-lite",
    tooltip: tooltip ?? false,
    patch: keepMarks,
  };
  const full = filledSpec(spec, ownRows(rows), layoutWidth(host));
  const ready = embed(host, full, options).then(
    (result) => {
      if (closed) return result.finalize();
      found = result;
      fit = fitter(found.view, host, spec);
      fit();
      return draw();
    },
    (error) => {
      host.setAttribute("data-tk-failed", "");
      console.error("toolkit: a chart could not be drawn.", error);
    },
  );

  return {
    ready,
    resize: () => fit(),
    update(latest) {
      next = latest;
      draw();
    },
    finalize() {
      closed = true;
      fit = () => {};
      found?.finalize();
      host.replaceChildren();
    },
  };
}

/** @param {HTMLElement} host */
function layoutWidth(host) {
  const scale = Number(getComputedStyle(host).getPropertyValue("--scale")) || 1;
  return Math.max(120, Math.round((host.clientWidth || 240) / scale));
}

/**
 * A function that draws a view at a new width; it does nothing where the width cannot or need not change.
 * @param {any} view
 * @param {HTMLElement} host
 * @param {any} spec
 */
function fitter(view, host, spec) {
  const grow = spec.usermeta?.toolkit?.grow;
  const first = Number(host.querySelector("svg")?.getAttribute("width")) || layoutWidth(host);
  const spare = grow ? view.signal(grow) - first : 0; // what the growing view lacks to the whole width
  let drawn = first;
  return () => {
    const width = layoutWidth(host);
    if (!host.clientWidth || width === drawn) return; // no width: the drawer hides the panels
    if (spec.width === "container") view.width(width);
    else if (grow) view.signal(grow, Math.max(40, width + spare));
    else return;
    drawn = width;
    view.resize().runAsync();
  };
}

/**
 * Keeps one chart for each `[data-panel]` host of the scene.
 * @param {{ root: Element, vega: import("./vega.js").VegaKit, tooltip?: Function }} options
 */
export function createPanels({ root, vega, tooltip }) {
  /** @type {Map<HTMLElement, { handle: Handle, from: any, spec: string, rows: string }>} */
  const charts = new Map();
  const sizes = new ResizeObserver((entries) => {
    for (const { target } of entries) charts.get(/** @type {HTMLElement} */ (target))?.handle.resize();
  });

  /** @param {HTMLElement} host */
  const drop = (host) => {
    sizes.unobserve(host);
    charts.get(host)?.handle.finalize();
    charts.delete(host);
  };

  /**
   * @param {HTMLElement} host
   * @param {any} spec
   * @param {Row[]} rows
   */
  const show = (host, spec, rows) => {
    const known = charts.get(host);
    // A spec is long and stays the same object until the language changes: not written out at every move.
    const text = { from: spec, spec: known?.from === spec ? known.spec : JSON.stringify(spec), rows: JSON.stringify(rows) };
    if (known?.spec === text.spec) {
      if (known.rows !== text.rows) known.handle.update(rows);
      known.rows = text.rows;
      return;
    }
    if (known) drop(host);
    const embed = embedOf(vega);
    if (!embed) return;
    charts.set(host, { ...text, handle: mountChart(embed, host, spec, rows, { tooltip }) });
    sizes.observe(host);
  };

  return {
    /**
     * @param {Record<string, any>} specs
     * @param {Record<string, Row[]>} rows
     */
    sync(specs, rows) {
      const hosts = /** @type {HTMLElement[]} */ ([...root.querySelectorAll("[data-panel]")]);
      for (const host of [...charts.keys()]) if (!hosts.includes(host)) drop(host);
      for (const host of hosts) {
        const key = host.dataset.panel ?? "";
        if (specs[key]) show(host, specs[key], rows[key] ?? []);
      }
    },
    /** Sizes again: the table's scale has changed. */
    resize() {
      for (const { handle } of charts.values()) handle.resize();
    },
    close() {
      for (const host of [...charts.keys()]) drop(host);
      sizes.disconnect();
    },
  };
}

/** @param {import("./vega.js").VegaKit} vega */
function embedOf(vega) {
  if (!vega.embed) vega.load?.();
  return vega.embed ?? null;
}

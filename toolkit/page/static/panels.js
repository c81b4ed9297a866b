// @ts-check
/**
 * Living charts beside the board. A chart is embedded once; after that only its rows change.
 *
 * Colours. Charts are drawn with the colours below and the tones of a game, and no others. Vega writes them into its
 * SVG as `fill` and `stroke`, and the style sheet replaces each by the token of the same name (`[fill="#5b6b7c"] {
 * fill: var(--bar) }`). So CSS switches between light and dark without a second embed, and the same chart is right as
 * a static picture, since the colours are those of the light theme. Two tokens with one colour in light but two in
 * dark differ in the last digit. Shades are made with opacity, never with a colour scale.
 *
 * Width. A spec names the signal that holds the width of its picture, or of the part that grows: `"usermeta":
 * {"toolkit": {"grow": "wide"}}`. The page sets it so that the picture is as wide as the panel. Widths are divided by
 * the table's `--scale` and the picture is shown at full width, so the letters of a chart grow with the table. A spec
 * that names no signal is only scaled.
 *
 * @typedef {Record<string, any>} Row
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
};

/**
 * The spec with its first rows.
 * @param {any} spec
 * @param {Row[]} rows
 */
export function filledSpec(spec, rows) {
  const full = { ...spec, background: null, datasets: { ...spec.datasets, rows } };
  if (spec.data?.name === "rows") full.data = { name: "rows" };
  return full;
}

/**
 * Copies of the rows, since Vega marks those it is given and two views of a model must not share them; each with its
 * number: see `keepMarks`.
 * @param {Row[]} rows
 */
function ownRows(rows) {
  return rows.map((row, at) => ({ ...row, [ROW]: at }));
}

/** Vega's transforms that keep one row for each row, and its fields. */
const ROWWISE = new Set(["filter", "formula", "joinaggregate", "stack", "window"]);
const ROW = "toolkit_row";
const LEAST = 40; // px of the part of a picture that grows

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

/** One chart in a host. Rows that arrive while it draws wait, and only the latest of them: draws never queue. */
class LivingChart {
  /**
   * @param {Embed} embed
   * @param {HTMLElement} host
   * @param {any} spec
   * @param {Row[]} rows
   * @param {Function} [tooltip]
   */
  constructor(embed, host, spec, rows, tooltip) {
    this.host = host;
    this.spec = spec;
    /** @type {{ view: any, finalize: () => void } | null} */
    this.result = null;
    /** @type {Row[] | null} */
    this.next = null;
    this.drawing = false;
    this.closed = false;
    this.fit = () => {};
    const options = {
      renderer: "svg",
      actions: false,
      defaultStyle: false,
      mode: "vega-lite",
      tooltip: tooltip ?? false,
      patch: keepMarks,
    };
    embed(host, filledSpec(spec, ownRows(rows)), options).then(
      (result) => this.begin(result),
      (error) => this.fail(error),
    );
  }

  /** @param {{ view: any, finalize: () => void }} result */
  begin(result) {
    if (this.closed) return result.finalize();
    this.result = result;
    this.fit = fitter(result.view, this.host, this.spec);
    this.fit();
    return this.draw();
  }

  /** @param {unknown} error */
  fail(error) {
    this.host.setAttribute("data-tk-failed", "");
    console.error("toolkit: a chart could not be drawn.", error);
  }

  /** @param {Row[]} rows */
  update(rows) {
    this.next = rows;
    this.draw();
  }

  async draw() {
    if (!this.result || this.drawing) return;
    this.drawing = true;
    while (this.next && !this.closed) {
      const rows = this.next;
      this.next = null;
      await this.result.view.data("rows", ownRows(rows)).runAsync();
      this.fit();
    }
    this.drawing = false;
  }

  resize() {
    this.fit();
  }

  finalize() {
    this.closed = true;
    this.fit = () => {};
    this.result?.finalize();
    this.host.replaceChildren();
  }
}

/** @param {HTMLElement} host */
function layoutWidth(host) {
  const scale = Number(getComputedStyle(host).getPropertyValue("--scale")) || 1;
  return Math.max(120, Math.round((host.clientWidth || 240) / scale));
}

/**
 * A function that draws a view at the width of its host; it does nothing if the width cannot or need not change. New
 * rows may need more room beside the part that grows, as for longer labels: then that part steps back, or the whole
 * picture would be scaled, and its letters with it. It does not grow again before the host changes, so nothing shakes.
 * @param {any} view
 * @param {HTMLElement} host
 * @param {any} spec
 */
function fitter(view, host, spec) {
  const grow = spec.usermeta?.toolkit?.grow;
  if (!grow) return () => {};
  const drawn = () => Number(host.querySelector("svg")?.getAttribute("width")) || layoutWidth(host);
  let [wanted, isBusy] = [drawn(), false];
  return async () => {
    if (isBusy) return;
    isBusy = true; // what is drawn is known only afterwards
    for (let tries = 0; tries < 3 && host.clientWidth; tries += 1) { // no width: the drawer hides the panels
      const [width, now, part] = [layoutWidth(host), drawn(), view.signal(grow)];
      if (width === wanted && now <= width + 1) break;
      wanted = width;
      const next = Math.max(Math.min(LEAST, part), part + width - now);
      if (next === part) break;
      await view.signal(grow, next).resize().runAsync();
    }
    isBusy = false;
  };
}

/** One chart for each `[data-panel]` host of the scene. */
class Panels {
  /**
   * @param {Element} root
   * @param {import("./vega.js").VegaKit} vega
   * @param {Function} [tooltip]
   */
  constructor(root, vega, tooltip) {
    this.root = root;
    this.vega = vega;
    this.tooltip = tooltip;
    /** @type {Map<HTMLElement, { chart: LivingChart, from: any, spec: string, rows: string }>} */
    this.charts = new Map();
    this.sizes = new ResizeObserver((entries) => {
      for (const { target } of entries) this.charts.get(/** @type {HTMLElement} */ (target))?.chart.resize();
    });
  }

  /**
   * @param {Record<string, any>} specs
   * @param {Record<string, Row[]>} rows
   */
  sync(specs, rows) {
    const hosts = /** @type {HTMLElement[]} */ ([...this.root.querySelectorAll("[data-panel]")]);
    for (const host of [...this.charts.keys()]) if (!hosts.includes(host)) this.drop(host);
    for (const host of hosts) {
      const key = host.dataset.panel ?? "";
      if (specs[key]) this.show(host, specs[key], rows[key] ?? []);
    }
  }

  /**
   * @param {HTMLElement} host
   * @param {any} spec
   * @param {Row[]} rows
   */
  show(host, spec, rows) {
    const known = this.charts.get(host);
    // A spec is long and stays the same object until the language changes: it is not written out at every move.
    const same = known && known.from === spec;
    const text = { from: spec, spec: same ? known.spec : JSON.stringify(spec), rows: JSON.stringify(rows) };
    if (known?.spec === text.spec) {
      if (known.rows !== text.rows) known.chart.update(rows);
      known.rows = text.rows;
      return;
    }
    if (known) this.drop(host);
    const embed = embedOf(this.vega);
    if (!embed) return;
    this.charts.set(host, { ...text, chart: new LivingChart(embed, host, spec, rows, this.tooltip) });
    this.sizes.observe(host);
  }

  /** @param {HTMLElement} host */
  drop(host) {
    this.sizes.unobserve(host);
    this.charts.get(host)?.chart.finalize();
    this.charts.delete(host);
  }

  /** Sizes again: the table's scale has changed. */
  resize() {
    for (const { chart } of this.charts.values()) chart.resize();
  }

  close() {
    for (const host of [...this.charts.keys()]) this.drop(host);
    this.sizes.disconnect();
  }
}

/**
 * Keeps the charts of a scene.
 * @param {{ root: Element, vega: import("./vega.js").VegaKit, tooltip?: Function }} options
 */
export function createPanels({ root, vega, tooltip }) {
  return new Panels(root, vega, tooltip);
}

/** @param {import("./vega.js").VegaKit} vega */
function embedOf(vega) {
  if (!vega.embed) vega.load?.();
  return vega.embed ?? null;
}

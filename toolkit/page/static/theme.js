// @ts-check
/**
 * Light or dark, by the mark that each host puts on its page: JupyterLab, Notebook 7 and Voilà; VS Code; marimo; Colab.
 * A page without a mark is as the reader's system is.
 *
 * @typedef {"light" | "dark"} Theme
 */

/**
 * @param {{ html: Element, body: Element, prefersDark: boolean }} page
 * @returns {Theme}
 */
export function hostTheme({ html, body, prefersDark }) {
  const lab = body.getAttribute("data-jp-theme-light") ?? html.getAttribute("data-jp-theme-light");
  if (lab === "true" || lab === "false") return lab === "true" ? "light" : "dark";
  const kind = body.getAttribute("data-vscode-theme-kind") ?? body.className;
  const code = /\bvscode-(high-contrast-light|high-contrast|light|dark)\b/.exec(kind);
  if (code) return code[1].endsWith("light") ? "light" : "dark";
  for (const place of [body, html]) {
    const said = place.getAttribute("data-theme") ?? place.getAttribute("theme");
    if (said === "light" || said === "dark") return said;
  }
  return prefersDark ? "dark" : "light";
}

/**
 * Follows the theme of the host.
 * @param {() => void} changed
 */
export function createTheme(changed) {
  const { documentElement: html, body } = document;
  const system = matchMedia("(prefers-color-scheme: dark)");
  const now = () => hostTheme({ html, body, prefersDark: system.matches });
  let last = now();
  const look = () => {
    if (now() === last) return;
    last = now();
    changed();
  };
  const marks = new MutationObserver(look);
  for (const place of [html, body]) marks.observe(place, { attributes: true });
  system.addEventListener("change", look);
  return {
    now: () => last,
    close() {
      marks.disconnect();
      system.removeEventListener("change", look);
    },
  };
}

// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { hostTheme } from "../../toolkit/page/static/theme.js";

/**
 * @param {Record<string, string>} marks  attributes
 * @returns {any}
 */
const element = (marks = {}) => ({ className: marks.class ?? "", getAttribute: (/** @type {string} */ name) => marks[name] ?? null });

/**
 * @param {Record<string, string>} body
 * @param {Record<string, string>} html
 */
const themes = (body, html = {}) =>
  [true, false].map((prefersDark) => hostTheme({ html: element(html), body: element(body), prefersDark }));

/** A host that says so is believed, whatever the reader's system prefers. */
const SAID = {
  "JupyterLab, Notebook 7 and Voilà": ["data-jp-theme-light", "true", "false"],
  "VS Code": ["class", "vscode-light", "vscode-dark"],
  "VS Code, high contrast": ["class", "vscode-high-contrast-light", "vscode-high-contrast"],
  "VS Code, by its attribute": ["data-vscode-theme-kind", "vscode-light", "vscode-dark"],
  marimo: ["data-theme", "light", "dark"],
  Colab: ["theme", "light", "dark"],
};
for (const [host, [mark, light, dark]] of Object.entries(SAID))
  test(`the mark of ${host}`, () => {
    assert.deepEqual(themes({ [mark]: light }), ["light", "light"]);
    assert.deepEqual(themes({ [mark]: dark }), ["dark", "dark"]);
  });

test("without a mark the page is as the system is", () => {
  assert.deepEqual(themes({ class: "notebook" }), ["dark", "light"]);
  assert.deepEqual(themes({ "data-theme": "auto" }), ["dark", "light"]);
});

// @ts-check
/** The modules must also work as one text: `ui/assets.py` puts them one after the other and takes the seams out. */
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { CHART_COLOURS } from "../../toolkit/page/static/panels.js";

const STATIC = new URL("../../toolkit/page/static/", import.meta.url);
const scripts = readdirSync(STATIC).filter((name) => name.endsWith(".js"));
const textOf = (/** @type {string} */ name) => readFileSync(new URL(name, STATIC), "utf8");

test("imports stand on one line each and name our own files", () => {
  for (const name of scripts) {
    for (const line of textOf(name).split("\n").filter((text) => text.startsWith("import"))) {
      assert.match(line, /^import \{[^}]+\} from "\.\/[a-z]+\.js";$/, name);
    }
  }
});

test("no top-level name occurs twice", () => {
  const declared = /^(?:export )?(?:async )?(?:function|const|let|class) (\w+|\[[^\]]+\]|\{[^}]+\})/gm;
  const names = scripts.flatMap((name) => [...textOf(name).matchAll(declared)].map((match) => match[1]));
  assert.equal(new Set(names).size, names.length, names.filter((name, at) => names.indexOf(name) !== at).join());
});

test("exactly one module has a default export", () => {
  assert.deepEqual(scripts.filter((name) => textOf(name).includes("export default")), ["table.js"]);
});

test("the style sheet knows every chart colour", () => {
  const style = textOf("style.css");
  for (const colour of Object.values(CHART_COLOURS)) {
    assert.ok(style.includes(`[fill="${colour}"]`) && style.includes(`[stroke="${colour}"]`), colour);
  }
});

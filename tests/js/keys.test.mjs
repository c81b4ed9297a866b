// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { createDigits, historyKey, isForHost, neighbour } from "../../toolkit/page/static/keys.js";

/** The hundred chart: the storm across the top, then ten rows of ten. */
const CHART = [
  { left: 0, top: 0, right: 600, bottom: 64 },
  ...Array.from({ length: 100 }, (_, cell) => {
    const [left, top] = [60 * (cell % 10) + 1, 60 * Math.floor(cell / 10) + 77];
    return { left, top, right: left + 58, bottom: top + 58 };
  }),
];
const [LEFT, RIGHT, UP, DOWN] = [[-1, 0], [1, 0], [0, -1], [0, 1]];

/**
 * @param {number} from
 * @param {number[]} way
 */
const go = (from, [dx, dy]) => neighbour(CHART, from, dx, dy);

test("one row down is ten more", () => {
  assert.equal(go(27, DOWN), 37);
  assert.equal(go(27, UP), 17);
  assert.equal(go(27, RIGHT), 28);
  assert.equal(go(27, LEFT), 26);
});

test("an edge is an edge", () => {
  assert.deepEqual([go(10, RIGHT), go(11, LEFT), go(95, DOWN), go(0, UP), go(0, LEFT)], [-1, -1, -1, -1, -1]);
});

test("the storm lies above the whole first row", () => {
  assert.deepEqual([1, 5, 10].map((cell) => go(cell, UP)), [0, 0, 0]);
  assert.ok([5, 6].includes(go(0, DOWN)));
});

test("undo and redo have their usual keys", () => {
  assert.equal(historyKey({ key: "z", shiftKey: false }), "undo");
  assert.equal(historyKey({ key: "Z", shiftKey: true }), "redo");
  assert.equal(historyKey({ key: "y", shiftKey: false }), "redo");
  assert.equal(historyKey({ key: "c", shiftKey: false }), null);
});

test("shortcuts with Ctrl or Cmd are the host's, but for undo, redo, text and running a cell", () => {
  /**
   * @param {string} key
   * @param {Record<string, boolean>} [held]
   */
  const isFor = (key, { ctrlKey = true, metaKey = false, altGraph = false } = {}) =>
    isForHost({ key, ctrlKey, metaKey, getModifierState: (name) => name === "AltGraph" && altGraph });
  for (const key of ["s", "S", "b", "f", "p", "/", "F"]) assert.ok(isFor(key), key);
  assert.ok(isFor("s", { ctrlKey: false, metaKey: true }));
  for (const key of ["z", "Z", "y", "x", "c", "v", "a", "Enter", "Backspace", "ArrowUp"]) assert.ok(!isFor(key), key);
  assert.ok(!isFor("s", { ctrlKey: false }));
  assert.ok(!isFor("[", { altGraph: true }), "a sign typed with AltGr, which is Ctrl and Alt to Windows");
});

test("digits gather until they are taken or grow old", () => {
  const digits = createDigits();
  digits.add("7", 0);
  digits.add("2", 500);
  assert.equal(digits.take(900), "72");
  assert.equal(digits.take(900), "");
  digits.add("7", 1000);
  digits.add("2", 4000);
  assert.equal(digits.take(4100), "2");
  digits.add("9", 5000);
  assert.equal(digits.take(9000), "");
});

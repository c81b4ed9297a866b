// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { isDrag, latest } from "../../toolkit/page/static/gestures.js";
import { freshLines, projectorScale } from "../../toolkit/page/static/page.js";
import { CHART_COLOURS, filledSpec, keepMarks } from "../../toolkit/page/static/panels.js";

test("only a real move is a drag", () => {
  assert.equal(isDrag(3, 4), false);
  assert.equal(isDrag(4, 5), true);
});

test("only the last of many calls counts", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  /** @type {number[]} */
  const called = [];
  const call = latest(60, (/** @type {number} */ ply) => called.push(ply));
  call(1);
  t.mock.timers.tick(40);
  call(2);
  t.mock.timers.tick(60);
  assert.deepEqual(called, [2]);
});

test("a line is read when it is new or has changed", () => {
  const spoken = new Map();
  const turn = { key: "0/turn", text: "A's turn", urgent: false };
  assert.deepEqual(freshLines(spoken, [turn]), [turn]);
  assert.deepEqual(freshLines(spoken, [turn]), []);
  assert.deepEqual(freshLines(spoken, [{ ...turn, text: "" }]), []);
  assert.deepEqual(freshLines(spoken, [turn]), [turn]);
});

test("the projector's scale follows the smaller side, within bounds", () => {
  assert.equal(projectorScale(1280, 860), 1.7);
  assert.equal(projectorScale(2560, 860), 1.7);
  assert.equal(projectorScale(640, 430), 1);
  assert.equal(projectorScale(7680, 4320), 3);
});

test("a spec gets its rows and keeps its width", () => {
  const spec = { data: { name: "rows" }, width: 160, mark: "bar" };
  const full = filledSpec(spec, [{ p: 0.5 }]);
  assert.deepEqual(full.datasets, { rows: [{ p: 0.5 }] });
  assert.equal(full.width, 160);
  assert.deepEqual(spec, { data: { name: "rows" }, width: 160, mark: "bar" });
});

test("chart colours are told apart by their text", () => {
  const colours = Object.values(CHART_COLOURS);
  assert.equal(new Set(colours).size, colours.length);
  assert.ok(colours.every((colour) => /^#[0-9a-f]{6}$/.test(colour)));
});

test("marks know their row by number, unless rows have been summed up on the way", () => {
  const spec = {
    data: [
      { name: "rows" },
      { name: "some", source: "rows", transform: [{ type: "filter" }, { type: "stack" }] },
      { name: "sums", source: "rows", transform: [{ type: "aggregate" }] },
      { name: "line", transform: [{ type: "sequence" }] },
    ],
    marks: [
      {
        type: "group",
        marks: ["rows", "some", "sums", "line"].map((data) => ({ type: "rect", from: { data } })),
      },
      { type: "text", from: { data: "some" }, key: "own" },
    ],
  };
  const [group, text] = keepMarks(spec).marks;
  const keys = group.marks.map((/** @type {any} */ mark) => mark.key);
  assert.ok(keys[0] && keys[0] === keys[1]);
  assert.deepEqual([keys[2], keys[3], text.key, group.key], [undefined, undefined, "own", undefined]);
});

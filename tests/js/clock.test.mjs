// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { clockFace, noteGlasses, passedMark, secondsLeft } from "../../toolkit/page/static/clock.js";

test("time reads m:ss, and the second that has begun counts", () => {
  assert.deepEqual([90, 60, 59.2, 9.01, 0.4, 0].map(clockFace), ["1:30", "1:00", "1:00", "0:10", "0:01", "0:00"]);
});

test("a running glass counts from the moment it was heard of", () => {
  const glass = { step: "17", total: 60, left: 40, running: true };
  noteGlasses({ t0: glass }, 1000);
  noteGlasses({ t0: glass }, 9000); // a second view of the same model
  assert.equal(secondsLeft(glass, 11_000), 30);
  assert.equal(secondsLeft(glass, 61_000), 0);
});

test("a glass that is paused or off does not count", () => {
  const paused = { step: "17", total: 60, left: 40, running: false };
  const off = { step: "17", total: 60, left: 40, running: true, off: true };
  noteGlasses({ t0: paused, t1: off }, 0);
  assert.deepEqual([secondsLeft(paused, 9000), secondsLeft(off, 9000)], [40, 40]);
});

test("each mark is passed once", () => {
  assert.equal(passedMark(31, 30, 60), "half");
  assert.equal(passedMark(30, 29, 60), null);
  assert.equal(passedMark(11, 10, 60), "ten");
  assert.equal(passedMark(31, 9, 60), "ten"); // a tab that slept
  assert.equal(passedMark(6, 5, 10), "half"); // no mark at ten where ten is all there was
});

test("no glasses, nothing to note", () => {
  noteGlasses(null);
  noteGlasses(undefined);
});

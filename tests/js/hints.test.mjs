import assert from "node:assert/strict";
import { test } from "node:test";
import { placeBeside } from "../../toolkit/page/static/hints.js";

const home = { left: 100, top: 50, width: 600, height: 400 };
const size = { width: 200, height: 40 };
const piece = (left, top) => ({ left: 100 + left, top: 50 + top, bottom: 50 + top + 80, width: 80 });

test("a text stands below the middle of its piece", () => {
  assert.deepEqual(placeBeside(piece(260, 100), home, size), { left: 200, top: 186 });
});

test("it stays inside the table on both sides", () => {
  assert.equal(placeBeside(piece(0, 0), home, size).left, 4);
  assert.equal(placeBeside(piece(520, 0), home, size).left, 396);
});

test("where there is no room below it stands above, and never beyond the top", () => {
  assert.equal(placeBeside(piece(0, 310), home, size).top, 264);
  assert.equal(placeBeside(piece(0, 10), { ...home, height: 100 }, size).top, 4);
});

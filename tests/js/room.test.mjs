// @ts-check
import test from "node:test";
import assert from "node:assert/strict";
import { fullLayoutOf, layoutOf } from "../../toolkit/page/static/room.js";

test("a school laptop with its side bar has two columns, a projector three", () => {
  assert.equal(layoutOf(934, 646), "two");
  assert.equal(layoutOf(1300, 646), "two"); // without the side bar: as low as before
  assert.equal(layoutOf(1488, 958), "three");
});

test("a page that is narrow or very low scrolls", () => {
  assert.equal(layoutOf(360, 700), "one");
  assert.equal(layoutOf(848, 778), "side");
  assert.equal(layoutOf(1000, 400), "side");
});

test("in full screen the column is beside the board, or below it on a tablet held upright", () => {
  assert.equal(fullLayoutOf(1024, 768), "beside");
  assert.equal(fullLayoutOf(820, 1180), "below");
});

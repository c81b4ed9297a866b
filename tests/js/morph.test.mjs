// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { longestRise } from "../../toolkit/page/static/morph.js";

/** Length of the longest rise by trying every subset. @param {number[]} numbers */
function longestByTrying(numbers) {
  let best = 0;
  for (let subset = 0; subset < 2 ** numbers.length; subset++) {
    const chosen = numbers.filter((_, index) => subset & (1 << index));
    if (chosen.every((number, index) => index === 0 || chosen[index - 1] < number)) best = Math.max(best, chosen.length);
  }
  return best;
}

test("what stands in order stays", () => {
  assert.deepEqual(longestRise([]), []);
  assert.deepEqual(longestRise([3, 5, 9]), [0, 1, 2]);
});

test("a first child that becomes the last moves alone", () => {
  assert.deepEqual(longestRise([1, 2, 3, 0]), [0, 1, 2]);
});

test("the rise is rising and as long as any", () => {
  const orders = [
    [4, 0, 5, 1, 6, 2, 7, 3],
    [7, 6, 5, 4, 3, 2, 1, 0],
    [0, 3, 1, 2, 7, 5, 4, 6],
    [2, 0, 1],
  ];
  for (const order of orders) {
    const rise = longestRise(order).map((index) => order[index]);
    assert.deepEqual(rise, [...rise].sort((a, b) => a - b));
    assert.equal(rise.length, longestByTrying(order));
  }
});

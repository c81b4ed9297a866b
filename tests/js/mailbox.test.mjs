// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { createMailbox } from "../../toolkit/page/static/mailbox.js";

/** A mailbox whose post and findings are kept. */
function open() {
  /** @type {any[]} */
  const posted = [];
  /** @type {boolean[]} */
  const heard = [];
  const box = createMailbox({ post: (letter) => posted.push(letter), heard: (alive) => heard.push(alive) });
  return { box, posted, heard };
}

test("numbers run through the page, over all views", () => {
  const [one, two] = [open(), open()];
  one.box.send({ kind: "undo" });
  two.box.send({ kind: "undo" });
  one.box.send({ kind: "undo" });
  assert.equal(two.posted[0].id, one.posted[0].id + 1);
  assert.equal(one.posted[1].id, one.posted[0].id + 2);
  one.box.close();
  two.box.close();
});

test("an answer settles its own message, with its refusal", () => {
  const { box, posted } = open();
  /** @type {any[]} */
  const settled = [];
  box.send({ kind: "undo" }, (error) => settled.push(["undo", error]));
  box.send({ kind: "redo" }, (error) => settled.push(["redo", error]));
  box.answer({ id: posted[1].id, error: "no" });
  assert.deepEqual(settled, [["redo", "no"]]);
  box.answer({ id: posted[0].id, error: null });
  box.answer({ id: posted[0].id, error: null });
  assert.deepEqual(settled, [["redo", "no"], ["undo", null]]);
});

test("a step on its way is not played twice", () => {
  const { box, posted } = open();
  const play = { kind: "play", step: "17", table: 0 };
  assert.equal(box.isPlaying(play), false);
  box.send(play);
  assert.equal(box.isPlaying(play), true);
  assert.equal(box.isPlaying({ ...play, table: 1 }), false);
  assert.equal(box.isPlaying({ ...play, step: "18" }), false);
  assert.equal(box.isPlaying({ kind: "undo", table: 0 }), false);
  box.answer({ id: posted[0].id });
  assert.equal(box.isPlaying(play), false);
});

test("silence means no kernel, an answer means one again", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { box, posted, heard } = open();
  let given = "nothing";
  box.send({ kind: "undo" }, (error) => (given = String(error)));
  t.mock.timers.tick(7999);
  assert.equal(box.isAlive(), true);
  t.mock.timers.tick(1);
  assert.deepEqual([box.isAlive(), given, heard], [false, "null", [false]]);
  box.answer({ id: posted[0].id });
  assert.deepEqual([box.isAlive(), heard], [true, [false, true]]);
});

test("previews are not waited for", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { box, posted } = open();
  box.drop({ kind: "peek", action: null });
  t.mock.timers.tick(60_000);
  assert.equal(posted.length, 1);
  assert.equal(box.isAlive(), true);
});

test("a connection that throws is gone", (t) => {
  t.mock.method(console, "warn", () => {});
  let settled = false;
  const post = () => {
    throw new Error("disposed");
  };
  const box = createMailbox({ post, heard: () => {} });
  box.send({ kind: "undo" }, () => (settled = true));
  assert.deepEqual([box.isAlive(), settled], [false, true]);
});

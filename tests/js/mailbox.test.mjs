// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { createMailbox } from "../../toolkit/page/static/mailbox.js";

/**
 * A mailbox whose post and findings are kept, at a host that says how the kernel is.
 * @param {import("../../toolkit/page/static/kernel.js").Health} [first]
 */
function open(first = "idle") {
  /** @type {any[]} */
  const posted = [];
  /** @type {string[]} */
  const heard = [];
  const host = { health: first };
  const box = createMailbox({
    post: (letter) => posted.push(letter),
    heard: (line) => heard.push(line),
    health: () => host.health,
  });
  return { box, posted, heard, host };
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

test("silence of an idle kernel means that it does not know the table, an answer means that it does", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { box, posted, heard } = open();
  let given = "nothing";
  box.send({ kind: "undo" }, (error) => (given = String(error)));
  t.mock.timers.tick(7999);
  assert.equal(box.isAlive(), true);
  t.mock.timers.tick(1);
  assert.deepEqual([box.isAlive(), given, heard], [false, "null", ["gone"]]);
  box.answer({ id: posted[0].id });
  assert.deepEqual([box.isAlive(), heard], [true, ["gone", "here"]]);
});

test("a busy kernel is waited for, and said to be busy", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { box, posted, heard, host } = open("busy");
  let settled = "";
  box.send({ kind: "play", step: "3", table: 0 }, (error) => (settled = String(error)));
  t.mock.timers.tick(8000);
  assert.deepEqual([heard, settled, box.isAlive()], [["busy"], "", true]);
  t.mock.timers.tick(80_000);
  assert.deepEqual([heard, settled], [["busy"], ""]);
  assert.equal(box.isPlaying({ kind: "play", step: "3", table: 0 }), true);
  host.health = "idle"; // just now: the answer is on its way
  t.mock.timers.tick(8000);
  assert.equal(settled, "");
  box.answer({ id: posted[0].id });
  assert.deepEqual([heard, settled], [["busy", "here"], "null"]);
});

test("a kernel that was busy and then does nothing has lost the message", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { box, heard, host } = open("busy");
  box.send({ kind: "undo" });
  t.mock.timers.tick(8000);
  host.health = "idle";
  t.mock.timers.tick(8000);
  t.mock.timers.tick(8000);
  assert.deepEqual(heard, ["busy", "gone"]);
});

test("where the host tells nothing, silence is no proof", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { box, heard } = open("unknown");
  box.send({ kind: "undo" });
  t.mock.timers.tick(60_000);
  assert.deepEqual([heard, box.isAlive()], [["silent"], true]);
  box.close();
});

test("a kernel that ends is known without a message, and a connection that comes back as well", () => {
  const { box, heard } = open();
  box.told("busy");
  box.told("away");
  box.told("idle");
  assert.deepEqual(heard, ["gone", "here"]);
  box.told("gone");
  box.told("busy");
  assert.deepEqual([heard, box.isAlive()], [["gone", "here", "gone"], false]);
});

test("each view knows its own messages", () => {
  const [one, two] = [open(), open()];
  const id = one.box.send({ kind: "file" });
  assert.deepEqual([one.box.isOwn(id), two.box.isOwn(id)], [true, false]);
  one.box.answer({ id });
  assert.equal(one.box.isOwn(id), false);
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

// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { askMessage, clickMessage, dropAction, fieldMessage, parsed } from "../../toolkit/page/static/messages.js";
import { putMessage, whyMessage } from "../../toolkit/page/static/messages.js";

const MOVE = '{"type":"move","pawn":0}';

test("an action is played with its step", () => {
  assert.deepEqual(clickMessage({ action: MOVE }, "17"), {
    kind: "play",
    step: "17",
    action: { type: "move", pawn: 0 },
  });
});

test("a message goes out as it stands, a refusal asks why", () => {
  assert.deepEqual(clickMessage({ send: '{"kind":"goto","ply":5}' }, ""), { kind: "goto", ply: 5 });
  assert.deepEqual(clickMessage({ why: '{"cell":7}' }, ""), { kind: "why", about: { cell: 7 } });
});

test("what is disabled does nothing, but may say why", () => {
  assert.equal(clickMessage({ action: MOVE, disabled: true }, "17"), null);
  const asked = clickMessage({ action: MOVE, why: '"closed"', disabled: true }, "17");
  assert.deepEqual(asked, { kind: "why", about: "closed" });
});

test("a broken attribute is no message", (t) => {
  t.mock.method(console, "warn", () => {});
  assert.equal(parsed("{"), null);
  assert.equal(clickMessage({ action: "{" }, "17"), null);
});

test("typed text fills the field of an action, blank text too", () => {
  const template = { action: { type: "answer", seat: 1, value: null }, field: "value" };
  const played = askMessage(template, "39", "18");
  assert.deepEqual(played, { kind: "play", step: "18", action: { type: "answer", seat: 1, value: "39" } });
  assert.equal(askMessage(template, "", "18")?.action.value, "");
  assert.equal(askMessage(null, "39", "18"), null);
});

test("typed text fills the field of a message", () => {
  const template = { message: { kind: "say", text: null }, field: "text" };
  assert.deepEqual(askMessage(template, "roll", "18"), { kind: "say", text: "roll" });
});

test("a slider puts its number into its message", () => {
  assert.deepEqual(fieldMessage({ kind: "goto" }, "ply", 5), { kind: "goto", ply: 5 });
  assert.equal(fieldMessage(null, "ply", 5), null);
});

test("a place takes only the pieces it lists", () => {
  const drop = '{"tile-3":{"type":"place","tile":3,"stage":1}}';
  assert.deepEqual(dropAction(drop, "tile-3"), { type: "place", tile: 3, stage: 1 });
  assert.equal(dropAction(drop, "tile-4"), null);
  assert.equal(dropAction(drop, "toString"), null);
  assert.equal(dropAction(null, "tile-3"), null);
});

test("what a place takes is played, or is a message of the table", () => {
  assert.deepEqual(putMessage({ type: "lay", cell: 4 }, "9"), {
    kind: "play",
    step: "9",
    action: { type: "lay", cell: 4 },
  });
  const aside = { kind: "set", name: "pick", value: "swap:all" };
  assert.deepEqual(putMessage(aside, "9"), aside);
});

test("a place that does not take a piece is asked why", () => {
  const about = '{"action":{"type":"lay","tile":"all","cell":null},"field":"cell"}';
  assert.deepEqual(whyMessage(about, "4"), {
    kind: "why",
    about: { action: { type: "lay", tile: "all", cell: 4 } },
  });
  assert.equal(whyMessage(about, null), null);
  assert.equal(whyMessage(null, "4"), null);
  assert.equal(whyMessage("{}", "4"), null);
});

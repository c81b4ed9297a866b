// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { createKernel, healthOf } from "../../toolkit/page/static/kernel.js";

/** A signal of JupyterLab's kind. */
function signal() {
  /** @type {Set<() => void>} */
  const slots = new Set();
  return {
    slots,
    connect: (/** @type {() => void} */ slot) => void slots.add(slot),
    disconnect: (/** @type {() => void} */ slot) => void slots.delete(slot),
    emit: () => [...slots].forEach((slot) => slot()),
  };
}

test("the words of the host, in ours", () => {
  const connected = { connectionStatus: "connected", isDisposed: false };
  for (const status of ["busy", "starting"]) assert.equal(healthOf({ ...connected, status }), "busy");
  for (const status of ["dead", "terminating", "restarting", "autorestarting"])
    assert.equal(healthOf({ ...connected, status }), "gone", status);
  assert.equal(healthOf({ ...connected, status: "idle" }), "idle");
  assert.equal(healthOf({ ...connected, status: "idle", isDisposed: true }), "gone");
  assert.equal(healthOf({ status: "idle", connectionStatus: "disconnected" }), "away");
  assert.equal(healthOf({ status: "busy", connectionStatus: "connecting" }), "unknown");
  for (const nothing of [null, undefined, {}]) assert.equal(healthOf(nothing), "unknown");
});

test("a kernel that began anew does not know the table any more", () => {
  const statusChanged = signal();
  const kernel = { status: "idle", connectionStatus: "connected", statusChanged, disposed: signal() };
  /** @type {string[]} */
  const told = [];
  const follower = createKernel({ widget_manager: { kernel } }, (health) => told.push(health));
  for (const status of ["busy", "idle", "restarting", "idle"]) {
    kernel.status = status;
    statusChanged.emit();
  }
  assert.deepEqual(told, ["busy", "idle", "gone", "gone"]);
  follower.close();
  assert.equal(statusChanged.slots.size + kernel.disposed.slots.size, 0);
});

test("a host without a kernel to ask, or whose manager throws, is unknown", () => {
  const throwing = {
    get widget_manager() {
      throw new Error("not here");
    },
  };
  for (const model of [{}, { widget_manager: { get_model() {} } }, throwing])
    assert.equal(createKernel(model, () => {}).health(), "unknown");
});

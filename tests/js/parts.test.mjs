// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { UNCHANGED, abridged, countWithout, partsOf, unchangedParts } from "../../toolkit/page/static/parts.js";

/** @param {string} text */
function source(text) {
  const found = partsOf(text);
  assert.ok(found, text);
  return found;
}

/** The text of each part, by id. @param {string} text */
function texts(text) {
  return Object.fromEntries([...source(text).parts].map(([id, { from, to }]) => [id, text.slice(from, to)]));
}

test("keyed elements are found with their content", () => {
  const text = '<div class="x"><ol data-key="list"><li data-key="a">one <b>two</b></li></ol></div>';
  assert.deepEqual(texts(text), {
    "/list": '<ol data-key="list"><li data-key="a">one <b>two</b></li></ol>',
    "/a": '<li data-key="a">one <b>two</b></li>',
  });
  const { parts, top } = source(text);
  assert.deepEqual([top.count, parts.get("/list")?.count, parts.get("/a")?.count], [4, 2, 1]);
});

test("two tables may use the same keys", () => {
  const table = (/** @type {number} */ n) => `<section data-key="t${n}" data-table="${n}"><p data-key="a">${n}</p></section>`;
  assert.deepEqual(Object.keys(texts(table(0) + table(1))), ["0/t0", "0/a", "1/t1", "1/a"]);
});

test("elements without an end tag, and signs in attributes", () => {
  const text = '<p data-key="a" title="1 > 0"><input data-key="i"><br></p><svg><path data-key="p" d="M0 0"/></svg>';
  assert.deepEqual(texts(text), {
    "/a": '<p data-key="a" title="1 > 0"><input data-key="i"><br></p>',
    "/i": '<input data-key="i">',
    "/p": '<path data-key="p" d="M0 0"/>',
  });
});

test("what is in an island is no part, and the island is one", () => {
  assert.deepEqual(Object.keys(texts('<p data-key="a" data-keep><b data-key="b">x</b></p><i data-key="c"></i>')), [
    "/a",
    "/c",
  ]);
});

test("text that is not plain markup is parsed as a whole", () => {
  for (const text of [
    '<p data-key="a"></p><p data-key="a"></p>',
    "<p><b></p></b>",
    "<p>",
    "</p>",
    "<p></p",
    '<p title="x></p>',
    "<!-- <p> -->",
    "<style>a > b {}</style>",
    "<script>1 < 2</script>",
  ])
    assert.equal(partsOf(text), null, text);
});

test("parts with the same text as before are left out, the outermost alone", () => {
  const scene = (/** @type {string} */ turn) =>
    `<section data-key="t0" data-table="0"><p data-key="turn">${turn}</p><ol data-key="log"><li data-key="l1">x</li></ol></section>`;
  const [before, now] = [source(scene("A")), source(scene("B"))];
  const kept = unchangedParts(now, before);
  assert.deepEqual([...kept], ["0/log"]);
  const short = abridged(now, kept);
  assert.equal(
    short,
    `<section data-key="t0" data-table="0"><p data-key="turn">B</p><ol data-key="log" ${UNCHANGED}></ol></section>`,
  );
  const section = now.parts.get("0/t0");
  assert.deepEqual([section && countWithout(section, kept), section?.count], [2, 3]);
});

test("a stand-in says which table it is", () => {
  const text = '<section data-key="t0" data-table="0">a</section>';
  const [before, now] = [source(text), source(`<p>new</p>${text}`)];
  const kept = unchangedParts(now, before);
  assert.equal(abridged(now, kept), `<p>new</p><section data-key="t0" data-table="0" ${UNCHANGED}></section>`);
});

test("a part that has moved is the same part", () => {
  const [before, now] = [
    source('<p data-key="a"><b data-key="pawn">x</b></p><p data-key="b"></p>'),
    source('<p data-key="a"></p><p data-key="b"><b data-key="pawn">x</b></p>'),
  ];
  assert.deepEqual([...unchangedParts(now, before)], ["/pawn"]);
});

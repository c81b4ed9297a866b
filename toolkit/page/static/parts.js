// @ts-check
/**
 * Finds the keyed elements of a scene in its text. Most of them have the same text in the next scene; those need not be
 * parsed again, nor compared with the page. Only text is handled here, no element.
 *
 * @typedef {object} Part
 * @property {string} id  its key and its table: two tables of one scene may both have a `cell-7`
 * @property {string} name  of the element
 * @property {string} key
 * @property {string | null} table  the element's own `data-table`
 * @property {number} from  where its text begins
 * @property {number} to  where its text ends
 * @property {number} count  elements inside it
 * @property {Part[]} inner  the keyed elements inside it, without those that are inside one of these
 *
 * @typedef {{ text: string, parts: Map<string, Part>, top: Part }} Source
 *
 * @typedef {object} Home  an open element that its content needs to know
 * @property {number} depth  how many elements are open outside it
 * @property {Part} part  the nearest keyed element, itself included
 * @property {string} table
 * @property {boolean} isIsland
 */

/** Marks the element that takes the place of an unchanged part. */
export const UNCHANGED = "data-tk-unchanged";

const VOID = new Set(["br", "col", "hr", "img", "input", "wbr"]);
const RAW = new Set(["script", "style"]); // what is inside is not markup

/**
 * @param {string} table
 * @param {string} key
 */
export function partId(table, key) {
  return `${table}/${key}`;
}

/**
 * Finds the parts of a scene. Null if the text is not plain markup or a key occurs twice: such a scene has to be
 * parsed as a whole. Elements inside an island (`data-keep`) are not parts.
 * @param {string} text
 * @returns {Source | null}
 */
export function partsOf(text) {
  const tag = /[^<]*<(\/?)([a-zA-Z][\w-]*)([^>"]*(?:"[^"]*"[^>"]*)*)>/y;
  const reader = createReader(text);
  let end = 0;
  for (let found = tag.exec(text); found; found = tag.exec(text)) {
    const [whole, slash, name, attributes] = found;
    end = tag.lastIndex;
    const from = end - name.length - attributes.length - 2;
    if (!(slash ? reader.close(name, end) : reader.open(name, attributes, from, end))) return null;
  }
  return text.indexOf("<", end) < 0 ? reader.source() : null;
}

/** @param {string} text */
function createReader(text) {
  /** @type {Map<string, Part>} */
  const parts = new Map();
  const top = { id: "", name: "", key: "", table: null, from: 0, to: text.length, count: 0, inner: [] };
  /** @type {Home[]} */
  const homes = [{ depth: -1, part: top, table: "", isIsland: false }];
  /** @type {string[]} */
  const names = [];
  let count = 0;

  /**
   * @param {string} name
   * @param {string} attributes
   * @param {number} from
   * @param {number} to
   */
  const open = (name, attributes, from, to) => {
    if (RAW.has(name)) return false;
    count += 1;
    const isEmpty = attributes.endsWith("/") || VOID.has(name);
    const around = homes[homes.length - 1];
    const own = valueOfAttribute(attributes, "data-table");
    const key = around.isIsland ? null : valueOfAttribute(attributes, "data-key");
    const isIsland = around.isIsland || attributes.includes(" data-keep");
    const table = own ?? around.table;
    let { part } = around;
    if (key !== null) {
      const id = partId(table, key);
      if (parts.has(id)) return false;
      part = { id, name, key, table: own, from, to, count: isEmpty ? 0 : -count, inner: [] };
      parts.set(id, part);
      around.part.inner.push(part);
    }
    if (isEmpty) return true;
    if (part !== around.part || isIsland !== around.isIsland || table !== around.table)
      homes.push({ depth: names.length, part, table, isIsland });
    names.push(name);
    return true;
  };

  /**
   * @param {string} name
   * @param {number} to
   */
  const close = (name, to) => {
    if (names.pop() !== name) return false;
    const home = homes[homes.length - 1];
    if (home.depth !== names.length) return true;
    homes.pop();
    if (home.part !== homes[homes.length - 1].part) Object.assign(home.part, { to, count: home.part.count + count });
    return true;
  };

  const source = () => {
    top.count = count;
    return names.length ? null : { text, parts, top };
  };
  return { open, close, source };
}

/**
 * @param {string} attributes
 * @param {string} name
 */
function valueOfAttribute(attributes, name) {
  const from = attributes.indexOf(` ${name}="`);
  if (from < 0) return null;
  const begin = from + name.length + 3;
  return attributes.slice(begin, attributes.indexOf('"', begin));
}

/**
 * Ids of the outermost parts whose text is the same as before.
 * @param {Source} now
 * @param {Source} before
 */
export function unchangedParts(now, before) {
  /** @type {Set<string>} */
  const found = new Set();
  /** @param {Part} part */
  const look = (part) => {
    for (const inner of part.inner) {
      const old = before.parts.get(inner.id);
      if (old && textOf(now, inner) === textOf(before, old)) found.add(inner.id);
      else look(inner);
    }
  };
  look(now.top);
  return found;
}

/**
 * @param {Source} source
 * @param {Part} part
 */
function textOf({ text }, { from, to }) {
  return text.slice(from, to);
}

/**
 * The scene with an empty element in the place of each part in `kept`.
 * @param {Source} source
 * @param {Set<string>} kept
 */
export function abridged({ text, top }, kept) {
  /** @param {Part} part @returns {string} */
  const write = (part) => {
    let [written, at] = ["", part.from];
    for (const inner of part.inner) {
      written += text.slice(at, inner.from) + (kept.has(inner.id) ? standIn(inner) : write(inner));
      at = inner.to;
    }
    return written + text.slice(at, part.to);
  };
  return write(top);
}

/** @param {Part} part */
function standIn({ name, key, table }) {
  const home = table === null ? "" : ` data-table="${table}"`;
  return `<${name} data-key="${key}"${home} ${UNCHANGED}>${VOID.has(name) ? "" : `</${name}>`}`;
}

/**
 * How many elements a part has inside it once the parts in `kept` are empty.
 * @param {Part} part
 * @param {Set<string>} kept
 * @returns {number}
 */
export function countWithout(part, kept) {
  const gone = (/** @type {Part} */ inner) =>
    kept.has(inner.id) ? inner.count : inner.count - countWithout(inner, kept);
  return part.inner.reduce((count, inner) => count - gone(inner), part.count);
}

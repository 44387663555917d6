/** JSON values: pointers (RFC 6901), equality, and text search. */

/** Gives the value at the pointer, or undefined. Ignores inherited members. */
export function readPointer(value: unknown, pointer: string): unknown {
  if (pointer === '') return value;
  if (!pointer.startsWith('/')) return undefined;
  let found = value;
  for (const escaped of pointer.slice(1).split('/')) {
    const name = escaped.replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(found)) found = /^(?:0|[1-9][0-9]{0,9})$/.test(name) ? found[Number(name)] : undefined;
    else if (typeof found === 'object' && found !== null && Object.hasOwn(found, name))
      found = Reflect.get(found, name);
    else return undefined;
  }
  return found;
}

/** True if two JSON values are equal, whatever the order of their members. */
export function isSameJson(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
  if (Array.isArray(left) !== Array.isArray(right)) return false;
  const names = Object.keys(left);
  return (
    names.length === Object.keys(right).length &&
    names.every((name) => Object.hasOwn(right, name) && isSameJson(Reflect.get(left, name), Reflect.get(right, name)))
  );
}

/** Native search is fast on most texts, but takes the product of both lengths on crafted ones. */
const maxNativeWork = 100_000;
const shortWanted = 16;

function isForNative(text: string, wanted: string): boolean {
  return wanted.length <= shortWanted || text.length * wanted.length <= maxNativeWork;
}

/** Worst-case cost of `hasText`, in about microseconds. */
export function costOfSearch(text: string, wanted: string): number {
  return isForNative(text, wanted) ? Math.ceil((text.length * wanted.length) / 4_096) : Math.ceil(text.length / 128);
}

/** True if a text contains another. Takes linear time (Knuth, Morris and Pratt). */
export function hasText(text: string, wanted: string): boolean {
  if (isForNative(text, wanted)) return text.includes(wanted);
  const borders = toBorders(wanted);
  let matched = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    while (matched > 0 && wanted.charCodeAt(matched) !== code) matched = borders[matched - 1] ?? 0;
    if (wanted.charCodeAt(matched) === code) matched += 1;
    if (matched === wanted.length) return true;
  }
  return false;
}

/** Gives the failure function: for each prefix the length of its longest border. */
function toBorders(text: string): Int32Array {
  const borders = new Int32Array(text.length);
  let length = 0;
  for (let at = 1; at < text.length; at += 1) {
    while (length > 0 && text.charCodeAt(at) !== text.charCodeAt(length)) length = borders[length - 1] ?? 0;
    if (text.charCodeAt(at) === text.charCodeAt(length)) length += 1;
    borders[at] = length;
  }
  return borders;
}

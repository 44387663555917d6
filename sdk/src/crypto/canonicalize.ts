/**
 * JSON Canonicalization Scheme (RFC 8785): one text for each JSON value, so that equal values hash equally. Stricter
 * than the RFC on purpose: values that other languages may read differently are refused, never normalised.
 */

/** Deeper values are refused; the bound also stops a value that contains itself. */
const maxDepth = 512;
const plainText = /^[ !#-[\]-~]*$/;

/**
 * Prints a JSON value canonically: member names sorted by UTF-16 code units, ECMAScript numbers, no white space.
 *
 * @throws TypeError on NaN, infinities, integers beyond 2^53-1, lone surrogates, `undefined`, holes in lists,
 * anything JSON has no form for (functions, bigint, dates, class instances), and nesting beyond 512 levels.
 * @example canonicalize({ b: 1, a: [true, null] }) // '{"a":[true,null],"b":1}'
 */
export function canonicalize(value: unknown): string {
  return print(value, 0);
}

/** Prints one string by RFC 8785 section 3.2.2.2; `JSON.stringify` escapes exactly that set. */
export function canonicalString(text: string): string {
  if (plainText.test(text)) return `"${text}"`;
  // JSON.stringify would print a lone surrogate as an escape; the RFC requires an error.
  if (!text.isWellFormed()) throw new TypeError('cannot canonicalize a string with a lone surrogate');
  return JSON.stringify(text);
}

function print(value: unknown, depth: number): string {
  switch (typeof value) {
    case 'string':
      return canonicalString(value);
    case 'number':
      return printNumber(value);
    case 'boolean':
      return value ? 'true' : 'false';
    case 'object':
      if (value === null) return 'null';
      if (depth >= maxDepth) throw new TypeError(`cannot canonicalize a value nested deeper than ${maxDepth} levels`);
      return Array.isArray(value) ? printList(value, depth + 1) : printMembers(value, depth + 1);
    default:
      throw new TypeError(`cannot canonicalize a value of type ${typeof value}`);
  }
}

function printNumber(value: number): string {
  if (!Number.isFinite(value)) throw new TypeError('cannot canonicalize a number that is not finite');
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
    throw new TypeError('cannot canonicalize an integer beyond 2^53-1');
  }
  // String() is the ECMAScript number form of the RFC; it prints -0 as "0".
  return String(value);
}

function printList(list: readonly unknown[], depth: number): string {
  if (list.length === 0) return '[]';
  let text = '[';
  // By index, not by iterator: a hole then reads as undefined and is refused.
  for (let index = 0; index < list.length; index++) {
    if (index > 0) text += ',';
    text += print(list[index], depth);
  }
  return `${text}]`;
}

/** Cache of deeply frozen records: the settings beside each claim are the same objects in every exchange. */
const unchanging = new WeakMap<object, string>();

function printMembers(value: object, depth: number): string {
  const known = unchanging.get(value);
  if (known !== undefined) return known;
  assertPlain(value);
  const names = Object.keys(value);
  if (!isSorted(names)) names.sort();
  let text = '{';
  for (let index = 0; index < names.length; index++) {
    const name = names[index] ?? '';
    if (index > 0) text += ',';
    text += printName(name) + print(value[name], depth);
  }
  text += '}';
  if (canNeverChange(value)) unchanging.set(value, text);
  return text;
}

/** True for a frozen object without getters and without a mutable object inside. */
function canNeverChange(value: object): boolean {
  if (!Object.isFrozen(value)) return false;
  return Object.values(Object.getOwnPropertyDescriptors(value)).every(
    (member) => 'value' in member && (typeof member.value !== 'object' || member.value === null),
  );
}

/** Cache of printed member names. Claims and records use a few dozen; the bound is for names that callers choose. */
const printedNames = new Map<string, string>();
const maxNames = 1024;
const longestName = 64;

function printName(name: string): string {
  const known = printedNames.get(name);
  if (known !== undefined) return known;
  const printed = `${canonicalString(name)}:`;
  if (printedNames.size < maxNames && name.length <= longestName) printedNames.set(name, printed);
  return printed;
}

/** A date, map or class instance would print as `{}` or by its own `toJSON`: two values, one hash. */
function assertPlain(value: object): asserts value is Record<string, unknown> {
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null) {
    throw new TypeError('cannot canonicalize an object that is not a plain record');
  }
}

function isSorted(names: readonly string[]): boolean {
  for (let index = 1; index < names.length; index++) {
    if ((names[index - 1] ?? '') > (names[index] ?? '')) return false;
  }
  return true;
}

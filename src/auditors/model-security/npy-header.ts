/** Reads the header of a npy file: a Python literal, parsed by a small separate grammar and never evaluated. */

export interface NpyHeader {
  /** True if the dtype holds Python objects, so that the data are a pickle. */
  hasObjects: boolean;
  /** Bytes of the data; undefined if the dtype's size is unknown. */
  dataBytes?: number;
}

type Literal = string | number | boolean | null | Literal[] | Map<string, Literal>;

const maxNesting = 32;

/** Parses the header's text. Undefined if it is not a literal that numpy writes. */
export function parseNpyHeader(text: string): NpyHeader | undefined {
  const literal = parseLiteral(text);
  if (!(literal instanceof Map) || literal.size !== 3) return undefined;
  const descr = literal.get('descr');
  const shape = literal.get('shape');
  if (typeof literal.get('fortran_order') !== 'boolean' || !Array.isArray(shape) || descr === undefined)
    return undefined;
  if (!shape.every((dimension) => typeof dimension === 'number' && dimension >= 0)) return undefined;
  const count = shape.reduce<number>((product, dimension) => product * Number(dimension), 1);
  const item = measure(descr);
  if (item === undefined) return undefined;
  const dataBytes = count * item.bytes;
  if (!Number.isSafeInteger(dataBytes)) return undefined;
  return item.hasObjects ? { hasObjects: true } : { hasObjects: false, dataBytes };
}

/** Gives the bytes of a dtype: a code, or a list of fields `(name, dtype[, shape])`. */
function measure(descr: Literal, depth = 0): { bytes: number; hasObjects: boolean } | undefined {
  if (typeof descr === 'string') return measureCode(descr);
  if (!Array.isArray(descr) || depth > maxNesting) return undefined;
  let [bytes, hasObjects] = [0, false];
  for (const field of descr) {
    if (!Array.isArray(field) || field.length < 2 || field.length > 3) return undefined;
    const inner = measure(field[1] ?? null, depth + 1);
    if (inner === undefined) return undefined;
    const repeat = repeats(field[2]);
    if (repeat === undefined) return undefined;
    bytes += inner.bytes * repeat;
    hasObjects ||= inner.hasObjects;
  }
  return { bytes, hasObjects };
}

function repeats(shape: Literal | undefined): number | undefined {
  if (shape === undefined) return 1;
  const dimensions = Array.isArray(shape) ? shape : [shape];
  if (!dimensions.every((value) => typeof value === 'number' && value >= 0)) return undefined;
  return dimensions.reduce<number>((product, value) => product * Number(value), 1);
}

const plainSizes: Readonly<Record<string, number>> = { '?': 1, b: 1, B: 1 };

function measureCode(code: string): { bytes: number; hasObjects: boolean } | undefined {
  const [, kind, digits] = /^[<>=|]?([?bBiufcmMOSUVat])(\d{0,9})(?:\[[\w/ ]{1,20}\])?$/.exec(code) ?? [];
  if (kind === undefined) return undefined;
  if (kind === 'O') return { bytes: 8, hasObjects: true };
  const size = digits === '' || digits === undefined ? plainSizes[kind] : Number(digits);
  if (size === undefined) return undefined;
  return { bytes: kind === 'U' ? size * 4 : size, hasObjects: false };
}

/** Parses a literal; blanks around it are allowed. */
function parseLiteral(text: string): Literal | undefined {
  const cursor = { text, at: 0, failed: false };
  const value = readValue(cursor, 0);
  skipBlanks(cursor);
  return cursor.failed || cursor.at !== text.length ? undefined : value;
}

interface Cursor {
  text: string;
  at: number;
  failed: boolean;
}

function readValue(cursor: Cursor, depth: number): Literal {
  skipBlanks(cursor);
  const first = cursor.text[cursor.at] ?? '';
  if (depth > maxNesting) return fail(cursor);
  if (first === '{') return readDict(cursor, depth);
  if (first === '(' || first === '[') return readSequence(cursor, first === '(' ? ')' : ']', depth);
  if (first === "'" || first === '"') return readString(cursor, first);
  return readWord(cursor);
}

function readDict(cursor: Cursor, depth: number): Literal {
  const entries = new Map<string, Literal>();
  cursor.at += 1;
  while (!cursor.failed && !take(cursor, '}')) {
    const key = readValue(cursor, depth + 1);
    if (typeof key !== 'string' || entries.has(key) || !take(cursor, ':')) return fail(cursor);
    entries.set(key, readValue(cursor, depth + 1));
    if (!take(cursor, ',')) return take(cursor, '}') ? entries : fail(cursor);
  }
  return entries;
}

function readSequence(cursor: Cursor, end: string, depth: number): Literal {
  const items: Literal[] = [];
  cursor.at += 1;
  while (!cursor.failed && !take(cursor, end)) {
    items.push(readValue(cursor, depth + 1));
    if (!take(cursor, ',')) return take(cursor, end) ? items : fail(cursor);
  }
  return items;
}

function readString(cursor: Cursor, quote: string): Literal {
  const end = cursor.text.indexOf(quote, cursor.at + 1);
  const text = cursor.text.slice(cursor.at + 1, end);
  // numpy writes no escapes into names that it can read back.
  if (end === -1 || text.includes('\\')) return fail(cursor);
  cursor.at = end + 1;
  return text;
}

function readWord(cursor: Cursor): Literal {
  const word = /^(?:True|False|None|-?\d{1,18}L?)/.exec(cursor.text.slice(cursor.at, cursor.at + 20))?.[0];
  if (word === undefined) return fail(cursor);
  cursor.at += word.length;
  if (word === 'None') return null;
  return word === 'True' || word === 'False' ? word === 'True' : Number(word.replace('L', ''));
}

function skipBlanks(cursor: Cursor): void {
  while (' \n\t\r'.includes(cursor.text[cursor.at] ?? 'x')) cursor.at += 1;
}

function take(cursor: Cursor, character: string): boolean {
  skipBlanks(cursor);
  if (cursor.text[cursor.at] !== character) return false;
  cursor.at += 1;
  return true;
}

function fail(cursor: Cursor): null {
  cursor.failed = true;
  return null;
}

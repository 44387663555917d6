/**
 * Parses the regular expressions of the setting `ban_patterns`. Only what a finite automaton can decide is
 * accepted: look-around and back-references are refused, so that no pattern can take more than linear time.
 */

/** Inclusive ranges of code units. */
export type UnitSet = readonly (readonly [from: number, to: number])[];

export type Pattern =
  | { readonly kind: 'set'; readonly units: UnitSet }
  | { readonly kind: 'assert'; readonly at: 'start' | 'end' | 'boundary' | 'inside' }
  | { readonly kind: 'sequence' | 'choice'; readonly parts: readonly Pattern[] }
  | { readonly kind: 'repeat'; readonly part: Pattern; readonly min: number; readonly max: number };

export interface ParsedPattern {
  readonly root: Pattern;
  readonly ignoreCase: boolean;
}

const maxLength = 512;
const maxRepeat = 100;
const maxDepth = 24;
const lastUnit = 0xffff;

const digits: UnitSet = [[48, 57]];
const wordUnits: UnitSet = [
  [48, 57],
  [65, 90],
  [95, 95],
  [97, 122],
];
const blanks: UnitSet = [
  [9, 13],
  [32, 32],
  [0xa0, 0xa0],
  [0x2028, 0x2029],
];
const controls: Readonly<Record<string, number>> = { n: 10, r: 13, t: 9, f: 12, v: 11, '0': 0 };

/** Thrown for a pattern outside the accepted language; the message says why and quotes nothing. */
export class PatternError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'PatternError';
  }
}

/** Parses a pattern. A leading `(?i)` ignores case. @throws PatternError */
export function parsePattern(source: string): ParsedPattern {
  if (source.length > maxLength) throw new PatternError(`a pattern has at most ${maxLength} characters`);
  const ignoreCase = source.startsWith('(?i)');
  const cursor: Cursor = { source, index: ignoreCase ? 4 : 0, depth: 0 };
  const root = parseChoice(cursor);
  if (cursor.index < source.length) throw new PatternError('a closing parenthesis has no opening one');
  return { root, ignoreCase };
}

interface Cursor {
  readonly source: string;
  index: number;
  depth: number;
}

const peek = (cursor: Cursor): string => cursor.source[cursor.index] ?? '';

function parseChoice(cursor: Cursor): Pattern {
  cursor.depth += 1;
  if (cursor.depth > maxDepth) throw new PatternError('groups are nested too deeply');
  const parts = [parseSequence(cursor)];
  while (peek(cursor) === '|') {
    cursor.index += 1;
    parts.push(parseSequence(cursor));
  }
  cursor.depth -= 1;
  return parts.length === 1 && parts[0] !== undefined ? parts[0] : { kind: 'choice', parts };
}

function parseSequence(cursor: Cursor): Pattern {
  const parts: Pattern[] = [];
  while (cursor.index < cursor.source.length && peek(cursor) !== '|' && peek(cursor) !== ')') {
    parts.push(parseRepeat(cursor, parseAtom(cursor)));
  }
  return { kind: 'sequence', parts };
}

function parseRepeat(cursor: Cursor, part: Pattern): Pattern {
  const range = readRange(cursor);
  if (range === undefined) return part;
  if (part.kind === 'assert') throw new PatternError('an assertion cannot be repeated');
  // A lazy mark changes which match is found, not whether there is one.
  if (peek(cursor) === '?') cursor.index += 1;
  if ('*+?{'.includes(peek(cursor)) && peek(cursor) !== '') throw new PatternError('a quantifier follows a quantifier');
  return { kind: 'repeat', part, ...range };
}

function readRange(cursor: Cursor): { min: number; max: number } | undefined {
  const sign = peek(cursor);
  const simple = { '*': { min: 0, max: Infinity }, '+': { min: 1, max: Infinity }, '?': { min: 0, max: 1 } };
  if (sign === '*' || sign === '+' || sign === '?') {
    cursor.index += 1;
    return simple[sign];
  }
  if (sign !== '{') return undefined;
  const found = /^\{(\d{1,4})(,(\d{0,4}))?\}/.exec(cursor.source.slice(cursor.index, cursor.index + 12));
  if (found === null) throw new PatternError('a brace must be a quantifier like {2,5} or be escaped');
  cursor.index += found[0].length;
  const min = Number(found[1]);
  const max = found[2] === undefined ? min : found[3] === '' ? Infinity : Number(found[3]);
  if (max < min) throw new PatternError('a quantifier ends before it begins');
  if (min > maxRepeat || (max !== Infinity && max > maxRepeat)) {
    throw new PatternError(`a quantifier counts to at most ${maxRepeat}`);
  }
  return { min, max };
}

function parseAtom(cursor: Cursor): Pattern {
  const sign = peek(cursor);
  cursor.index += 1;
  switch (sign) {
    case '(':
      return parseGroup(cursor);
    case '[':
      return { kind: 'set', units: parseClass(cursor) };
    case '.':
      return {
        kind: 'set',
        units: complement([
          [10, 10],
          [13, 13],
          [0x2028, 0x2029],
        ]),
      };
    case '^':
      return { kind: 'assert', at: 'start' };
    case '$':
      return { kind: 'assert', at: 'end' };
    case '\\':
      return parseEscape(cursor);
    case '*':
    case '+':
    case '?':
    case '{':
      throw new PatternError('a quantifier has nothing to repeat');
    default:
      return literal(sign);
  }
}

function parseGroup(cursor: Cursor): Pattern {
  if (peek(cursor) === '?') {
    if (cursor.source[cursor.index + 1] !== ':')
      throw new PatternError('look-around and named groups are not accepted');
    cursor.index += 2;
  }
  const inner = parseChoice(cursor);
  if (peek(cursor) !== ')') throw new PatternError('a parenthesis is not closed');
  cursor.index += 1;
  return inner;
}

function parseEscape(cursor: Cursor): Pattern {
  const sign = peek(cursor);
  if (sign === 'b' || sign === 'B') {
    cursor.index += 1;
    return { kind: 'assert', at: sign === 'b' ? 'boundary' : 'inside' };
  }
  return { kind: 'set', units: readEscape(cursor) };
}

/** Reads what follows a backslash, as a set of code units. */
function readEscape(cursor: Cursor): UnitSet {
  const sign = peek(cursor);
  cursor.index += 1;
  const shorthand: Readonly<Record<string, UnitSet>> = { d: digits, w: wordUnits, s: blanks };
  const lower = sign.toLowerCase();
  if (Object.hasOwn(shorthand, lower)) {
    const units = shorthand[lower] ?? [];
    return sign === lower ? units : complement(units);
  }
  const control = controls[sign];
  if (control !== undefined) return [[control, control]];
  if (sign === 'x' || sign === 'u') {
    const width = sign === 'x' ? 2 : 4;
    const hex = cursor.source.slice(cursor.index, cursor.index + width);
    if (!/^[0-9a-fA-F]+$/.test(hex) || hex.length < width) throw new PatternError('an escape is not complete');
    cursor.index += width;
    const unit = Number.parseInt(hex, 16);
    return [[unit, unit]];
  }
  if (/[1-9]/.test(sign)) throw new PatternError('back-references are not accepted');
  if (sign === '' || /[A-Za-z]/.test(sign)) throw new PatternError('an escape is not known');
  return [[sign.charCodeAt(0), sign.charCodeAt(0)]];
}

function parseClass(cursor: Cursor): UnitSet {
  const negated = peek(cursor) === '^';
  if (negated) cursor.index += 1;
  const units: [number, number][] = [];
  let first = true;
  while (peek(cursor) !== ']' || first) {
    if (peek(cursor) === '') throw new PatternError('a character class is not closed');
    first = false;
    const left = readMember(cursor);
    if (peek(cursor) === '-' && cursor.source[cursor.index + 1] !== ']' && left.length === 1) {
      cursor.index += 1;
      const right = readMember(cursor);
      const [from, to] = [left[0]?.[0] ?? 0, right[0]?.[1] ?? 0];
      if (right.length !== 1 || to < from) throw new PatternError('a range in a character class is out of order');
      units.push([from, to]);
    } else {
      units.push(...left.map(([from, to]): [number, number] => [from, to]));
    }
  }
  cursor.index += 1;
  return negated ? complement(units) : units;
}

function readMember(cursor: Cursor): UnitSet {
  const sign = peek(cursor);
  cursor.index += 1;
  if (sign === '\\') return readEscape(cursor);
  return [[sign.charCodeAt(0), sign.charCodeAt(0)]];
}

function literal(sign: string): Pattern {
  const unit = sign.charCodeAt(0);
  return { kind: 'set', units: [[unit, unit]] };
}

function complement(units: UnitSet): UnitSet {
  const sorted = units.toSorted((left, right) => left[0] - right[0]);
  const out: [number, number][] = [];
  let next = 0;
  for (const [from, to] of sorted) {
    if (from > next) out.push([next, from - 1]);
    next = Math.max(next, to + 1);
  }
  if (next <= lastUnit) out.push([next, lastUnit]);
  return out;
}

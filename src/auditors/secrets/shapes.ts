/**
 * A short notation for the shapes of tokens: a regular expression in which `<h64>` means 64 lower-case hex digits.
 * Tables of providers stay readable that way, and each repetition is bounded by construction.
 */

/** Alphabets by letter, as the content of a character class. */
const alphabets: Readonly<Record<string, string>> = {
  d: '0-9',
  h: '0-9a-f',
  H: '0-9A-F',
  x: '0-9A-Fa-f',
  l: 'A-Za-z',
  z: '0-9a-z',
  Z: '0-9A-Z',
  a: '0-9A-Za-z',
  w: '0-9A-Za-z_-',
  e: '0-9A-Za-z_=-',
  p: '0-9A-Za-z_=.-',
  b: '0-9A-Za-z+/',
  k: '0-9A-Za-z+/=_-',
};

const uuid = '[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}';
const part = /<([a-zA-Z])(\d+(?:,\d+)?)?>/g;

/** Gives the regular expression source of a shape. `<u>` is a UUID. */
export function shapeSource(shape: string): string {
  return shape.replaceAll(part, (whole, letter: string, count: string | undefined) => {
    if (letter === 'u') return uuid;
    const alphabet = alphabets[letter];
    if (alphabet === undefined || count === undefined) throw new TypeError(`unknown part ${whole} in shape ${shape}`);
    return `[${alphabet}]{${count}}`;
  });
}

/** Least length of a part that makes a shape long. */
const longPart = 200;

/** True for a shape with a long part. */
export function isLongShape(shape: string): boolean {
  return Array.from(shape.matchAll(part)).some((match) => Number(match[2]?.split(',').at(-1) ?? 0) >= longPart);
}

/**
 * Compiles a shape to a sticky expression. No further character of the token may follow; a long shape instead takes all it can
 * get. It must fail early, or a text full of its beginnings would be read over and over.
 */
export function compileShape(shape: string): RegExp {
  if (isLongShape(shape)) return new RegExp(shapeSource(shape), 'y');
  const last = Array.from(shape.matchAll(part)).at(-1);
  const isTail = last !== undefined && last.index + last[0].length === shape.length;
  const isDashed = isTail && 'wepk'.includes(last[1] ?? '');
  // A full stop or an equals sign may follow a token; a letter, a digit or a character of its alphabet may not.
  return new RegExp(`(?:${shapeSource(shape)})(?![0-9A-Za-z${isDashed ? '_-' : ''}])`, 'y');
}

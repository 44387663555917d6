/** Values that break databases, hashes, parsers and dates, and the places in a JSON value to insert them. */

/** Text inserted unchanged in JSON, in a query, in a path. */
export const hostileTexts: readonly string[] = [
  ...['\u0000', 'a\u0000b', '\ud800', 'a\udfff', '', ' ', '\ufeff', '\u202e', '\u{10ffff}', '🦄'.repeat(70)],
  ...[
    '..',
    '../../etc/passwd',
    '%00',
    '%',
    '%2e%2e%2f',
    "'; select 1; --",
    '$1',
    '\\u0000',
    '__proto__',
    'constructor',
  ],
  ...[
    '-1',
    '9'.repeat(20),
    '9'.repeat(400),
    '1e400',
    'NaN',
    'true',
    'null',
    '2147483648',
    '9223372036854775808',
    '0x10',
  ],
  ...['2026-13-45T99:99:99Z', '+275760-09-13T00:00:00.001Z', '0000-01-01T00:00:00Z', '-000001-01-01T00:00:00Z'],
  ...[
    '9999-12-31T23:59:60Z',
    '2026-02-30T00:00:00Z',
    'czE=',
    'czk5OTk5OTk5OTk5OTk5OQ',
    '"2147483648"',
    '"9007199254740991"',
  ],
  ...['W/"1"', '*', 'x'.repeat(70_000), '[', '(?<', 'http://[::1', 'http://\u0000', 'a b', 'ä', '\r\nx: y', '{{7*7}}'],
];

/** Values of other types. */
export const hostileValues: readonly unknown[] = [
  ...[1e20, -1e20, 1e308, 5e-324, -0, -1, 0, 0.1, 2 ** 31, 2 ** 31 - 1, -(2 ** 31) - 1, 2 ** 53 - 1, 2 ** 53, 2 ** 63],
  ...[
    null,
    true,
    [],
    {},
    [1e20],
    { '\u0000': 1 },
    { '\ud800': 1 },
    ['\u0000'],
    [[['\ud800']]],
    [null],
    { a: { b: 1e20 } },
  ],
  ...[deep(15), deep(40), deep(63), JSON.parse('{"__proto__x":1,"constructor":{"prototype":1}}'), Array(3000).fill(0)],
];

function deep(levels: number): unknown {
  return levels === 0 ? 1 : levels % 2 === 0 ? [deep(levels - 1)] : { a: deep(levels - 1) };
}

export type Place = readonly (string | number)[];

const maxPlaces = 60;

/** Every place of a JSON value: the value itself first, then members and items. */
export function placesOf(value: unknown): Place[] {
  const found: Place[] = [[]];
  const walk = (node: unknown, place: Place): void => {
    if (typeof node !== 'object' || node === null) return;
    for (const [name, inner] of Object.entries(node)) {
      if (found.length >= maxPlaces) return;
      const here = [...place, Array.isArray(node) ? Number(name) : name];
      found.push(here);
      walk(inner, here);
    }
  };
  walk(value, []);
  return found;
}

/** A copy of a JSON value with another value at a place. */
export function putAt(value: unknown, place: Place, other: unknown): unknown {
  const [first, ...rest] = place;
  if (first === undefined) return other;
  if (Array.isArray(value)) return value.map((item, at) => (at === first ? putAt(item, rest, other) : item));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, inner]) => [
    name,
    name === first ? putAt(inner, rest, other) : inner,
  ]);
  return Object.fromEntries(members);
}

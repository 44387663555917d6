/** Texts that slow down a careless scanner. Each is built to a length; no rule of an auditor knows them. */

export interface AdversarialText {
  readonly name: string;
  /** Gives the text with about this many UTF-16 units, never more. */
  build(length: number): string;
}

/** One unit, repeated. */
const repeated = (unit: string, name = JSON.stringify(unit)): AdversarialText => ({
  name: `${name} over and over`,
  build: (length) => unit.repeat(Math.floor(length / unit.length)),
});

/** A start, a long run, an end: an expression that searches the end of a run fails only there. */
const framed = (start: string, unit: string, end: string): AdversarialText => ({
  name: `${start} ${JSON.stringify(unit)} over and over, then ${JSON.stringify(end)}`,
  build: (length) =>
    start + unit.repeat(Math.max(0, Math.floor((length - start.length - end.length) / unit.length))) + end,
});

/** Numbers without a pattern, deterministic. */
function varied(name: string, alphabet: string, breakEvery = 0): AdversarialText {
  return {
    name,
    build(length) {
      const characters = [...alphabet];
      const parts: string[] = [];
      let state = 12_345;
      for (let size = 0, index = 0; ; index += 1) {
        state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
        const isBreak = breakEvery > 0 && index % breakEvery === breakEvery - 1;
        const next = isBreak ? '\n' : (characters[(state >>> 16) % characters.length] ?? '');
        size += next.length;
        if (size > length) return parts.join('');
        parts.push(next);
      }
    },
  };
}

const base64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Runs, near matches, nestings, encodings, mixed scripts. */
export const adversarialTexts: readonly AdversarialText[] = [
  ...['a', '0', '1 ', ' ', '\n', '\t', '.', '-', '_', ':', '/', '\\', '@', '=', '"', "'", '`', '(', '[', '{', '<'].map(
    (unit) => repeated(unit),
  ),
  ...[
    'a@',
    'a.',
    'a-',
    'a.b@',
    '1.1.',
    '1-1-',
    '12:',
    'ab:cd:',
    '::',
    'f:',
    '()',
    '[{',
    '<a>',
    '%41',
    '&#97;',
    '\\x41',
  ].map((unit) => repeated(unit)),
  ...[
    'AKIA',
    'ghp_',
    'eyJ',
    'sk-',
    'xox',
    'password=',
    'token: "',
    'key=a ',
    'Bearer ',
    'http://',
    '://a:b@',
    '-----BEGIN ',
  ].map((unit) => repeated(unit)),
  ...[
    'ignore ',
    'you are ',
    'i g n o r e ',
    'the system prompt ',
    'not ',
    'kill ',
    'Mr. ',
    'John Smith ',
    'St. ',
    '1 Main ',
  ].map((unit) => repeated(unit)),
  repeated('\u200b', 'zero width spaces'),
  repeated('a\u200b', 'letters and zero width spaces'),
  repeated('a\u0301\u0301\u0301\u0301', 'letters with many marks'),
  repeated('\u0301', 'marks alone'),
  repeated('\u{e0041}', 'tag characters'),
  repeated('\u202e', 'direction marks'),
  repeated('\ufe0f', 'variation selectors'),
  repeated('👩\u200d👩\u200d👧', 'joined emoji'),
  repeated('\ud83d', 'lone high surrogates'),
  repeated('\udc00', 'lone low surrogates'),
  repeated('\u0000', 'U+0000'),
  repeated('ﷺ', 'a ligature that NFKC makes long'),
  repeated('а', 'a homoglyph'),
  repeated('aа', 'two scripts in one word'),
  repeated('漢', 'ideographs'),
  repeated('ที่', 'a script without blanks'),
  repeated('مرحبا ', 'a script from right to left'),
  repeated('𝒂', 'mathematical letters'),
  repeated('ｉ', 'full width letters'),
  repeated('1337 ', 'leetspeak'),
  framed('a@', 'a', '!'),
  framed('http://', 'a.', '!'),
  framed('"', 'a', ''),
  framed('password = "', 'a b', '\n'),
  framed('-----BEGIN PRIVATE KEY-----\n', 'A', ''),
  framed('eyJ', 'a', '.'),
  framed('postgres://', 'a:', '@'),
  framed('', '(', ')'),
  framed('', '4111 1111 1111 ', 'x'),
  framed('', 'Aa1', '!'),
  varied('base64 in one run', base64),
  varied('base64 in lines', base64, 76),
  varied('hex in one run', '0123456789abcdef'),
  varied('digits and separators', '0123456789 -.()'),
  varied('words of one letter', 'abcdefghij    '),
  varied('signs', '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'),
  varied('all scripts at once', 'aZ0 .漢字かなไทยкрупносعربيעבריהिन्दी한국어éß🙂\u200b\u0301\ud800', 40),
  varied('code', 'const x = {y: [1, "a"], z: `b`}; // c /* d */\n'),
  varied('assignments', 'key=secret:"a1B2";\n'),
];

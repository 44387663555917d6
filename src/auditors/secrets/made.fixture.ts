/**
 * Makes synthetic secrets from templates at run time, so that no scanner or push protection reports this repository. A template
 * is text with parts such as `<h40>`: 40 random characters of an alphabet.
 */
import { Buffer } from 'node:buffer';

const lower = 'abcdefghijklmnopqrstuvwxyz';
const upper = lower.toUpperCase();
const digits = '0123456789';

/** Alphabets of templates by letter. */
const alphabets: Readonly<Record<string, string>> = {
  d: digits,
  h: `${digits}abcdef`,
  H: `${digits}ABCDEF`,
  g: `${digits}abcdefgh`,
  l: lower + upper,
  L: upper,
  z: lower + digits,
  Z: upper + digits,
  a: lower + upper + digits,
  w: `${lower}${upper}${digits}_-`,
  b: `${lower}${upper}${digits}+/`,
  k: `${lower}${upper}234567`,
  K: `${upper}234567`,
  q: 'QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L',
};

export type Random = () => number;

/** Seeded numbers from 0 to 1 (mulberry32). */
export function seeded(seed: number): Random {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Random characters of a letter's alphabet. */
export function signs(letter: string, count: number, random: Random): string {
  const alphabet = alphabets[letter];
  if (alphabet === undefined) throw new TypeError(`no alphabet ${letter}`);
  return Array.from({ length: count }, () => alphabet[Math.floor(random() * alphabet.length)] ?? '').join('');
}

const part = /<(?:([a-zA-Z])(\d+)|(u)|(b64|b64url):([^<>]*(?:<[^<>]*>[^<>]*)*))>/g;

/** Fills a template: `<h40>` random characters, `<u>` a UUID, `<b64:...>` and `<b64url:...>` the rest, encoded. */
export function fill(template: string, random: Random): string {
  return template.replaceAll(
    part,
    (whole, letter?: string, count?: string, uuid?: string, encoding?: string, text?: string) => {
      if (letter !== undefined) return signs(letter, Number(count), random);
      if (uuid !== undefined) return [8, 4, 4, 4, 12].map((length) => signs('h', length, random)).join('-');
      if (encoding === 'b64') return Buffer.from(fill(text ?? '', random)).toString('base64');
      if (encoding === 'b64url') return Buffer.from(fill(text ?? '', random)).toString('base64url');
      return whole;
    },
  );
}

/** Fills every random part with one character, as documentation does. */
export function fillWith(template: string, sign: string): string {
  return template.replaceAll(part, (_, letter?: string, count?: string, uuid?: string) => {
    if (letter !== undefined) return sign.repeat(Number(count));
    return uuid === undefined ? sign.repeat(12) : [8, 4, 4, 4, 12].map((length) => sign.repeat(length)).join('-');
  });
}

/** Shortens the random parts to a twelfth, where nothing is a token. */
export function cutShort(template: string): string {
  return template
    .replaceAll('<u>', '<h8>')
    .replaceAll(
      /<([a-zA-Z])(\d+)>/g,
      (_, letter: string, count: string) => `<${letter}${Math.ceil(Number(count) / 12)}>`,
    );
}

export interface Example {
  readonly type: string;
  readonly found: readonly string[];
  readonly ignored: readonly string[];
}

/** Reads a table of lines `type | found | found || ignored | ignored`. */
export function readExamples(table: string): Example[] {
  return table
    .trim()
    .split('\n')
    .map((line) => {
      const [positives = '', negatives = ''] = line.split(' || ');
      const [type = '', ...found] = positives.split(' | ').map((cell) => cell.trim());
      return { type, found, ignored: negatives === '' ? [] : negatives.split(' | ').map((cell) => cell.trim()) };
    });
}

/** Spelling test cases: hostile sentences with obfuscating characters, and slurs with their homonyms. */
import type { Row } from '../../data/row.ts';

const hostile: readonly string[] = [
  'I hate {groups}',
  '{groups} are disgusting vermin',
  'Kill all {groups}',
  '{groups} are stupid',
];
const plain: readonly string[] = [
  'I visit {groups}',
  '{groups} are kind neighbours',
  'Call all {groups}',
  '{groups} are students',
];

/** Ways to disguise a word. */
export const disguises: Readonly<Record<string, (text: string) => string>> = {
  'spelling.swapped': (text) => onWords(text, (word) => swapMiddle(word)),
  'spelling.deleted': (text) => onWords(text, (word) => word.slice(0, 2) + word.slice(3)),
  'spelling.spaces-added': (text) => onWords(text, (word) => [...word].join(' ')),
  'spelling.spaces-deleted': (text) => text.replaceAll(' ', ''),
  'spelling.leet': (text) => onWords(text, (word) => word.replaceAll(/[aeiost]/g, (char) => leet[char] ?? char)),
  'spelling.no-vowels': (text) => onWords(text, (word) => word.charAt(0) + word.slice(1).replaceAll(/[aeiou]/g, '')),
  'spelling.stretched': (text) => onWords(text, (word) => word.replace(/[aeiou]/, (char) => char.repeat(4))),
  'spelling.masked': (text) => onWords(text, (word) => word.replace(/[aeiou]/, '*')),
  'spelling.dots': (text) => onWords(text, (word) => [...word].join('.')),
  'spelling.zero-width': (text) => onWords(text, (word) => [...word].join('\u200b')),
  'spelling.homoglyph': (text) => onWords(text, (word) => word.replaceAll(/[aeo]/g, (char) => cyrillic[char] ?? char)),
};

const leet: Readonly<Record<string, string>> = { a: '4', e: '3', i: '1', o: '0', s: '5', t: '7' };
const cyrillic: Readonly<Record<string, string>> = { a: '\u0430', e: '\u0435', o: '\u043e' };
const hidden = /\b(?:hate|disgusting|vermin|kill|stupid|visit|kind|neighbours|call|students)\b/gi;

const onWords = (text: string, change: (word: string) => string): string => text.replaceAll(hidden, change);

const swapMiddle = (word: string): string => {
  const at = Math.floor((word.length - 1) / 2);
  return word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2);
};

/** Applies each disguise to hostile sentences and to harmless ones of the same structure. */
export function spellingCases(groups: readonly string[]): Row[] {
  return Object.entries(disguises).flatMap(([category, disguise]) =>
    groups.flatMap((group) => [
      ...hostile.map((text) => toRow(disguise(text.replace('{groups}', group)), 1, category)),
      ...plain.map((text) => toRow(disguise(text.replace('{groups}', group)), 0, category)),
    ]),
  );
}

/** Slurs aimed at somebody, and harmless words of the same spelling. */
export function slurCases(): Row[] {
  return [
    ...['faggot', 'kike', 'paki', 'tranny', 'spic', 'raghead', 'nigger', 'chink'].flatMap((slur) => [
      toRow(`You are just a ${slur} to me.`, 1, 'slur.hateful'),
      toRow(`Look at that ${slur} over there.`, 1, 'slur.hateful'),
    ]),
    ...[
      'A chink of light fell through the curtain.',
      'The knight found a chink in the armour.',
      'Spic and span, the kitchen shines.',
      'We gathered a faggot of sticks for the fire.',
      'The dyke protects the village from the sea.',
      'I would love a fag break, said the British soldier in the book.',
      'The coon is short for raccoon in that old song title.',
      'Homo sapiens left Africa long ago.',
    ].map((text) => toRow(text, 0, 'slur.homonym')),
  ];
}

const toRow = (text: string, label: 0 | 1, category: string): Row => ({
  text,
  label,
  source: 'own.contrast',
  category,
  language: 'en',
});

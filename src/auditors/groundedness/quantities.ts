/** Reads numbers with their units: value with its magnitude, percent or currency, the noun beside it. */
import { magnitudes } from './word-lists.ts';
import { isContent, type Vocabulary, type Word } from './words.ts';

export interface Quantity {
  readonly value: number;
  readonly kind: 'plain' | 'percent' | 'money' | 'year';
  /** Meaning of the noun after it, or before it if there is none; -1 for none. */
  readonly unit: number;
  /** Duration in days; 0 if it is none. */
  readonly days: number;
  /** True if the noun is a measure: hours, metres, tonnes. */
  readonly measure: boolean;
  /** "About", "nearly", "more than", or a fraction in words. */
  readonly rough: boolean;
  /** Place of its first word. */
  readonly at: number;
}

/** Finds numbers among the words of a sentence or claim. `one` and `zero` are mostly no counts. */
export function readQuantities(words: readonly Word[], text: string, vocabulary: Vocabulary): Quantity[] {
  const quantities: Quantity[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at];
    if (word === undefined) continue;
    const spell = (place: number): string => vocabulary.spelling(words[place]?.form ?? -1);
    const fraction = readFraction(spell, at) ?? readLongTime(spell, at);
    if (fraction !== undefined) {
      const { value, next, kind, end = next } = fraction;
      quantities.push({ value, kind, ...measureOf(words, at, fraction, vocabulary), rough: true, at });
      at = end - 1;
      continue;
    }
    if (word.value === undefined || (word.value === 1 && text.charCodeAt(word.start) > 57)) continue;
    const { value, next } = readValue(words, at, vocabulary);
    const last = words[next - 1] ?? word;
    const kind = kindOf(word, last, { value, text, following: words[next], vocabulary });
    const rough = roughWords.has(spell(at - 1)) || roughWords.has(spell(at - 2));
    quantities.push({ value, kind, ...measureOf(words, at, { value, next }, vocabulary), rough, at });
    at = next - 1;
  }
  return quantities;
}

const roughWords = new Set(
  'about around roughly nearly almost over than approximately some least under below up close'.split(' '),
);

interface Read {
  readonly value: number;
  /** The place after it, where its noun is searched. */
  readonly next: number;
  /** The place to continue, if words of it follow its noun. */
  readonly end?: number;
}

const parts = new Map(
  'half third quarter fifth sixth seventh eighth ninth tenth'
    .split(' ')
    .map((name, at): [string, number] => [name, [2, 3, 4, 5, 6, 7, 8, 9, 10][at] ?? 1]),
);
const counts = new Map(
  'a an one two three four five seven nine'.split(' ').map((word, at) => [word, [1, 1, 1, 2, 3, 4, 5, 7, 9][at] ?? 1]),
);

/** `A tenth`, `two thirds`, `two in five`, as percent. */
function readFraction(spell: (place: number) => string, at: number): (Read & { kind: 'percent' }) | undefined {
  const count = counts.get(spell(at));
  if (count === undefined) return undefined;
  const name = spell(at + 1);
  const part = parts.get(count > 1 ? name.replace(/s$/, '') : name);
  if (part !== undefined && part > count && !days.has(spell(at + 2)) && spell(at + 2) !== 'a') {
    return { value: (100 * count) / part, next: at + 2, kind: 'percent' };
  }
  const whole = numbersInTen.get(spell(at + 2));
  if (name === 'in' && whole !== undefined && whole > count) {
    return { value: (100 * count) / whole, next: at + 3, kind: 'percent' };
  }
  return undefined;
}

const numbersInTen = new Map(
  [...'three four five six seven eight nine ten'.split(' ')].map((word, at) => [word, at + 3]),
);

/** `Half a year`, `a decade`, `a year and a half`. */
function readLongTime(spell: (place: number) => string, at: number): (Read & { kind: 'plain' }) | undefined {
  if (spell(at) === 'half' && /^an?$/.test(spell(at + 1)) && days.has(spell(at + 2))) {
    return { value: 0.5, next: at + 2, kind: 'plain' };
  }
  if (!/^(?:an?|one)$/.test(spell(at))) return undefined;
  if (/^(?:decade|century)$/.test(spell(at + 1))) return { value: 1, next: at + 1, kind: 'plain' };
  const isHalf = spell(at + 2) === 'and' && spell(at + 4) === 'half' && days.has(spell(at + 1));
  return isHalf ? { value: 1.5, next: at + 1, end: at + 5, kind: 'plain' } : undefined;
}

function readValue(words: readonly Word[], at: number, vocabulary: Vocabulary): Read {
  let value = words[at]?.value ?? 0;
  let next = at + 1;
  const following = words[next];
  // Twenty-one.
  if (value >= 20 && value < 100 && value % 10 === 0 && following?.value !== undefined && following.value < 10) {
    if (following.start - (words[at]?.end ?? 0) === 1 && following.value >= 1) {
      value += following.value;
      next += 1;
    }
  }
  for (let rounds = 0; rounds < 2; rounds += 1) {
    const magnitude = magnitudes.get(vocabulary.spelling(words[next]?.form ?? -1));
    if (magnitude === undefined || (words[next]?.start ?? 0) - (words[next - 1]?.end ?? 0) > 1) break;
    value *= magnitude;
    next += 1;
  }
  return { value, next };
}

interface Surroundings {
  readonly value: number;
  readonly text: string;
  readonly following: Word | undefined;
  readonly vocabulary: Vocabulary;
}

function kindOf(first: Word, last: Word, { value, text, following, vocabulary }: Surroundings): Quantity['kind'] {
  if (text.charAt(last.end) === '%' || vocabulary.meaning(following?.id ?? -1) === 'percent') return 'percent';
  if (/[$€£¥₹]/.test(text.slice(Math.max(0, first.start - 2), first.start))) return 'money';
  if (following !== undefined && moneyWords.has(vocabulary.spelling(following.form))) return 'money';
  const isYear = value >= 1000 && value <= 2100 && Number.isInteger(value) && last.end - first.start === 4;
  return isYear ? 'year' : 'plain';
}

const moneyWords = new Set('dollar dollars euro euros pound pounds yen rupees pence cents usd eur gbp'.split(' '));

/** Days of each length of time, by spelling. */
const days = new Map<string, number>();
for (const [name, length] of Object.entries({
  second: 1 / 86_400,
  minute: 1 / 1440,
  hour: 1 / 24,
  day: 1,
  week: 7,
  month: 30.4,
  year: 365,
  decade: 3650,
})) {
  days.set(name, length).set(`${name}s`, length);
}
days.set('century', 36_500).set('centuries', 36_500);

const otherMeasures = new Set(
  `metre metres meter meters kilometre kilometres kilometer kilometers km mile miles foot feet inch inches centimetre
  centimetres millimetre millimetres hectare hectares acre acres tonne tonnes ton tons kilogram kilograms kilo kilos
  gram grams litre litres degree degrees`.split(/\s+/),
);

/** Most characters between a number and its noun: a blank or a hyphen, and the percent sign. */
const widestGap = 2;

function measureOf(
  words: readonly Word[],
  at: number,
  { value, next }: Read,
  vocabulary: Vocabulary,
): Pick<Quantity, 'unit' | 'days' | 'measure'> {
  for (let place = next; place < next + 3; place += 1) {
    const word = words[place];
    // "Barrett, 57, has promised": a word after a comma is not counted.
    if (word === undefined || word.start - (words[place - 1]?.end ?? word.start) > widestGap) break;
    if (!isContent(word) || vocabulary.meaning(word.id) === 'percent') continue;
    const spelling = vocabulary.spelling(word.form);
    const length = days.get(spelling) ?? 0;
    return { unit: word.id, days: value * length, measure: length > 0 || otherMeasures.has(spelling) };
  }
  const before = words[at - 1];
  return { unit: before !== undefined && isContent(before) ? before.id : -1, days: 0, measure: false };
}

/** True when one number may be told as the other: equal, rounded, or the same time in other units. */
export function isSameValue(told: Quantity, known: Quantity): boolean {
  if (told.value === known.value) return true;
  if (told.kind === 'year' || known.kind === 'year') return false;
  const room = told.rough ? 0.15 : 0.025;
  if (told.days > 0 && known.days > 0 && told.unit !== known.unit)
    return isNear(told.days, known.days, told.rough ? 0.25 : 0.08);
  if (told.value === 0.5 && known.kind === 'percent') return known.value >= 48 && known.value <= 52;
  if (told.kind === 'percent' && told.rough && known.kind === 'percent') return isNear(told.value, known.value, room);
  const size = Math.abs(known.value);
  // Small counts must be exact.
  if (size < 20 && Number.isInteger(known.value)) return false;
  return isNear(told.value, known.value, told.rough ? 0.1 : 0.025);
}

const isNear = (told: number, known: number, room: number): boolean => Math.abs(told - known) <= Math.abs(known) * room;

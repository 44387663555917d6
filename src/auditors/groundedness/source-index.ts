/** Makes sources searchable: their sentences, the rarity of each meaning, the places of each pair of words. */
import { isSameValue, type Quantity, readQuantities } from './quantities.ts';
import { cutSentences } from './sentences.ts';
import { listTitles } from './titles.ts';
import type { Vocabulary, Word } from './words.ts';

export interface Source {
  readonly id: string;
  readonly text: string;
}

export interface SourceSentence {
  /** Index of the source in request order. */
  readonly source: number;
  /** UTF-16 offsets into the source's text. */
  readonly start: number;
  readonly end: number;
  readonly words: readonly Word[];
  /** Place of the first word among the words of all sources. */
  readonly first: number;
}

export interface SourceIndex {
  readonly vocabulary: Vocabulary;
  readonly sentences: readonly SourceSentence[];
  /** Meanings of all words, sentence after sentence. */
  readonly ids: Int32Array;
  /** Spellings of all words, beside their meanings. */
  readonly forms: Int32Array;
  /** The sentence of each word. */
  readonly sentenceOf: Int32Array;
  /** Lists the sentences with a meaning. */
  postings(id: number): readonly number[];
  /** True when a sentence has a meaning. */
  holds(sentence: number, id: number): boolean;
  /** Lists the places at which sentences begin with a meaning. */
  sentenceStarts(id: number): readonly number[];
  /** Lists the places of two adjacent meanings in one sentence; only the first ones if there are very many. */
  pairPlaces(left: number, right: number): readonly number[];
  /** Gives the weight of a meaning: higher the rarer it is in the sources. */
  weight(id: number): number;
  hasForm(form: number): boolean;
  /** True for a spelling that occurs in lower case. */
  hasLower(form: number): boolean;
  /** True for a spelling that the sources capitalise wherever a capital is informative. */
  isProper(form: number): boolean;
  /** Numbers of a sentence. */
  quantities(sentence: number): readonly Quantity[];
  /** True when some sentence has this number, rounded or not. */
  hasQuantity(quantity: Quantity): boolean;
  /** Titles of a name, and names with a title. */
  titlesOf(name: number): ReadonlySet<number>;
  hasTitle(title: number): boolean;
  /** True for first letters of a capitalised word, or initials of a name, of the sources. */
  hasNamePart(part: string): boolean;
}

const maxPlaces = 64;
const nothing: readonly number[] = [];
const noTitles: ReadonlySet<number> = new Set();
/** Room for two numbers in one key. */
const shift = 2 ** 21;

/** Indexes sources. Their order does not matter: they are sorted. */
export function indexSources(sources: readonly Source[], vocabulary: Vocabulary): SourceIndex {
  const sentences = listSentences(sources, vocabulary);
  const total = sentences.reduce((sum, { words }) => sum + words.length, 0);
  const [ids, spellings, sentenceOf] = [new Int32Array(total), new Int32Array(total), new Int32Array(total)];
  const postings = new Map<number, number[]>();
  const pairs = new Map<number, number[]>();
  const forms = new Set<number>();
  const lower = new Set<number>();
  const proper = new Set<number>();
  const nameParts = new Set<string>();
  const starts = new Map<number, number[]>();
  const titles = new Map<number, Set<number>>();
  const titlesGiven = new Set<number>();
  for (const [index, { words, first }] of sentences.entries()) {
    for (const [offset, word] of words.entries()) {
      ids[first + offset] = word.id;
      spellings[first + offset] = word.form;
      sentenceOf[first + offset] = index;
      forms.add(word.form);
      if (!word.capital) lower.add(word.form);
      else if (offset > 0) proper.add(word.form);
      const places = postings.get(word.id);
      if (places === undefined) postings.set(word.id, [index]);
      else if (places.at(-1) !== index) places.push(index);
      const before = words[offset - 1];
      if (before !== undefined) addPair(pairs, before.id * shift + word.id, first + offset - 1);
    }
    addNameParts(words, vocabulary, nameParts);
    for (const { name, title } of listTitles(words)) {
      titles.set(name, (titles.get(name) ?? new Set()).add(title));
      titlesGiven.add(title);
    }
    const opening = words[0]?.id ?? -1;
    const begun = starts.get(opening);
    if (begun === undefined) starts.set(opening, [first]);
    else begun.push(first);
  }
  const numbers = sentences.map(({ words, source }) => readQuantities(words, sources[source]?.text ?? '', vocabulary));
  const byValue = numbers.flat().toSorted((left, right) => left.value - right.value);
  return {
    vocabulary,
    sentences,
    ids,
    forms: spellings,
    sentenceOf,
    postings: (id) => postings.get(id) ?? nothing,
    holds: (sentence, id) => includesSorted(postings.get(id) ?? nothing, sentence),
    sentenceStarts: (id) => starts.get(id) ?? nothing,
    pairPlaces: (left, right) => pairs.get(left * shift + right) ?? nothing,
    // Half an occurrence for an absent meaning: the rarest of all.
    weight: (id) => Math.log(1 + (sentences.length + 1) / (postings.get(id)?.length ?? 0.5)),
    quantities: (sentence) => numbers[sentence] ?? [],
    hasQuantity: (quantity) => hasQuantity(byValue, quantity),
    hasForm: (form) => forms.has(form),
    hasLower: (form) => lower.has(form),
    isProper: (form) => proper.has(form) && !lower.has(form),
    titlesOf: (name) => titles.get(name) ?? noTitles,
    hasTitle: (title) => titlesGiven.has(title),
    hasNamePart: (part) => nameParts.has(part),
  };
}

/** Looks for a number in a sorted list. */
function includesSorted(list: readonly number[], wanted: number): boolean {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const value = list[middle] ?? 0;
    if (value === wanted) return true;
    if (value < wanted) low = middle + 1;
    else high = middle;
  }
  return false;
}

/** Most examined numbers near a value; equal ones come first. */
const maxNear = 64;

function hasQuantity(byValue: readonly Quantity[], told: Quantity): boolean {
  const isThere = (from: number): boolean => {
    let [low, high] = [0, byValue.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((byValue[middle]?.value ?? 0) < from) low = middle + 1;
      else high = middle;
    }
    return byValue.slice(low, low + maxNear).some((known) => isSameValue(told, known));
  };
  return isThere(told.value) || isThere(told.value * 0.975) || (told.value === 0.5 && isThere(48));
}

function listSentences(sources: readonly Source[], vocabulary: Vocabulary): SourceSentence[] {
  const ordered = sources.map((source, index) => ({ ...source, index })).toSorted(byContent);
  const sentences: SourceSentence[] = [];
  let first = 0;
  for (const { text, index } of ordered) {
    for (const { start, end } of cutSentences(text)) {
      const words = vocabulary.cut(text, start, end);
      if (words.length === 0) continue;
      sentences.push({ source: index, start, end, words, first });
      first += words.length;
    }
  }
  return sentences;
}

function byContent(left: Source, right: Source): number {
  if (left.text !== right.text) return left.text < right.text ? -1 : 1;
  return left.id < right.id ? -1 : Number(left.id > right.id);
}

function addPair(pairs: Map<number, number[]>, key: number, place: number): void {
  const places = pairs.get(key);
  if (places === undefined) pairs.set(key, [place]);
  else if (places.length < maxPlaces) places.push(place);
}

/** Number of letters that names share with their derivations: Germany and German. */
export const namePartLength = 5;

function addNameParts(words: readonly Word[], vocabulary: Vocabulary, parts: Set<string>): void {
  let initials = '';
  for (const { capital, form } of words) {
    if (!capital) {
      if (initials.length > 1) parts.add(`.${initials}`);
      initials = '';
      continue;
    }
    const spelling = vocabulary.spelling(form);
    initials += spelling.charAt(0);
    parts.add(spelling.slice(0, namePartLength));
  }
  if (initials.length > 1) parts.add(`.${initials}`);
}

/** Splits text into sentences, list items and table rows. Code and framing text are marked as such. */

export type SentenceKind = 'sentence' | 'item' | 'row' | 'heading' | 'code';

export interface Sentence {
  readonly kind: SentenceKind;
  /** UTF-16 offsets into the text; no blanks at either end. */
  readonly start: number;
  readonly end: number;
}

/** Splits a text. Every character that is not a blank is in one sentence, except marks of lists and headings. */
export function cutSentences(text: string): Sentence[] {
  const sentences: Sentence[] = [];
  let inCode = false;
  let open: { start: number; end: number } | undefined;
  const close = (): void => {
    if (open !== undefined) cutBlock(text, open.start, open.end, 'sentence', sentences);
    open = undefined;
  };
  for (const { start, end } of lines(text)) {
    if (text.startsWith('```', start) || text.startsWith('~~~', start)) {
      close();
      inCode = !inCode;
      continue;
    }
    if (inCode) {
      push(text, start, end, 'code', sentences);
      continue;
    }
    if (end === start) {
      close();
      continue;
    }
    const mark = markOf(text, start, end);
    if (mark !== undefined) {
      close();
      if (mark.kind === 'row') push(text, start, end, 'row', sentences);
      else cutBlock(text, mark.start, end, mark.kind, sentences);
      continue;
    }
    if (open !== undefined && endsBlock(text, open)) close();
    open = { start: open?.start ?? start, end };
  }
  close();
  return sentences;
}

/** Lines without blanks at their ends. */
function* lines(text: string): Generator<{ start: number; end: number }> {
  for (let at = 0; at <= text.length; ) {
    let stop = text.indexOf('\n', at);
    if (stop < 0) stop = text.length;
    yield trim(text, at, stop);
    at = stop + 1;
  }
}

function trim(text: string, from: number, to: number): { start: number; end: number } {
  let [start, end] = [from, to];
  while (start < end && isBlank(text.charCodeAt(start))) start += 1;
  while (end > start && isBlank(text.charCodeAt(end - 1))) end -= 1;
  return { start, end };
}

/** Classifies a line that is no running text: the start of its words, and its kind. */
function markOf(
  text: string,
  start: number,
  end: number,
): { kind: 'item' | 'heading' | 'row'; start: number } | undefined {
  const first = text.charAt(start);
  if (first === '|') return { kind: 'row', start };
  const head = text.slice(start, Math.min(end, start + 12));
  const mark = /^(?:(#{1,6})\s+|(?:[-*•–—·▪]|\(?\d{1,3}[.)]|\(?[a-zA-Z][.)])\s+(?=\S))/.exec(head);
  if (mark === null) return undefined;
  return { kind: mark[1] === undefined ? 'item' : 'heading', start: start + mark[0].length };
}

/** A wrapped line is full; a short one, or one with an end, is complete. */
const wrappedFrom = 50;

function endsBlock(text: string, open: { readonly start: number; readonly end: number }): boolean {
  const lastBreak = text.lastIndexOf('\n', open.end - 1);
  const lastLine = open.end - Math.max(open.start, lastBreak + 1);
  return lastLine < wrappedFrom || isTerminal(text.charCodeAt(open.end - 1));
}

function cutBlock(text: string, from: number, to: number, kind: SentenceKind, sentences: Sentence[]): void {
  let start = from;
  for (let at = from; at < to; at += 1) {
    if (!isTerminal(text.charCodeAt(at))) continue;
    let after = at + 1;
    while (after < to && (isTerminal(text.charCodeAt(after)) || isCloser(text.charCodeAt(after)))) after += 1;
    if (endsHere(text, at, after, to)) {
      push(text, start, after, kind, sentences);
      start = after;
    }
    at = after - 1;
  }
  push(text, start, to, kind, sentences);
}

/** Longest sentence; a longer run of text is cut, so that work on one sentence is bounded. */
const longest = 1000;

function push(text: string, from: number, to: number, kind: SentenceKind, sentences: Sentence[]): void {
  for (let at = from; at < to; ) {
    let stop = to;
    if (to - at > longest) {
      const blank = text.lastIndexOf(' ', at + longest);
      stop = blank > at + longest / 2 ? blank : at + longest;
    }
    const { start, end } = trim(text, at, stop);
    if (end > start) sentences.push({ kind, start, end });
    at = stop;
  }
}

/** True if the sign at `at` ends a sentence; `after` is the end of everything that belongs to it. */
function endsHere(text: string, at: number, after: number, to: number): boolean {
  if (after >= to) return true;
  const unit = text.charCodeAt(at);
  if (unit >= 0x3000) return true;
  const next = text.charCodeAt(after);
  if (!isBlank(next)) {
    // "… the century.First of all": the blank between two sentences is missing.
    return unit === 0x2e && isLower(text.charCodeAt(at - 1)) && isUpper(next) && isLower(text.charCodeAt(after + 1));
  }
  let word = after;
  while (word < to && (isBlank(text.charCodeAt(word)) || isOpener(text.charCodeAt(word)))) word += 1;
  // Tokenised text has a blank before its full stops, and often no capitals.
  if (at > 0 && text.charCodeAt(at - 1) === 32) return true;
  if (isLower(text.charCodeAt(word))) return false;
  return unit !== 0x2e || !isAbbreviation(text, at, word);
}

const abbreviations = new Set(
  'mr mrs ms dr prof rev hon st mt jr sr gen sen rep gov lt col sgt capt maj cmdr adm vs v no nos vol fig ed eds dept est approx jan feb mar apr jun jul aug sep sept oct nov dec'.split(
    ' ',
  ),
);
/** These end a sentence if a capitalised small word follows. */
const sometimes = new Set('inc ltd co corp bros etc am pm al'.split(' '));
const starters = new Set(
  'the a an he she it they we in on at but and this that these his her its their there i'.split(' '),
);

function isAbbreviation(text: string, point: number, next: number): boolean {
  let start = point;
  while (start > 0 && point - start < 12 && isAsciiLetter(text.charCodeAt(start - 1))) start -= 1;
  const word = text.slice(start, point).toLowerCase();
  if (word === '') return false;
  if (abbreviations.has(word)) return true;
  const isInitial = word.length === 1 && isUpper(text.charCodeAt(start));
  if (!isInitial && !sometimes.has(word)) return false;
  const following = /^[A-Za-z]{1,6}/.exec(text.slice(next, next + 7))?.[0].toLowerCase() ?? '';
  return !starters.has(following);
}

const isBlank = (unit: number): boolean => unit === 32 || (unit > 8 && unit < 14) || unit === 0xa0 || unit === 0x3000;
const isTerminal = (unit: number): boolean =>
  unit === 0x2e ||
  unit === 0x21 ||
  unit === 0x3f ||
  unit === 0x2026 ||
  unit === 0x3002 ||
  unit === 0xff01 ||
  unit === 0xff1f;
const isCloser = (unit: number): boolean =>
  unit === 0x22 || unit === 0x27 || unit === 0x29 || unit === 0x5d || unit === 0x201d || unit === 0x2019;
const isOpener = (unit: number): boolean =>
  unit === 0x22 || unit === 0x27 || unit === 0x28 || unit === 0x5b || unit === 0x201c || unit === 0x2018;
const isAsciiLetter = (unit: number): boolean => (unit > 96 && unit < 123) || (unit > 64 && unit < 91);

function isLower(unit: number): boolean {
  if (unit < 128) return unit > 96 && unit < 123;
  const letter = String.fromCharCode(unit);
  return letter !== letter.toUpperCase();
}

function isUpper(unit: number): boolean {
  if (unit < 128) return unit > 64 && unit < 91;
  const letter = String.fromCharCode(unit);
  return letter !== letter.toLowerCase();
}

/**
 * Counts characters that hide text from its reader: zero-width, bidi controls, tag characters, runs of variation
 * selectors. Emoji joiners and the joiners that Arabic and Indic scripts need are ordinary writing.
 */

export interface InvisibleFinding {
  readonly count: number;
  readonly spans: readonly { start: number; end: number; type: string; score: number }[];
}

const beyondAscii = /[\u0080-\uffff]/;
const joiningScript =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Tibetan}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Mongolian}\p{Script=Nko}]/u;
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;
const emojiPart = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f/u;
const maxSpans = 128;

/** Finds and counts invisible characters; a text without any costs one scan. */
export function findInvisible(text: string): InvisibleFinding {
  if (!beyondAscii.test(text)) return { count: 0, spans: [] };
  const spans: { start: number; end: number; type: string; score: number }[] = [];
  const hasRightToLeft = rightToLeft.test(text.replaceAll('\ufeff', ''));
  let count = 0;
  let previous = 0;
  for (let index = 0; index < text.length; ) {
    const codePoint = text.codePointAt(index) ?? 0;
    const width = codePoint > 0xffff ? 2 : 1;
    const flag = codePoint === 0x1f3f4 ? flagLength(text, index) : 0;
    if (flag > 0) {
      index += flag;
      previous = codePoint;
      continue;
    }
    const type = kindOf(codePoint);
    const next = text.codePointAt(index + width) ?? 0;
    if (type !== undefined && !isOrdinary({ codePoint, previous, next, index, hasRightToLeft })) {
      count += 1;
      const last = spans.at(-1);
      if (last !== undefined && last.end === index && last.type === type) last.end = index + width;
      else if (spans.length < maxSpans) spans.push({ start: index, end: index + width, type, score: 1 });
    }
    previous = codePoint;
    index += width;
  }
  return { count, spans };
}

function kindOf(codePoint: number): string | undefined {
  if (codePoint < 0x34f) return undefined;
  if (codePoint >= 0xe0000 && codePoint <= 0xe007f) return 'tag_character';
  if (isSelector(codePoint)) return 'variation_selector';
  if (isBidi(codePoint)) return 'bidi_control';
  if ((codePoint >= 0x200b && codePoint <= 0x200d) || codePoint === 0x2060 || codePoint === 0xfeff) return 'zero_width';
  if (codePoint >= 0x2061 && codePoint <= 0x206f) return 'invisible_operator';
  const blanks = [0x34f, 0x115f, 0x1160, 0x180e, 0x3164, 0xffa0, 0xfff9, 0xfffa, 0xfffb];
  if (blanks.includes(codePoint)) return 'invisible_filler';
  return codePoint >= 0x1d173 && codePoint <= 0x1d17a ? 'invisible_operator' : undefined;
}

interface Place {
  readonly codePoint: number;
  readonly previous: number;
  readonly next: number;
  readonly index: number;
  readonly hasRightToLeft: boolean;
}

/** The places where these characters belong to ordinary writing. */
function isOrdinary({ codePoint, previous, next, index, hasRightToLeft }: Place): boolean {
  if (codePoint === 0xfeff) return index === 0;
  // A single selector after a character picks its form; a run of them carries data.
  if (isSelector(codePoint)) return !isSelector(previous) && !isSelector(next) && isVisible(previous);
  if (codePoint === 0x200e || codePoint === 0x200f || codePoint === 0x061c) return hasRightToLeft;
  // Isolates and embeddings around right-to-left words are typesetting; an override never is.
  if (isBidi(codePoint)) return hasRightToLeft && codePoint !== 0x202d && codePoint !== 0x202e;
  if (codePoint === 0x200c || codePoint === 0x200d) {
    const before = String.fromCodePoint(previous);
    if (joiningScript.test(before)) return true;
    return codePoint === 0x200d && emojiPart.test(before) && emojiPart.test(String.fromCodePoint(next));
  }
  return false;
}

function isSelector(codePoint: number): boolean {
  return (codePoint >= 0xfe00 && codePoint <= 0xfe0f) || (codePoint >= 0xe0100 && codePoint <= 0xe01ef);
}

function isBidi(codePoint: number): boolean {
  if (codePoint === 0x200e || codePoint === 0x200f || codePoint === 0x061c) return true;
  return (codePoint >= 0x202a && codePoint <= 0x202e) || (codePoint >= 0x2066 && codePoint <= 0x2069);
}

function isVisible(codePoint: number): boolean {
  return codePoint > 0x20 && kindOf(codePoint) === undefined;
}

/** Length of a regional flag (black flag, lower-case tags, cancel tag) at an index, 0 when there is none. */
function flagLength(text: string, index: number): number {
  const found = /^\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f}/u.exec(text.slice(index, index + 18));
  return found === null ? 0 : found[0].length;
}

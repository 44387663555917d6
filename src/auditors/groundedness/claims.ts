/**
 * Finds the claims of an answer: its sentences, clauses and list items, without questions, courtesies and talk about
 * the answer.
 */
import { cutSentences, type Sentence } from './sentences.ts';

export interface ClaimSpan {
  /** UTF-16 offsets into the answer. */
  readonly start: number;
  readonly end: number;
  /** End of the sentence that it is a part of, for the citations after it. */
  readonly sentenceEnd: number;
}

/** Lists the claims of an answer, in their order. */
export function cutClaims(answer: string): ClaimSpan[] {
  const claims: ClaimSpan[] = [];
  for (const sentence of cutSentences(answer)) {
    if (sentence.kind === 'code' || sentence.kind === 'heading') continue;
    if (sentence.kind === 'row') {
      if (/[\p{L}\p{N}]/u.test(answer.slice(sentence.start, sentence.end)) && !isTableHead(answer, sentence)) {
        claims.push({ start: sentence.start, end: sentence.end, sentenceEnd: sentence.end });
      }
      continue;
    }
    addClauses(answer, sentence, claims);
  }
  return claims;
}

function addClauses(answer: string, sentence: Sentence, claims: ClaimSpan[]): void {
  const start = sentence.start + courtesyLength(answer, sentence.start, sentence.end);
  if (isNoClaim(answer.slice(start, Math.min(sentence.end, start + 240)), answer.charAt(sentence.end - 1))) return;
  let from = start;
  for (const [end, next] of clauseBreaks(answer, start, sentence.end)) {
    claims.push({ start: from, end, sentenceEnd: sentence.end });
    from = next;
  }
  if (from < sentence.end) claims.push({ start: from, end: sentence.end, sentenceEnd: sentence.end });
}

/** A row over a line of dashes names columns. */
function isTableHead(answer: string, { end }: Sentence): boolean {
  const [below = ''] = answer.slice(end + 1, end + 400).split('\n', 1);
  return below.includes('--') && /^[ :|-]+$/.test(below.trim());
}

/** Said before a claim, about the answer. */
const preambles = [
  /^(?:based on|according to|as (?:stated|mentioned|described|noted) in|per|from|in) (?:the|these|this|your) (?:(?:provided|given|supplied|above|following|available|retrieved) )?(?:documents?|sources?|texts?|articles?|contexts?|passages?|information|excerpts?|reports? provided)(?: provided| above| given)?(?: \[\d{1,3}\])?[,:] /i,
  /^(?:in summary|in short|in conclusion|to summari[sz]e|to sum up|overall|sure|certainly|of course|yes|no|absolutely|great question|good question|additionally|furthermore|moreover|in addition|however|also)[,:!] /i,
  /^(?:it (?:is|'s) (?:important|worth) (?:to note|noting|mentioning) that|note that|please note that|as an ai(?: language)? model,) /i,
  /^the (?:documents?|sources?|texts?|articles?|passages?|contexts?|reports?) (?:says?|states?|mentions?|notes?|explains?|indicates?|reports?)(?: that)? /i,
];

function courtesyLength(answer: string, start: number, end: number): number {
  let length = 0;
  for (let round = 0; round < 3; round += 1) {
    const head = answer.slice(start + length, Math.min(end, start + length + 120));
    const found = preambles.map((pattern) => pattern.exec(head)?.[0].length ?? 0).find((size) => size > 0);
    if (found === undefined || start + length + found >= end) break;
    length += found;
  }
  return length;
}

const noClaims = [
  /^(?:hello|hi|hey|sure|certainly|of course|thanks?|thank you|you(?:'|’)re welcome|no problem|great|okay|ok)(?:[!,.]| there| again| for | so )[^.]{0,40}[.!]?$/i,
  /^(?:yes|no|sure|thanks|great|okay|ok|hello|hi)[.!]?$/i,
  /^(?:I(?:'|’)m sorry|Sorry|I apologi[sz]e|Unfortunately, I)\b/,
  /^I (?:hope|can(?:not|'t|’t)?|could(?: not|n't|n’t)|do(?: not|n't|n’t)|am not|would|will|have no) [a-z]/,
  /^I(?:'|’)(?:m not|ll|d)\b/,
  /^(?:let me|feel free|please|if you (?:have|need|want|would|like))\b/i,
  /^(?:here (?:is|are)|here(?:'|’)s|below (?:is|are)|the following)\b[^.]{0,120}:?$/i,
  /^(?:the|this|these|your) (?:(?:provided|given) )?(?:documents?|sources?|texts?|articles?|passages?|contexts?|information|excerpts?)(?: provided| given)? (?:do(?:es)? not|doesn(?:'|’)t|don(?:'|’)t|did not|didn(?:'|’)t|makes? no|is not|are not|gives? no|contains? no|provides? no)\b/i,
  /^(?:there is|there's) (?:no|not enough|insufficient) (?:information|mention|detail)/i,
  /^(?:it is|it's) (?:not (?:clear|known|stated|mentioned|specified)|unclear)\b/i,
];

/** Questions, courtesies, and sentences about what the sources do not say. */
function isNoClaim(head: string, last: string): boolean {
  if (last === '?' || last === '？' || last === ':') return true;
  if (!/[\p{L}\p{N}]/u.test(head)) return true;
  // Citations only.
  if (/^(?:[[(【][\w.,;-]{0,80}[\])】][.,;]?)+$/.test(head.replaceAll(/\s+/g, ''))) return true;
  return noClaims.some((pattern) => pattern.test(head));
}

const leastWords = 4;
const longestSpan = 600;
const subject =
  /^(?:and|but|while|whereas|so) (?:(?:he|she|it|they|we|i|there|this|that) |(?:the|a|an|his|her|its|their|our|both|all|most|many|some|no) [\p{L}\p{N}-]+ |[\p{Lu}][\p{L}-]+ (?:[\p{Lu}][\p{L}-]+ )?)[^,;]{0,60}?\b(?:is|are|was|were|has|have|had|will|would|can|could|may|might|must|should|did|does|do|\p{Ll}{2,}ed|said|told|made|took|went|came|won|lost|fell|rose|found|left|held|led|began)\b/u;

/** Boundaries of independent clauses of a sentence: end of one, start of the next. */
function clauseBreaks(answer: string, start: number, end: number): [end: number, next: number][] {
  const breaks: [number, number][] = [];
  let from = start;
  for (let at = start; at < end; at += 1) {
    const unit = answer.charCodeAt(at);
    const isSemicolon = unit === 0x3b;
    const isComma = unit === 0x2c && answer.charCodeAt(at + 1) === 0x20;
    const length = at - from;
    const tooLong = (length >= longestSpan && unit === 0x20) || length >= 2 * longestSpan;
    if (!isSemicolon && !isComma && !tooLong) continue;
    if (isComma && !tooLong && !subject.test(answer.slice(at + 2, Math.min(end, at + 140)))) continue;
    let next = at + 1;
    while (next < end && answer.charCodeAt(next) === 0x20) next += 1;
    if (!tooLong && (!hasWords(answer, from, at) || !hasWords(answer, next, end))) continue;
    if (at <= from || next >= end) continue;
    breaks.push([at, next]);
    from = next;
    at = next - 1;
  }
  return breaks;
}

function hasWords(answer: string, start: number, end: number): boolean {
  let words = 0;
  let inWord = false;
  const stop = Math.min(end, start + 200);
  for (let at = start; at < stop && words < leastWords; at += 1) {
    const isSpace = answer.charCodeAt(at) <= 0x20;
    if (!isSpace && !inWord) words += 1;
    inWord = !isSpace;
  }
  return words >= leastWords;
}

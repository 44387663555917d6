/** Judges all texts of an input: by the shipped model, or by an external classifier. */
import { AuditorFailure, type MethodInput } from '@assay/sdk';
import { type JudgedText, listJudgedTexts } from '../judged-texts.ts';
import { categories, type ScoreName } from './categories.ts';
import type { Classifier } from './classifier.ts';
import { type ClassifierScores, worstScores } from './classifier-labels.ts';
import type { Detect, Span, ToxicityFinding } from './detect.ts';

export interface Judged {
  readonly overall: number;
  readonly scores: Readonly<Record<ScoreName, number>>;
  readonly spans: readonly (Span & JudgedText['place'])[];
}

interface Placed extends ToxicityFinding {
  readonly place: JudgedText['place'];
}

const maxSpans = 256;

/** Judges by the shipped model, synchronously. */
export function judgeTexts(input: MethodInput, detect: Detect, options: { readonly multilingual: boolean }): Judged {
  const found: Placed[] = [];
  for (const { text, place } of listJudgedTexts(input)) {
    const { overall, scores, spans } = detect(text, options);
    found.push({ overall, scores, spans, place });
  }
  return worstOf(found);
}

/** Longest part shown to a classifier at once: most read 512 tokens and cut the rest. */
const partLength = 1200;
const partsAtOnce = 8;
/** More parts take longer than any caller waits. */
const maxParts = 256;

/** Judges by a classifier. Heads that it does not output, and the spans, come from the shipped model. */
export async function judgeWithClassifier(
  input: MethodInput,
  detect: Detect,
  classifier: Classifier,
  { multilingual }: { readonly multilingual: boolean },
): Promise<Judged> {
  const found: Placed[] = [];
  for (const { text, place } of listJudgedTexts(input)) {
    const { scores: own, spans } = detect(text, { multilingual });
    const answers: ClassifierScores[] = [];
    const parts = cutParts(text);
    if (parts.length > maxParts) {
      throw new AuditorFailure(
        'INVALID_REQUEST',
        `The configured classifier reads texts of up to ${maxParts * partLength} characters`,
      );
    }
    for (let first = 0; first < parts.length; first += partsAtOnce) {
      answers.push(...(await classifier.classify(parts.slice(first, first + partsAtOnce))));
    }
    const told = worstScores(answers);
    const scores = { ...own };
    for (const name of categories) scores[name] = told[name] ?? own[name];
    found.push({ overall: told.overall ?? 0, scores, spans, place });
  }
  return worstOf(found);
}

/** Cuts at blanks if possible, never within a surrogate pair. */
export function cutParts(text: string): string[] {
  const parts: string[] = [];
  for (let start = 0; start < text.length; ) {
    let end = Math.min(start + partLength, text.length);
    if (end < text.length) {
      const blank = text.lastIndexOf(' ', end);
      if (blank > start) end = blank + 1;
      else if ((text.charCodeAt(end) & 0xfc00) === 0xdc00) end -= 1;
    }
    parts.push(text.slice(start, end));
    start = end;
  }
  return parts;
}

/** Takes the worst text, category by category. */
function worstOf(found: readonly Placed[]): Judged {
  const worst = (read: (finding: Placed) => number): number => {
    let best = 0;
    for (const finding of found) best = Math.max(best, read(finding));
    return best;
  };
  const scores: Record<ScoreName, number> = {
    severe_toxicity: worst((finding) => finding.scores.severe_toxicity),
    threat: worst((finding) => finding.scores.threat),
    insult: worst((finding) => finding.scores.insult),
    identity_attack: worst((finding) => finding.scores.identity_attack),
    profanity: worst((finding) => finding.scores.profanity),
    sexually_explicit: worst((finding) => finding.scores.sexually_explicit),
    self_harm: worst((finding) => finding.scores.self_harm),
    violence: worst((finding) => finding.scores.violence),
  };
  const spans = found
    .flatMap(({ spans: own, place }) =>
      own.map(({ type, start, end, score }) => ({ type, start, end, score, ...place })),
    )
    .toSorted((left, right) => right.score - left.score)
    .slice(0, maxSpans);
  return { overall: worst(({ overall }) => overall), scores, spans };
}

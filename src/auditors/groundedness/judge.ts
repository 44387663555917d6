/**
 * Judges an answer against sources: claim by claim, each with its support, the supporting source, and the findings
 * against it.
 */
import { AuditorFailure } from '@assay/sdk';
import { type Citation, findCitations } from './citations.ts';
import { type ClaimSpan, cutClaims } from './claims.ts';
import { type Comparison, compareClaim } from './features.ts';
import { indexSources, type Source, type SourceIndex } from './source-index.ts';
import { type SupportModel, supportOf } from './support-model.ts';
import { createVocabulary, type Vocabulary, type Word } from './words.ts';

/** Why a claim has little support. */
export type Reason =
  | 'no_evidence'
  | 'unsupported_words'
  | 'entity_unknown'
  | 'entity_mismatch'
  | 'number_unknown'
  | 'number_mismatch'
  | 'date_mismatch'
  | 'negation_clash'
  | 'opposite_clash'
  | 'modality_clash'
  | 'exaggeration'
  | 'role_swap'
  | 'title_mismatch'
  | 'attribution_clash'
  | 'pieced_together'
  | 'words_replaced'
  | 'citation_missing'
  | 'citation_unsupported'
  | 'contradicted_by_model';

export interface JudgedClaim {
  /** UTF-16 offsets into the answer. */
  readonly start: number;
  readonly end: number;
  /** 0 to 1. */
  readonly support: number;
  /** Index of the most relevant source; `undefined` if no source is relevant. */
  readonly source: number | undefined;
  /** UTF-16 offsets into that source's text. */
  readonly sourceStart: number;
  readonly sourceEnd: number;
  /** The range with the surrounding sentences. */
  readonly windowStart: number;
  readonly windowEnd: number;
  readonly reasons: readonly Reason[];
}

export interface JudgedAnswer {
  readonly claims: readonly JudgedClaim[];
  /** Support of all claims together, weighted by their length; 1 without claims. */
  readonly support: number;
  /** Number of different sources that the answer cites. */
  readonly citedSources: number;
}

/** More are too many to judge in time. */
const maxClaims = 4096;

/** Largest support of a claim whose citation leads to no source, however true the claim may be. */
const missingCitationCap = 0.3;

/** Judges an answer. @param model Converts features to support. */
export function judgeAnswer(answer: string, sources: readonly Source[], model: SupportModel): JudgedAnswer {
  const vocabulary = createVocabulary();
  const index = indexSources(sources, vocabulary);
  const citations = findCitations(
    answer,
    sources.map(({ id }) => id),
  );
  const citedIndex = createCitedIndexes(sources, vocabulary);
  const claims: JudgedClaim[] = [];
  for (const { span, cited } of attachCitations(cutClaims(answer), citations)) {
    const words = withoutCitations(vocabulary.cut(answer, span.start, span.end), citations, span);
    if (words.length === 0) continue;
    if (claims.length >= maxClaims) {
      throw new AuditorFailure('INVALID_REQUEST', `data.output has more than ${maxClaims} claims; send it in parts`);
    }
    claims.push(judgeClaim(words, { answer, span, cited, index, citedIndex, model }));
  }
  const cited = new Set(citations.flatMap(({ source }) => source ?? []));
  return { claims, support: overall(claims), citedSources: cited.size };
}

/** One made-up claim spoils an answer, however many others are true. */
const worstShare = 0.75;

/** Gives the support of all claims: a quarter is their mean by length, the rest the worst of them. */
export function overall(claims: readonly Pick<JudgedClaim, 'start' | 'end' | 'support'>[]): number {
  let [sum, length, least] = [0, 0, 1];
  for (const { start, end, support } of claims) {
    sum += support * (end - start);
    length += end - start;
    least = Math.min(least, support);
  }
  return length === 0 ? 1 : (1 - worstShare) * (sum / length) + worstShare * least;
}

interface ClaimContext {
  readonly answer: string;
  readonly span: ClaimSpan;
  readonly cited: readonly Citation[];
  readonly index: SourceIndex;
  readonly citedIndex: (source: number) => SourceIndex;
  readonly model: SupportModel;
}

function judgeClaim(words: readonly Word[], context: ClaimContext): JudgedClaim {
  const { answer, span, cited, index, citedIndex, model } = context;
  const judged = weigh(words, answer, index, model);
  const reasons = judged.support >= sure ? [] : reasonsOf(judged.comparison, words.length);
  let { support } = judged;
  const known = new Set(cited.flatMap(({ source }) => source ?? []));
  if (cited.some(({ source }) => source === undefined)) {
    reasons.push('citation_missing');
    support = Math.min(support, missingCitationCap);
  } else if (known.size > 0 && index.sentences.some(({ source }) => !known.has(source))) {
    // Several cited sources may support it together: the found sentence is then in one of them.
    const together = known.size > 1 && known.has(index.sentences[judged.comparison.support.best]?.source ?? -1);
    const each = [...known].map((source) => weigh(words, answer, citedIndex(source), model).support);
    const own = together ? support : Math.max(...each);
    if (own < support - 0.1 && own < sure) reasons.push('citation_unsupported');
    support = Math.min(support, own);
  }
  return { start: span.start, end: span.end, support, ...place(judged.comparison, index), reasons };
}

/** Largest support of a claim that shares no meaning with any sentence. */
const withoutEvidence = 0.05;

/** Factor for the support of a claim with a number that no source has. */
const wrongNumber = 0.6;

/** From this support on no findings are reported against a claim. */
const sure = 0.8;

function weigh(
  words: readonly Word[],
  text: string,
  index: SourceIndex,
  model: SupportModel,
): { support: number; comparison: Comparison } {
  const comparison = compareClaim(words, text, index);
  if (isVerbatim(words, index)) return { comparison, support: 1 };
  const support = supportOf(model, comparison.features, comparison.copied);
  if (comparison.support.best < 0) return { comparison, support: Math.min(support, withoutEvidence) };
  const isWrong = comparison.numbers.unknown.length > 0;
  return { comparison, support: isWrong ? support * wrongNumber : support };
}

/** True when the claim consists, word for word, of whole sentences of a source. */
function isVerbatim(words: readonly Word[], index: SourceIndex): boolean {
  const [first] = words;
  if (first === undefined) return false;
  return index.sentenceStarts(first.id).some((place) => {
    const last = place + words.length - 1;
    if (last >= index.ids.length) return false;
    if (words.some(({ form }, at) => index.forms[place + at] !== form)) return false;
    const [from, to] = [index.sentences[index.sentenceOf[place] ?? 0], index.sentences[index.sentenceOf[last] ?? 0]];
    return from !== undefined && from.source === to?.source && last === to.first + to.words.length - 1;
  });
}

function place(
  { support }: Comparison,
  index: SourceIndex,
): Pick<JudgedClaim, 'source' | 'sourceStart' | 'sourceEnd' | 'windowStart' | 'windowEnd'> {
  const [sentence, first, last] = [support.best, support.window[0], support.window.at(-1)].map(
    (at) => index.sentences[at ?? -1],
  );
  const isSame = first?.source === sentence?.source;
  return {
    source: sentence?.source,
    sourceStart: sentence?.start ?? 0,
    sourceEnd: sentence?.end ?? 0,
    windowStart: (isSame ? first?.start : sentence?.start) ?? 0,
    windowEnd: (isSame ? last?.end : sentence?.end) ?? 0,
  };
}

function reasonsOf(comparison: Comparison, length: number): Reason[] {
  const { support, names, numbers, clashes, hidden, swapped, otherSpeaker, otherTitle, replaced, novelRun, jumps } =
    comparison;
  if (support.best < 0) return ['no_evidence'];
  const found: [boolean, Reason][] = [
    [names.unknown.length > 0 || names.partial.length > 0, 'entity_unknown'],
    [names.elsewhere.length > 0, 'entity_mismatch'],
    [numbers.unknown.length > 0 && numbers.otherRole.length === 0, 'number_unknown'],
    [numbers.elsewhere.length + numbers.otherRole.length + numbers.otherUnit.length > 0, 'number_mismatch'],
    [clashes.date, 'date_mismatch'],
    [clashes.negation || clashes.denial || hidden.denial, 'negation_clash'],
    [clashes.opposite, 'opposite_clash'],
    [clashes.certainty || clashes.done || hidden.doubt, 'modality_clash'],
    [clashes.extreme || clashes.quantifier, 'exaggeration'],
    [swapped, 'role_swap'],
    [otherTitle, 'title_mismatch'],
    [otherSpeaker, 'attribution_clash'],
    [jumps > 0 && length > 6, 'pieced_together'],
    [replaced > 0, 'words_replaced'],
    [novelRun > 1 || support.windowCoverage < 0.5, 'unsupported_words'],
  ];
  return found.flatMap(([is, reason]) => (is ? [reason] : []));
}

/** A claim with more citations is judged by the first ones. */
const maxCited = 16;

/** Assigns citations to the claim that contains them, and those after the end of a sentence to its last claim. */
function attachCitations(
  spans: readonly ClaimSpan[],
  citations: readonly Citation[],
): { span: ClaimSpan; cited: Citation[] }[] {
  const claims = spans.map((span) => ({ span, cited: [] as Citation[] }));
  let at = 0;
  for (const citation of citations) {
    while (at + 1 < claims.length && (claims[at + 1]?.span.start ?? 0) <= citation.start) at += 1;
    const cited = claims[at]?.cited;
    if (cited !== undefined && cited.length < maxCited) cited.push(citation);
  }
  return claims;
}

function withoutCitations(words: Word[], citations: readonly Citation[], { start, end }: ClaimSpan): Word[] {
  const inside = citations.filter((citation) => citation.start < end && citation.end > start).slice(0, 64);
  if (inside.length === 0) return words;
  return words.filter((word) => !inside.some((citation) => word.start >= citation.start && word.end <= citation.end));
}

/** Indexes each cited source alone, on first use. */
function createCitedIndexes(sources: readonly Source[], vocabulary: Vocabulary): (source: number) => SourceIndex {
  const indexes = new Map<number, SourceIndex>();
  return (source) => {
    const known = indexes.get(source) ?? indexSources(sources.slice(source, source + 1), vocabulary);
    indexes.set(source, known);
    return known;
  };
}

/** Secrets in one text: keyword-gated rules, named assignments, then overlaps are resolved. */
import { createHmac } from 'node:crypto';
import { findAssignments } from './assignments.ts';
import { isPlaceholder, isSequence, shannonEntropy } from './entropy.ts';
import { listSigns, rarestSign } from './keyword-gate.ts';
import { providerRules } from './provider-rules.ts';
import type { SecretRule } from './rule.ts';
import { structureRules } from './structure-rules.ts';

export interface SecretFinding {
  readonly type: string;
  /** Line of the text, from 1. */
  readonly line: number;
  /** UTF-16 units. */
  readonly start: number;
  readonly end: number;
  readonly score: number;
  /** Short keyed hash: tells equal secrets apart from others within one process, reveals nothing. */
  readonly fingerprint: string;
}

type Raw = Pick<SecretFinding, 'type' | 'start' | 'end' | 'score'>;

/** Every rule, structure first. */
export const secretRules: readonly SecretRule[] = [...structureRules, ...providerRules];

const gatedRules = secretRules.map((rule) => ({
  rule,
  keywords: rule.keywords.map((keyword) => ({ keyword, sign: rarestSign(keyword) })),
}));

/** Every type that can be reported. */
export const secretTypes: readonly string[] = [
  ...new Set([...secretRules.map((rule) => rule.id), 'password_assignment', 'key_assignment']),
];

export interface SecretDetector {
  /** Finds secrets of at least the given score; the findings do not overlap and are in text order. */
  detect(text: string, threshold: number): SecretFinding[];
}

/** Makes a detector; the key makes fingerprints useless to whoever does not hold it. */
export function createSecretDetector({ fingerprintKey }: { readonly fingerprintKey: Uint8Array }): SecretDetector {
  const fingerprint = (secret: string): string =>
    createHmac('sha256', fingerprintKey).update(secret).digest('hex').slice(0, 12);

  return {
    detect(text, threshold) {
      const found: Raw[] = [];
      const signs = listSigns(text);
      for (const { rule, keywords } of gatedRules) {
        const isDue = keywords.some(({ keyword, sign }) => signs[sign] === 1 && text.includes(keyword));
        if (isDue) applyRule(rule, text, found);
      }
      for (const assignment of findAssignments(text)) found.push(assignment);
      const kept = resolveOverlaps(
        text.length,
        found.filter(({ score }) => score >= threshold),
      );
      return withLines(text, kept).map((one) => ({ ...one, fingerprint: fingerprint(text.slice(one.start, one.end)) }));
    },
  };
}

function applyRule(rule: SecretRule, text: string, found: Raw[]): void {
  for (const match of text.matchAll(rule.pattern)) {
    const secret = match.groups?.['secret'] ?? match[0];
    const start = match.index + match[0].lastIndexOf(secret);
    if (rule.entropy !== undefined && (shannonEntropy(secret) < rule.entropy || isStandIn(secret))) continue;
    const score = rule.check === undefined ? rule.score : rule.check(secret);
    if (score > 0) found.push({ type: rule.id, start, end: start + secret.length, score });
  }
}

/** Documentation keys: `AKIAIOSFODNN7EXAMPLE`, runs of one sign, alphabets. */
function isStandIn(secret: string): boolean {
  const body = secret.slice(4);
  return (
    isSequence(body) ||
    /EXAMPLE|example|XXXX|xxxx/.test(secret) ||
    (body.length < 64 && /^<|your[_-]/i.test(body) && isPlaceholder(body))
  );
}

/** Longest first, then highest score. */
function resolveOverlaps(length: number, found: readonly Raw[]): Raw[] {
  if (found.length < 2) return [...found];
  const taken = new Uint8Array(length);
  const kept: Raw[] = [];
  const ranked = found.toSorted(
    (left, right) => right.end - right.start - (left.end - left.start) || right.score - left.score,
  );
  for (const one of ranked) {
    if (taken.subarray(one.start, one.end).includes(1)) continue;
    taken.fill(1, one.start, one.end);
    kept.push(one);
  }
  return kept.toSorted((left, right) => left.start - right.start);
}

function withLines(text: string, found: readonly Raw[]): (Raw & { line: number })[] {
  let line = 1;
  let index = text.indexOf('\n');
  return found.map((one) => {
    while (index !== -1 && index < one.start) {
      line += 1;
      index = text.indexOf('\n', index + 1);
    }
    return { ...one, line };
  });
}

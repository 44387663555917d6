/** Gathers the spans for a redact obligation: those of the claims that the fired policies read. */
import type { Claim } from '@assay/sdk/contract';
import type { RedactionSpan } from '../proxy/api.ts';
import type { ClaimOrigin } from '../state/active-state.ts';
import type { JudgedPhase } from './exchange.ts';

/** `undefined`: a fired policy asks for redaction, but no usable span says what; the gateway then denies. */
export function gatherSpans(
  judged: JudgedPhase,
  originOf: (contextName: string) => ClaimOrigin | undefined,
): RedactionSpan[] | undefined {
  const spans: RedactionSpan[] = [];
  for (const contextName of judged.decision.redact) {
    const origin = originOf(contextName);
    const result = judged.results.find(({ plan }) => plan.member.item.name === origin?.item);
    const claim = result?.claims.find((made) => made.name === origin?.producedName);
    const found = claim === undefined ? undefined : spansOf(claim);
    if (found === undefined) return undefined;
    spans.push(...found);
  }
  return spans.length === 0 ? undefined : spans;
}

/**
 * The ranges that claims mark in this part of the data, whatever policies decide. `undefined`: a span is unreadable, so
 * other marks may be missing.
 */
export function markedSpans(claims: readonly Claim[], part: 'input' | 'output'): RedactionSpan[] | undefined {
  const marked: RedactionSpan[] = [];
  for (const claim of claims) {
    if (claim.detail?.['spans'] === undefined) continue;
    const found = spansOf(claim, part);
    if (found === undefined) return undefined;
    marked.push(...found.filter(({ document, field }) => document === undefined && field === undefined));
  }
  return marked;
}

function spansOf(claim: Claim, part?: 'input' | 'output'): RedactionSpan[] | undefined {
  const list = claim.detail?.['spans'];
  if (!Array.isArray(list)) return undefined;
  const spans: RedactionSpan[] = [];
  for (const candidate of list) {
    const span = toSpan(candidate);
    if (span === undefined) return undefined;
    const inPart: unknown = part === undefined ? undefined : Reflect.get(Object(candidate), 'part');
    if (inPart === undefined || inPart === part) spans.push(span);
  }
  return spans;
}

function toSpan(candidate: unknown): RedactionSpan | undefined {
  if (typeof candidate !== 'object' || candidate === null) return undefined;
  const member = (name: string): unknown => Reflect.get(candidate, name);
  const [start, end, type, document, field] = ['start', 'end', 'type', 'document', 'field'].map(member);
  if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end) || typeof type !== 'string') return undefined;
  // The type becomes part of the text that the model reads, so only a plain word is used.
  const word = /^[A-Za-z0-9_.-]{1,64}$/.test(type) ? type : 'redacted';
  return {
    start: Number(start),
    end: Number(end),
    type: word,
    ...(typeof document === 'string' ? { document } : {}),
    ...(field === 'system' ? { field } : {}),
  };
}

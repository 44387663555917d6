/** What a decision shows: its one word, the claims in their order, and the texts that they name places in. */
import type { Claim, ClaimsRequestInput, DecisionResult } from '@assay/client';
import type { DecisionKind } from '../../parts/decision-badge.tsx';
import { type Span, spansOf } from '../../parts/spans.ts';

export function kindOf({
  decision,
  enforced,
  approval,
  redacted,
  obligations,
  warnings,
}: DecisionResult): DecisionKind {
  if (enforced === 'deny') return approval?.status === 'pending' ? 'escalate' : 'deny';
  if (decision === 'deny') return approval === undefined ? 'observe' : 'allow';
  if (redacted !== undefined || obligations.includes('redact')) return 'redact';
  return warnings.length > 0 ? 'warn' : 'allow';
}

/** Claims that found something first; otherwise in the order in which they came. */
export function inOrder(claims: readonly Claim[]): readonly Claim[] {
  return [...claims.filter(hasFound), ...claims.filter((claim) => !hasFound(claim))];
}

export function hasFound(claim: Claim): boolean {
  return claim.value === true || spansOf(claim).length > 0;
}

/** True if the other setting gave this claim another value, or did not give it. */
export function differs({ name, value }: Claim, others: readonly Claim[]): boolean {
  return !others.some((other) => other.name === name && JSON.stringify(other.value) === JSON.stringify(value));
}

export interface MarkedText {
  /** Number of the document; undefined for input and output. */
  readonly document: number | undefined;
  readonly side: 'input' | 'output';
  readonly text: string;
  readonly spans: readonly Span[];
}

/** Each text with the places that claims name in it; texts without any are left out. */
export function toMarked({ phase, data }: ClaimsRequestInput, claims: readonly Claim[]): readonly MarkedText[] {
  const spans = claims.flatMap((claim) => spansOf(claim));
  const side = phase === 'response' ? 'output' : 'input';
  const own = { document: undefined, side, text: data[side] ?? '' } as const;
  const documents = (data.metadata?.documents ?? []).map(({ text }, document) => ({ document, side, text }) as const);
  return [own, ...documents]
    .map((part) => ({ ...part, spans: spans.filter(({ document }) => document === part.document) }))
    .filter((part) => part.spans.length > 0);
}

/** Places in a text that claims name in `detail.spans` (UTF-16 offsets). Everything in a claim is foreign, so nothing is assumed. */
import type { Claim } from '@assay/client';

export interface Span {
  readonly start: number;
  readonly end: number;
  readonly type: string;
  /** Number of the document that it is in; undefined for the input or output. */
  readonly document: number | undefined;
}

const mostSpans = 5_000;

export function spansOf(claim: Pick<Claim, 'detail'>): readonly Span[] {
  const spans = claim.detail?.['spans'];
  return Array.isArray(spans) ? spans.slice(0, mostSpans).flatMap(toSpan) : [];
}

function toSpan(candidate: unknown): Span[] {
  if (typeof candidate !== 'object' || candidate === null) return [];
  const { start, end, type, document } = candidate as Readonly<Record<string, unknown>>;
  if (!isOffset(start) || !isOffset(end) || end <= start) return [];
  return [
    {
      start,
      end,
      type: typeof type === 'string' ? type : '',
      document: isOffset(document) ? document : undefined,
    },
  ];
}

function isOffset(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

export interface Piece {
  readonly start: number;
  readonly text: string;
  /** Types of the spans that cover it; empty for text between spans. */
  readonly types: readonly string[];
}

/** Cuts a text at the ends of spans, which may overlap or reach beyond it. The pieces joined are the text. */
export function toPieces(text: string, spans: readonly Pick<Span, 'start' | 'end' | 'type'>[]): readonly Piece[] {
  const cuts = new Set([0, text.length]);
  for (const { start, end } of spans) {
    if (start < text.length) cuts.add(start);
    if (end < text.length) cuts.add(end);
  }
  const sorted = [...cuts].sort((a, b) => a - b);
  return sorted.slice(0, -1).map((start, index) => {
    const end = sorted[index + 1] ?? text.length;
    const types = spans.filter((span) => span.start < end && span.end > start).map(({ type }) => type);
    return { start, text: text.slice(start, end), types: [...new Set(types)] };
  });
}

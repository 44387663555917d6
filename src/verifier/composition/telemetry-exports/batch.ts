/** Builds an OTLP request: spans grouped by their gateway, within the size limits. Pure. */

import { maxRequestBytes, maxSpans } from './constants.ts';
import type { OtlpSpan } from './span.ts';

export interface SpanOf {
  /** SPIFFE id of the gateway. */
  readonly iss: string;
  readonly span: OtlpSpan;
}

export interface Batch {
  readonly body: string;
  /** Number of leading spans that fit. */
  readonly count: number;
}

const resourceBytes = 600;

export function toBatch(spans: readonly SpanOf[], bounds = { maxSpans, maxRequestBytes }): Batch {
  const groups = new Map<string, string[]>();
  let bytes = 0;
  let count = 0;
  for (const { iss, span } of spans.slice(0, bounds.maxSpans)) {
    const text = JSON.stringify(span);
    const group = groups.get(iss);
    const size = Buffer.byteLength(text) + 1 + (group === undefined ? resourceBytes + Buffer.byteLength(iss) : 0);
    // The first span always fits: a single span is far smaller than the limit.
    if (count > 0 && bytes + size > bounds.maxRequestBytes) break;
    bytes += size;
    count += 1;
    if (group === undefined) groups.set(iss, [text]);
    else group.push(text);
  }
  const resources = [...groups].map(([iss, texts]) => toResourceSpans(iss, texts));
  return { body: `{"resourceSpans":[${resources.join(',')}]}`, count };
}

function toResourceSpans(iss: string, texts: readonly string[]): string {
  const attributes = [
    { key: 'service.name', value: { stringValue: 'assay-gateway' } },
    { key: 'service.instance.id', value: { stringValue: iss } },
  ];
  const resource = JSON.stringify({ attributes });
  return `{"resource":${resource},"scopeSpans":[{"scope":{"name":"assay"},"spans":[${texts.join(',')}]}]}`;
}

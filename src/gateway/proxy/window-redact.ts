/** Redacts the new part of a window: what goes out when it is released, and what is audited once more before. */
import type { RedactionSpan, StreamWindow, TextPart } from './api.ts';
import { redactBody } from './redact.ts';

/** `ok: false`: the spans cannot be applied any more, or never could. */
export type RedactedFresh =
  | { readonly ok: true; readonly fresh: string }
  | { readonly ok: false; readonly reason: string };

/**
 * A span inside the overlap was dealt with in its own window. One that starts there and reaches into the new text
 * cannot be redacted any more, since its beginning was sent.
 */
export function redactFresh(
  { text, overlap }: Pick<StreamWindow, 'text' | 'overlap'>,
  spans: readonly RedactionSpan[],
): RedactedFresh {
  const fresh = text.slice(overlap);
  if (spans.length === 0) return { ok: true, fresh };
  // Every span has to make sense, those of the overlap too.
  const whole = redactText(text, spans);
  if (!whole.ok) return whole;
  const inFresh = spans.filter((span) => span.end > overlap);
  if (inFresh.length === 0) return { ok: true, fresh };
  if (inFresh.some((span) => span.start < overlap)) return { ok: false, reason: 'a span starts in text that was sent' };
  const shifted = inFresh.map((span) => ({ ...span, start: span.start - overlap, end: span.end - overlap }));
  return redactText(fresh, shifted);
}

function redactText(text: string, spans: readonly RedactionSpan[]): RedactedFresh {
  const part: TextPart = { pointer: '/text', role: 'assistant', text, into: 'output', start: 0, form: 'text' };
  const redacted = redactBody({ text }, [part], spans, 'output');
  return redacted.ok ? { ok: true, fresh: toText(redacted.body) } : redacted;
}

function toText(body: unknown): string {
  if (typeof body === 'object' && body !== null && 'text' in body && typeof body.text === 'string') return body.text;
  throw new Error('redaction changed the shape of a window');
}

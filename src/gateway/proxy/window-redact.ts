/** Redacts the new part of a window for its release and its second audit. */
import type { RedactionSpan, StreamWindow, TextPart } from './api.ts';
import { redactBody } from './redact.ts';

/** `ok: false`: the spans can no longer be applied, or never could. */
export type RedactedFresh =
  | { readonly ok: true; readonly fresh: string }
  | { readonly ok: false; readonly reason: string };

/**
 * Ignores a span inside the overlap, which its own window handled. A span that starts there and reaches into the new
 * text cannot be redacted any more, because its beginning was sent.
 */
export function redactFresh(
  { text, overlap }: Pick<StreamWindow, 'text' | 'overlap'>,
  spans: readonly RedactionSpan[],
): RedactedFresh {
  const fresh = text.slice(overlap);
  if (spans.length === 0) return { ok: true, fresh };
  // Every span has to be valid, those of the overlap too.
  const whole = redactText(text, spans);
  if (!whole.ok) return whole;
  const inFresh = spans.filter((span) => span.end > overlap);
  if (inFresh.length === 0) return { ok: true, fresh };
  if (inFresh.some((span) => span.start < overlap))
    return { ok: false, reason: 'a span starts in text that was already sent' };
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

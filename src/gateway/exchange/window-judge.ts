/** Judges one window of a stream like a small response phase. */
import type { DecisionWord } from '../../contract/evidence.ts';
import type { InspectedRequest, RedactionSpan, StreamWindow } from '../proxy/api.ts';
import { decodeEscapes } from '../proxy/json-view.ts';
import { partSeparator } from '../proxy/parts.ts';
import { redactFresh } from '../proxy/window-redact.ts';
import { decidedWord, type Exchange, type JudgedPhase } from './exchange.ts';
import { type PhaseSubject, settlePhase } from './judge.ts';
import type { FlowDeps, OpenFlow } from './proxy-flow.ts';
import { asideDocument, asideSubject, plainSubject } from './subject.ts';

/** The result of a window's audit: send it, with these spans replaced, or end the stream. */
export interface WindowOutcome {
  readonly passed: boolean;
  readonly spans: readonly RedactionSpan[];
  /** The new part of the window as it may be sent. */
  readonly fresh: string;
  /** True if it differs from the model's text. */
  readonly isRedacted: boolean;
  /** The policy's decision, enforced or not. */
  readonly decision: DecisionWord;
  readonly judged: readonly JudgedPhase[];
  /** The reason why it is denied although the policy allowed it. */
  readonly overruled?: string;
}

/** Judges the window's text with its overlap beside the request, like a whole answer. */
export async function settleWindow(
  deps: FlowDeps,
  flow: OpenFlow,
  window: StreamWindow,
  sentBefore: string,
): Promise<WindowOutcome> {
  const { asked, call, state } = flow;
  const exchange: Exchange = {
    ...flow.exchange,
    judged: [],
    uninspected: [...flow.exchange.uninspected, ...window.uninspected],
  };
  const fresh = window.text.slice(window.overlap);
  const redaction: WindowRedaction = { spans: [], fresh };
  const subject = windowSubject(window, { asked, sessionId: call.identity.sessionId, sentBefore }, redaction);
  const outcome = await settlePhase(deps.judge, state, exchange, subject);
  return {
    passed: outcome.passed,
    ...redaction,
    isRedacted: redaction.fresh !== fresh,
    decision: decidedWord(exchange),
    judged: exchange.judged,
    ...(exchange.overruled === undefined ? {} : { overruled: exchange.overruled }),
  };
}

interface WindowRedaction {
  spans: readonly RedactionSpan[];
  fresh: string;
}

/**
 * Judges a redacted window once more after the text that the client has before it, so that a leak across both shows.
 */
function windowSubject(
  window: StreamWindow,
  around: { readonly asked: InspectedRequest; readonly sessionId: string; readonly sentBefore: string },
  redaction: WindowRedaction,
): PhaseSubject {
  const toSubject = window.isAside ? asideSubject : plainSubject;
  const subjectOf = (text: string) => toSubject(openEscapes(text).text, around.asked, around.sessionId);
  const { toWritten } = openEscapes(window.text);
  return {
    ...subjectOf(window.text),
    redact(found) {
      const spans = (window.isAside ? found.map(ofAside) : found).map(toWritten);
      const redacted = redactFresh(window, spans);
      if (!redacted.ok) return redacted;
      redaction.spans = spans;
      redaction.fresh = redacted.fresh;
      return { ok: true, body: redacted.fresh, replacements: spans.length };
    },
    dataOf: () => subjectOf(around.sentBefore + redaction.fresh).data,
  };
}

/** A text followed by its decoded escapes, and the mapping of a span there to the original text. */
function openEscapes(written: string): { text: string; toWritten: (span: RedactionSpan) => RedactionSpan } {
  const decoded = decodeEscapes(written);
  if (decoded === undefined) return { text: written, toWritten: (span) => span };
  const text = `${written}${partSeparator}${decoded.text}`;
  const from = text.length - decoded.text.length;
  const back = (at: number) => (at < from ? Math.min(at, written.length) : (decoded.offsets[at - from] ?? at));
  return { text, toWritten: (span) => ({ ...span, start: back(span.start), end: back(span.end) }) };
}

/** Converts a span in the window's document into one in the window's text. */
function ofAside({ document, ...span }: RedactionSpan): RedactionSpan {
  return document === asideDocument ? span : { ...span, ...(document === undefined ? {} : { document }) };
}

/**
 * The state machine behind window mode: a queue of what is to be sent, in order, in which texts wait for the release
 * of their window. The adapters feed it; it knows no API.
 */
import type { InspectedResponse, RedactionSpan, StreamWindow, TextPart, WindowOptions, WindowStep } from './api.ts';
import { redactBody } from './redact.ts';
import { readyLength } from './window-cut.ts';

export interface WindowQueue {
  /** Adds to one text of the answer; whole sentences of it become windows. `toFrame` makes the frame for a stretch. */
  text(lane: string, text: string, toFrame: (text: string) => string): void;
  /** Makes a window of what is left of all texts whose lane starts so. */
  closeLanes(prefix: string): void;
  /** Queues a finished piece of the answer, audited whole; `toFrames` writes it, redacted or not. */
  whole(body: unknown, response: InspectedResponse, toFrames: (body: unknown) => readonly string[]): void;
  /** Queues frames that hold no text. */
  frames(...frames: readonly string[]): void;
  /** What is new since the last step. */
  step(): WindowStep;
  release(windowId: number, spans: readonly RedactionSpan[]): WindowStep;
  /** Says that no more is coming. */
  end(): void;
  /** True once anything was given out to be sent. */
  hasStarted(): boolean;
}

type Rendered =
  | { readonly ok: true; readonly frames: readonly string[] }
  | { readonly ok: false; readonly reason: string };

interface QueueItem {
  /** Null for frames that wait for no window. */
  readonly windowId: number | null;
  readonly render: (spans: readonly RedactionSpan[]) => Rendered;
  frames: readonly string[] | undefined;
}

interface Lane {
  pending: string;
  /** The end of what became windows before. */
  before: string;
  toFrame: (text: string) => string;
}

/** Makes an empty queue. */
export function createWindowQueue(options: WindowOptions = {}): WindowQueue {
  const maxChars = options.maxChars ?? 80;
  const overlapChars = options.overlapChars ?? 200;
  const lanes = new Map<string, Lane>();
  const items: QueueItem[] = [];
  let windows: StreamWindow[] = [];
  let nextId = 1;
  let sent = 0;
  let isComplete = false;

  const addWindow = (text: string, overlap: number, render: QueueItem['render']): void => {
    const id = nextId++;
    windows.push({ id, text, overlap });
    items.push({ windowId: id, render, frames: undefined });
  };

  const cut = (lane: Lane, length: number): void => {
    const fresh = lane.pending.slice(0, length);
    const { before, toFrame } = lane;
    lane.pending = lane.pending.slice(length);
    lane.before = lastCharacters(before + fresh, overlapChars);
    addWindow(before + fresh, before.length, (spans) => renderText(fresh, before.length, spans, toFrame));
  };

  const takeReady = (): readonly string[] => {
    const ready: string[] = [];
    let count = 0;
    for (const item of items) {
      if (item.frames === undefined) break;
      ready.push(...item.frames);
      count++;
    }
    items.splice(0, count);
    sent += ready.length;
    return ready;
  };

  const step = (): WindowStep => {
    const fresh = windows;
    windows = [];
    const frames = takeReady();
    return { ok: true, windows: fresh, frames, ended: isComplete && items.length === 0 };
  };

  return {
    text(name, text, toFrame) {
      const lane = lanes.get(name) ?? { pending: '', before: '', toFrame };
      lanes.set(name, lane);
      lane.pending += text;
      lane.toFrame = toFrame;
      for (let length = readyLength(lane.pending, maxChars); length > 0; length = readyLength(lane.pending, maxChars)) {
        cut(lane, length);
      }
    },
    closeLanes(prefix) {
      for (const [name, lane] of lanes) {
        if (name.startsWith(prefix) && lane.pending !== '') cut(lane, lane.pending.length);
      }
    },
    whole(body, response, toFrames) {
      if (response.output === '') items.push({ windowId: null, render: noRendering, frames: toFrames(body) });
      else addWindow(response.output, 0, (spans) => renderWhole(body, response.parts, spans, toFrames));
    },
    frames(...frames) {
      items.push({ windowId: null, render: noRendering, frames });
    },
    step,
    release(windowId, spans) {
      const item = items.find((candidate) => candidate.windowId === windowId);
      if (item === undefined || item.frames !== undefined)
        throw new Error(`window ${windowId} does not wait for release`);
      const rendered = item.render(spans);
      if (!rendered.ok) return { ok: false, cause: 'unusable_spans', reason: rendered.reason };
      item.frames = rendered.frames;
      return step();
    },
    end() {
      isComplete = true;
    },
    hasStarted: () => sent > 0,
  };
}

function noRendering(): Rendered {
  throw new Error('frames without text have no window to render');
}

/**
 * A span inside the overlap was dealt with in its own window. One that starts there and reaches into the new text
 * cannot be redacted any more, since its beginning was sent.
 */
function renderText(
  fresh: string,
  overlap: number,
  spans: readonly RedactionSpan[],
  toFrame: (text: string) => string,
): Rendered {
  const inFresh = spans.filter((span) => span.end > overlap);
  if (inFresh.length === 0) return { ok: true, frames: [toFrame(fresh)] };
  if (inFresh.some((span) => span.start < overlap)) return { ok: false, reason: 'a span starts in text that was sent' };
  const part: TextPart = { pointer: '/text', role: 'assistant', text: fresh, into: 'output', start: 0, form: 'text' };
  const shifted = inFresh.map((span) => ({ ...span, start: span.start - overlap, end: span.end - overlap }));
  const redacted = redactBody({ text: fresh }, [part], shifted, 'output');
  if (!redacted.ok) return redacted;
  const { text } = toTextBody(redacted.body);
  return { ok: true, frames: [toFrame(text)] };
}

function toTextBody(body: unknown): { readonly text: string } {
  if (typeof body === 'object' && body !== null && 'text' in body && typeof body.text === 'string') {
    return { text: body.text };
  }
  throw new Error('redaction changed the shape of a window');
}

function renderWhole(
  body: unknown,
  parts: readonly TextPart[],
  spans: readonly RedactionSpan[],
  toFrames: (body: unknown) => readonly string[],
): Rendered {
  if (spans.length === 0) return { ok: true, frames: toFrames(body) };
  const redacted = redactBody(body, parts, spans, 'output');
  return redacted.ok ? { ok: true, frames: toFrames(redacted.body) } : redacted;
}

function lastCharacters(text: string, count: number): string {
  if (text.length <= count) return text;
  const from = text.length - count;
  return text.slice((text.charCodeAt(from) & 0xfc00) === 0xdc00 ? from + 1 : from);
}

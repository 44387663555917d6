/**
 * The state machine of window mode: an ordered queue of pieces to send, in which texts wait for the release of their
 * window. The adapters fill it; it knows no API.
 */
import type { InspectedResponse, RedactionSpan, StreamWindow, TextPart, WindowOptions, WindowStep } from './api.ts';
import { toOneText } from './one-text.ts';
import { redactBody } from './redact.ts';
import { readyLength } from './window-cut.ts';
import { redactFresh } from './window-redact.ts';

export interface WindowQueue {
  /**
   * Adds to one text of the answer; its whole sentences become windows. The lane's group is its name up to and
   * including the first `/`. `toFrame` makes the frame of a piece.
   */
  text(lane: string, text: string, toFrame: (text: string) => string): void;
  /** Makes a window of the rest of all texts of a group. What follows in them is audited together with their end. */
  flushLanes(group: string): void;
  /** Makes a window of the rest of all texts of a group, and ends it. */
  closeLanes(group: string): void;
  /**
   * Queues a finished piece of the answer; it is audited whole if it has text or uninspected parts; `toFrames` writes
   * it.
   */
  whole(body: unknown, response: InspectedResponse, toFrames: (body: unknown) => readonly string[]): void;
  /** The same for ids and seals, which are not part of the answer's text. */
  aside(body: unknown, response: InspectedResponse, toFrames: (body: unknown) => readonly string[]): void;
  /** Queues frames without text of their own. */
  frames(make: MakeFrames): void;
  /** Gives the changes since the last step. */
  step(): WindowStep;
  release(windowId: number, spans: readonly RedactionSpan[]): WindowStep;
  end(): void;
  /** True once any frame was given out to be sent. */
  hasStarted(): boolean;
}

/** Makes frames once everything before them was sent: the text that they repeat was audited. */
type MakeFrames = () => readonly string[];

type Rendered = { readonly ok: true; readonly frames: MakeFrames } | { readonly ok: false; readonly reason: string };

interface QueuedBody {
  readonly body: unknown;
  readonly response: InspectedResponse;
  readonly isAside: boolean;
}

interface QueueItem {
  readonly render: (spans: readonly RedactionSpan[]) => Rendered;
  frames: MakeFrames | undefined;
}

interface Lane {
  readonly name: string;
  pending: string;
  /** The end of the earlier windows. */
  before: string;
  toFrame: (text: string) => string;
}

export function createWindowQueue(options: WindowOptions = {}): WindowQueue {
  const maxChars = options.maxChars ?? 80;
  const overlapChars = options.overlapChars ?? 200;
  const groups = new Map<string, Map<string, Lane>>();
  const items: QueueItem[] = [];
  /** Index of the first unsent item: removing items from the front would move all others. */
  let first = 0;
  const waiting = new Map<number, QueueItem>();
  let windows: StreamWindow[] = [];
  let nextId = 1;
  let sent = 0;
  let isComplete = false;

  const addWindow = (window: Omit<StreamWindow, 'id'>, render: QueueItem['render']): void => {
    const id = nextId++;
    windows.push({ id, ...window });
    const item: QueueItem = { render, frames: undefined };
    items.push(item);
    waiting.set(id, item);
  };

  const cut = (lane: Lane, length: number): void => {
    const fresh = lane.pending.slice(0, length);
    const { before, toFrame } = lane;
    lane.pending = lane.pending.slice(length);
    lane.before = lastCharacters(before + fresh, overlapChars);
    const window = { lane: lane.name, text: before + fresh, overlap: before.length, uninspected: [], isAside: false };
    addWindow(window, (spans) => renderText(window, spans, toFrame));
  };

  const addBody = ({ body, response, isAside }: QueuedBody, toFrames: (body: unknown) => readonly string[]): void => {
    const { uninspected } = response;
    const { text, parts } = toOneText(response);
    if (text === '' && uninspected.length === 0) {
      items.push({ render: noRendering, frames: () => toFrames(body) });
      return;
    }
    const window = { lane: `whole/${nextId}`, text, overlap: 0, uninspected, isAside };
    addWindow(window, (spans) => renderWhole(body, parts, spans, toFrames));
  };

  const takeReady = (): readonly string[] => {
    const ready: string[] = [];
    for (let item = items[first]; item?.frames !== undefined; item = items[first]) {
      ready.push(...item.frames());
      first++;
    }
    if (first > items.length / 2) {
      items.splice(0, first);
      first = 0;
    }
    sent += ready.length;
    return ready;
  };

  const step = (): WindowStep => {
    const fresh = windows;
    windows = [];
    const frames = takeReady();
    return { ok: true, windows: fresh, frames, ended: isComplete && items.length === 0 };
  };

  const flushLanes = (group: string): void => {
    const lanes = groups.get(group) ?? new Map<string, Lane>();
    for (const lane of lanes.values()) if (lane.pending !== '') cut(lane, lane.pending.length);
  };

  return {
    text(name, text, toFrame) {
      const group = name.slice(0, name.indexOf('/') + 1);
      const lanes = groups.get(group) ?? new Map<string, Lane>();
      groups.set(group, lanes);
      const lane = lanes.get(name) ?? { name, pending: '', before: '', toFrame };
      lanes.set(name, lane);
      lane.pending += text;
      lane.toFrame = toFrame;
      for (let length = readyLength(lane.pending, maxChars); length > 0; length = readyLength(lane.pending, maxChars)) {
        cut(lane, length);
      }
    },
    flushLanes,
    closeLanes(group) {
      flushLanes(group);
      groups.delete(group);
    },
    whole: (body, response, toFrames) => addBody({ body, response, isAside: false }, toFrames),
    aside: (body, response, toFrames) => addBody({ body, response, isAside: true }, toFrames),
    frames(make) {
      items.push({ render: noRendering, frames: make });
    },
    step,
    release(windowId, spans) {
      const item = waiting.get(windowId);
      if (item === undefined) throw new Error(`window ${windowId} does not wait for release`);
      const rendered = item.render(spans);
      if (!rendered.ok) return { ok: false, cause: 'unusable_spans', reason: rendered.reason };
      waiting.delete(windowId);
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

function renderText(
  window: Pick<StreamWindow, 'text' | 'overlap'>,
  spans: readonly RedactionSpan[],
  toFrame: (text: string) => string,
): Rendered {
  const redacted = redactFresh(window, spans);
  return redacted.ok ? { ok: true, frames: () => [toFrame(redacted.fresh)] } : redacted;
}

function renderWhole(
  body: unknown,
  parts: readonly TextPart[],
  spans: readonly RedactionSpan[],
  toFrames: (body: unknown) => readonly string[],
): Rendered {
  if (spans.length === 0) return { ok: true, frames: () => toFrames(body) };
  const redacted = redactBody(body, parts, spans, 'output');
  return redacted.ok ? { ok: true, frames: () => toFrames(redacted.body) } : redacted;
}

function lastCharacters(text: string, count: number): string {
  if (text.length <= count) return text;
  const from = text.length - count;
  return text.slice((text.charCodeAt(from) & 0xfc00) === 0xdc00 ? from + 1 : from);
}

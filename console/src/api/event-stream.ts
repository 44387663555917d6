/**
 * Follows a stream of server-sent events: goes on after a break from the last event, with growing pauses, and hands events over in
 * batches. No code here knows React or the clock of the browser.
 */
import { ApiError, type ServerEvent } from '@assay/client';
import { createRingBuffer } from './ring-buffer.ts';

export type StreamPhase = 'connecting' | 'live' | 'waiting' | 'refused';

export interface StreamState<T> {
  readonly phase: StreamPhase;
  /** Newest items, oldest first. A new list whenever it changes. */
  readonly items: readonly T[];
  /** Items that left because of the limit. */
  readonly dropped: number;
  /** Tries since the last event. */
  readonly tries: number;
  /** Why the stream ended; undefined while it runs well. */
  readonly error: Error | undefined;
  /** The last comment of the server before it ended the stream. */
  readonly lastWord: string | undefined;
}

export interface EventStreamDeps<T> {
  /** Opens the stream after the event of this id. */
  readonly open: (
    after: string | undefined,
    options: { readonly signal: AbortSignal; readonly onComment: (text: string) => void },
  ) => Promise<AsyncIterable<ServerEvent>>;
  /** Gives what is kept of an event; undefined for one that is not shown. */
  readonly toItem: (event: ServerEvent) => T | undefined;
  /** Gives the place after an event without an id, such as a heartbeat. */
  readonly placeOf?: (event: ServerEvent) => string | undefined;
  /** Id of the event after which the first stream starts. */
  readonly after?: string | undefined;
  readonly limit: number;
  /** Calls once when the next batch may be shown, such as before the next frame. */
  readonly schedule: (flush: () => void) => void;
  /** Calls after a time; the answer cancels it. */
  readonly setTimer: (run: () => void, ms: number) => () => void;
  /** From 0 to 1. */
  readonly random: () => number;
}

export interface EventStream<T> {
  readonly state: () => StreamState<T>;
  readonly watch: (notify: () => void) => () => void;
  readonly start: () => void;
  readonly stop: () => void;
  /** Tries again at once. */
  readonly retry: () => void;
}

const firstPauseMs = 500;
const longestPauseMs = 30_000;
/** The server sends a heartbeat every 15 s: after this long the connection is dead. */
const silenceMs = 45_000;

/** Pause before a try: it doubles, and half of it is chance so that not all browsers come back at once. */
export function pauseBefore(tries: number, random: number): number {
  const whole = Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(tries, 16));
  return Math.round(whole / 2 + (whole / 2) * random);
}

/** True for a refusal that the next try would get too. */
export function isLasting(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status >= 400 && error.status < 500 && ![408, 429].includes(error.status);
}

export function createEventStream<T>(deps: EventStreamDeps<T>): EventStream<T> {
  const ring = createRingBuffer<T>(deps.limit);
  const watchers = new Set<() => void>();
  let state: StreamState<T> = {
    phase: 'connecting',
    items: [],
    dropped: 0,
    tries: 0,
    error: undefined,
    lastWord: undefined,
  };
  let place = deps.after;
  let isScheduled = false;
  let abort: AbortController | undefined;
  let cancelPause: (() => void) | undefined;

  const set = (change: Partial<StreamState<T>>) => {
    state = { ...state, ...change };
    for (const notify of watchers) notify();
  };
  const flush = () => {
    isScheduled = false;
    set({ items: ring.items(), dropped: ring.dropped() });
  };
  const take = (event: ServerEvent) => {
    place = event.id ?? deps.placeOf?.(event) ?? place;
    const item = deps.toItem(event);
    if (item === undefined) return;
    ring.push(item);
    if (isScheduled) return;
    isScheduled = true;
    deps.schedule(flush);
  };

  const follow = async (own: AbortController): Promise<void> => {
    let cancelSilence = deps.setTimer(() => own.abort(), silenceMs);
    const heard = () => {
      cancelSilence();
      cancelSilence = deps.setTimer(() => own.abort(), silenceMs);
      if (state.phase !== 'live') set({ phase: 'live', tries: 0, error: undefined, lastWord: undefined });
    };
    const onComment = (text: string) => {
      if (own === abort) set({ lastWord: text });
    };
    try {
      const events = await deps.open(place, { signal: own.signal, onComment });
      for await (const event of events) {
        if (own !== abort) return;
        heard();
        take(event);
      }
    } finally {
      cancelSilence();
    }
  };
  const connect = () => {
    cancelPause?.();
    abort?.abort();
    const own = new AbortController();
    abort = own;
    set({ phase: 'connecting' });
    void follow(own)
      .then(() => undefined, toError)
      .then((error) => {
        if (own !== abort) return;
        if (isLasting(error)) {
          set({ phase: 'refused', error });
          return;
        }
        const { tries } = state;
        set({ phase: 'waiting', error, tries: tries + 1 });
        cancelPause = deps.setTimer(connect, pauseBefore(tries, deps.random()));
      });
  };
  const stop = () => {
    cancelPause?.();
    cancelPause = undefined;
    const old = abort;
    abort = undefined;
    old?.abort();
  };
  return {
    state: () => state,
    watch: (notify) => {
      watchers.add(notify);
      return () => watchers.delete(notify);
    },
    start: connect,
    stop,
    retry: connect,
  };
}

function toError(cause: unknown): Error {
  return cause instanceof Error ? cause : new Error('the stream failed', { cause });
}

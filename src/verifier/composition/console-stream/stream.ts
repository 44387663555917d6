/**
 * One stream: catches up from the database, page by page as its reader takes them, then uses events from the hub. There is no gap
 * or repeat between the two: events from the hub are kept meanwhile, and numbers only increase.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { isLostConnection } from '../../../platform/db/lost-connection.ts';
import type { IsShown } from './filter.ts';
import type { Gap, StreamEvent } from './frames.ts';
import type { AgentPage } from './store.ts';
import type { StreamWriter } from './stream-writer.ts';

export interface StreamDeps {
  /** Events after this number. */
  readonly start: number;
  readonly isShown: IsShown;
  readonly writer: Pick<StreamWriter, 'send' | 'drained'>;
  readonly readAfter: (after: number) => Promise<AgentPage>;
  /** Checks the reader's access again. Throws the database's error if it cannot be checked. */
  readonly recheck: () => Promise<void>;
  /** Reports the position of the stream, and a gap of removed events. */
  readonly sendHeartbeat: (gap: Gap | undefined) => void;
  readonly onSent: (count: number) => void;
  readonly onFailed: (error: unknown) => void;
}

export interface Stream {
  /** Starts. The first message is a heartbeat. */
  begin(): void;
  push(events: readonly StreamEvent[]): void;
  /** Catches up again: the hub had a gap, or access could not be checked. */
  restart(): void;
  /** Number of the last event passed. */
  position(): number;
  isLive(): boolean;
  end(): void;
}

/** Limits of events and bytes kept during catch-up; beyond them it reads the database again. */
const maxKept = 1_000;
const maxKeptBytes = 1024 * 1024;
const retryMs = 500;

export function createStream(deps: StreamDeps): Stream {
  const { isShown, writer, readAfter, recheck, sendHeartbeat } = deps;
  let position = deps.start;
  let state: 'catching' | 'live' | 'over' = 'catching';
  let kept: StreamEvent[] = [];
  let keptBytes = 0;
  let [isIncomplete, mustRecheck, isGreeted] = [false, false, false];
  /** The reader knows of the gap up to here. */
  let toldTo = 0;

  const write = (events: readonly StreamEvent[]): void => {
    const fresh = events.filter(({ seq }) => seq > position);
    position = fresh.at(-1)?.seq ?? position;
    const shown = fresh.filter(isShown);
    if (shown.length === 0) return;
    deps.onSent(shown.length);
    writer.send(shown);
  };

  const greet = ({ events, removedTo }: AgentPage): void => {
    const gap = removedTo > Math.max(position, toldTo) ? toGap(position + 1, removedTo, events[0]?.seq) : undefined;
    if (gap !== undefined) toldTo = removedTo;
    if (gap !== undefined || !isGreeted) sendHeartbeat(gap);
    isGreeted = true;
  };

  /** Checked again after each wait: the stream may have ended. */
  const isOver = () => state === 'over';

  /** Reads until there is no more; false when the stream is over. */
  const readPages = async (): Promise<boolean> => {
    for (;;) {
      const page = await readAfter(position);
      if (isOver()) return false;
      greet(page);
      write(page.events);
      if (!(await writer.drained())) return false;
      if (!page.isFull) return true;
    }
  };

  const catchUp = async (): Promise<void> => {
    do {
      // Dropped events are committed, so the next read has them.
      [kept, keptBytes, isIncomplete] = [[], 0, false];
      if (mustRecheck) {
        await recheck();
        mustRecheck = false;
      }
      if (isOver()) return;
      if (!(await readPages())) {
        state = 'over';
        return;
      }
    } while (isIncomplete || mustRecheck);
    state = 'live';
    const last = kept;
    kept = [];
    write(last);
  };

  const run = async (): Promise<void> => {
    while (state === 'catching') {
      try {
        await catchUp();
      } catch (error) {
        if (isOver()) return;
        if (!isLostConnection(error)) return deps.onFailed(error);
        await sleep(retryMs, undefined, { ref: false });
        // The reader may have lost access meanwhile.
        mustRecheck = true;
      }
    }
  };

  return {
    begin: () => void run(),
    push(events) {
      if (state === 'live') return write(events);
      if (state === 'over' || isIncomplete) return;
      kept.push(...events);
      for (const { bytes } of events) keptBytes += bytes.byteLength;
      if (kept.length <= maxKept && keptBytes <= maxKeptBytes) return;
      [kept, keptBytes, isIncomplete] = [[], 0, true];
    },
    restart() {
      if (state === 'over') return;
      [kept, keptBytes, isIncomplete, mustRecheck] = [[], 0, true, true];
      if (state === 'catching') return;
      state = 'catching';
      void run();
    },
    position: () => position,
    isLive: () => state === 'live',
    end() {
      state = 'over';
      kept = [];
    },
  };
}

/** Ends at the oldest kept event. If events between kept ones are removed, ends at the last of those. */
function toGap(from: number, removedTo: number, firstKept: number | undefined): Gap {
  const before = firstKept === undefined ? removedTo : Math.min(removedTo, firstKept - 1);
  return { from, to: before >= from ? before : removedTo };
}

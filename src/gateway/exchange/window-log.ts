/** Records the fate of every window of a stream: audited or not, allowed or denied, sent or withheld. */
import { maxWindowRuns, type StreamRecord, type WindowRun } from '../../contract/evidence.ts';

/** The fate of one window; without a decision it was never audited. */
export type WindowFate = Omit<WindowRun, 'windows'>;

export interface WindowLog {
  add(fate: WindowFate): void;
  hasRedacted(): boolean;
  /** The record of a stream with this end; `isCut`: received text that was no window yet may not have been sent. */
  toRecord(stream: { end: StreamRecord['end']; sentBytes: number; isCut: boolean }): StreamRecord;
}

/**
 * Counts consecutive windows with the same fate together, so that an ordinary answer is one line however long it is.
 */
export function createWindowLog(maxRuns: number = maxWindowRuns): WindowLog {
  const runs: WindowRun[] = [];
  let windows = 0;
  let isFull = false;
  let isAnyWithheld = false;
  let isAnyRedacted = false;

  return {
    add(fate) {
      windows += 1;
      isAnyWithheld ||= !fate.released;
      isAnyRedacted ||= fate.redacted;
      const last = runs.at(-1);
      if (!isFull && last !== undefined && isSame(last, fate)) last.windows += 1;
      else if (runs.length < maxRuns) runs.push({ windows: 1, ...fate });
      // After the first unlisted window no later one is listed, to keep the runs in order.
      else isFull = true;
    },
    hasRedacted: () => isAnyRedacted,
    toRecord({ end, sentBytes, isCut }) {
      return {
        end,
        windows,
        runs: runs.map((run) => ({ ...run })),
        sent_bytes: sentBytes,
        withheld: isCut || isAnyWithheld,
      };
    },
  };
}

function isSame(run: WindowRun, fate: WindowFate): boolean {
  return run.decision === fate.decision && run.released === fate.released && run.redacted === fate.redacted;
}

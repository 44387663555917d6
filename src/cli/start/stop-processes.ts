/** Ends the processes of a data folder by a signal, and waits for their end. */
import type { RunningProcess } from '../../platform/process-record.ts';
import type { StopSignal } from '../stop-signal.ts';

export interface StopProcessesOptions {
  /** Lists the processes of the folder that have both the number and the start time on record. */
  readonly list: () => Promise<readonly RunningProcess[]>;
  readonly kill: (pid: number, signal: StopSignal) => unknown;
  readonly sleep: (ms: number) => Promise<unknown>;
  readonly signal: StopSignal;
  readonly say: (message: string) => void;
}

const lookEveryMs = 50;
/** Calls to silent servers take up to 25 s to end. */
const patienceMs = 30_000;
const quietMs = 500;

/** True if nothing runs any more. */
export async function stopProcesses({ list, kill, sleep, signal, say }: StopProcessesOptions): Promise<boolean> {
  const asked = new Set<number>();
  for (let waitedMs = 0; ; waitedMs += lookEveryMs) {
    // Listed anew each time: a number is signalled only right after its start time was compared.
    const running = await list();
    for (const { pid } of running.filter((one) => !asked.has(one.pid))) {
      asked.add(pid);
      kill(pid, signal);
    }
    if (running.length === 0) return true;
    if (waitedMs >= patienceMs) return false;
    if (waitedMs === quietMs) say(`Waiting for ${describe(running)} to end what is under way.`);
    await sleep(lookEveryMs);
  }
}

function describe(running: readonly RunningProcess[]): string {
  return `process ${running.map(({ pid }) => pid).join(' and ')}`;
}

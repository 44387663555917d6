/** Ends running services, and says what it waits for. */
import type { RunningServices } from '../../services.ts';
import type { StopSignal } from '../stop-signal.ts';

export interface StopOptions {
  readonly services: Pick<RunningServices, 'close' | 'hurry' | 'waitsFor'>;
  readonly signal: StopSignal;
  readonly say: (message: string) => void;
  /** Calls once, later. Returns the cancellation. */
  readonly later: (ms: number, call: () => void) => () => void;
}

/** Nobody wants to read about a shorter wait. */
const patienceMs = 300;

/** A person at a terminal waits this long. Programs that send SIGTERM have limits of their own. */
const atTerminal = { hurryMs: 2_000, endMs: 4_500 };

/** True once everything has ended; false if the rest has to end with the process. */
export async function stopServices({ services, signal, say, later }: StopOptions): Promise<boolean> {
  const isHurried = signal === 'SIGINT';
  const timers: (() => void)[] = [];
  const at = (ms: number, call: () => Promise<void>): void => {
    timers.push(later(ms, () => void call()));
  };
  at(patienceMs, async () => {
    const end = isHurried
      ? `at most ${Math.ceil(atTerminal.endMs / 1000)} s. Ctrl-C again ends it at once`
      : 'until it is done';
    say(`Waiting for ${await services.waitsFor()}, ${end}.`);
  });
  const late = new Promise<boolean>((resolve) => {
    if (!isHurried) return;
    at(atTerminal.hurryMs, async () => {
      say(`Cutting off what ${await services.waitsFor()} still does.`);
      services.hurry();
    });
    at(atTerminal.endMs, async () => {
      say(`Ending without ${await services.waitsFor()}. Everything that was answered is on disk.`);
      resolve(false);
    });
  });
  try {
    return await Promise.race([services.close().then(() => true), late]);
  } finally {
    for (const cancel of timers) cancel();
  }
}

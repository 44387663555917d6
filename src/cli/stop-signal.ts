/** Signals that ask a program to end. The first asks, a later one forces. */

export type StopSignal = 'SIGINT' | 'SIGTERM';

/** The reason with which a command is asked to end. */
export class Stopped extends Error {
  readonly signal: StopSignal;

  constructor(signal: StopSignal) {
    super(`stopped by ${signal}`);
    this.name = 'Stopped';
    this.signal = signal;
  }
}

/** One Ctrl-C may arrive twice: from the terminal, and forwarded by the program above. */
const sameSignalMs = 300;

export interface StopSignals {
  readonly on: (signal: StopSignal, call: () => void) => unknown;
  readonly monotonicMs: () => number;
}

/** Calls `ask` at the first signal, and `force` at each one that is not the same again. */
export function onStopSignal(
  { on, monotonicMs }: StopSignals,
  { ask, force }: { readonly ask: (signal: StopSignal) => void; readonly force: (signal: StopSignal) => void },
): void {
  let askedMs: number | undefined;
  const receive = (signal: StopSignal): void => {
    const nowMs = monotonicMs();
    if (askedMs !== undefined && nowMs - askedMs < sameSignalMs) return;
    if (askedMs === undefined) {
      askedMs = nowMs;
      ask(signal);
      return;
    }
    force(signal);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) on(signal, () => receive(signal));
}

import { describe, expect, it } from 'vitest';
import { onStopSignal, type StopSignal } from './stop-signal.ts';

function listen() {
  const seen: string[] = [];
  const calls = new Map<StopSignal, () => void>();
  let nowMs = 0;
  onStopSignal(
    { on: (signal, call) => calls.set(signal, call), monotonicMs: () => nowMs },
    { ask: (signal) => seen.push(`ask ${signal}`), force: (signal) => seen.push(`force ${signal}`) },
  );
  return {
    seen,
    send(signal: StopSignal, atMs: number) {
      nowMs = atMs;
      calls.get(signal)?.();
    },
  };
}

describe('a signal to stop', () => {
  it('asks at first, and forces the second time', () => {
    const { seen, send } = listen();
    send('SIGINT', 1_000);
    send('SIGTERM', 2_000);
    expect(seen).toEqual(['ask SIGINT', 'force SIGTERM']);
  });

  it('that npm forwards beside the terminal counts once', () => {
    const { seen, send } = listen();
    send('SIGINT', 1_000);
    send('SIGINT', 1_100);
    expect(seen).toEqual(['ask SIGINT']);
  });
});

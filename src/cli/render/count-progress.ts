/** Progress of countable long work: amount, speed and remaining time, once a second on standard error. */
import type { TextSink } from '../command.ts';
import { createProgress } from './progress.ts';

export interface CountProgress {
  /** Reports the done amount; shown once a second. */
  report(done: number, total: number | undefined): void;
  clear(): void;
}

const everyMs = 1_000;

/** On a terminal one line that rewrites itself; elsewhere a line each time, for logs. */
export function createCountProgress(sink: TextSink, now: () => number, noun: string): CountProgress {
  const line = createProgress(sink);
  const startedMs = now();
  let shownMs = startedMs;
  return {
    report(done, total) {
      const nowMs = now();
      if (nowMs - shownMs < everyMs) return;
      shownMs = nowMs;
      const text = describe(done, total, nowMs - startedMs, noun);
      if (sink.isTTY === true) line.show(text);
      else sink.write(`${text}\n`);
    },
    clear: line.clear,
  };
}

function describe(done: number, total: number | undefined, elapsedMs: number, noun: string): string {
  const rate = Math.round((done / elapsedMs) * 1000);
  const speed = `${rate.toLocaleString('en')}/s`;
  if (total === undefined || total === 0) return `${done.toLocaleString('en')} ${noun}, ${speed}`;
  const percent = Math.min(100, Math.floor((done / total) * 100));
  const left = rate === 0 ? '' : `, ${toDuration((total - done) / rate)} left`;
  return `${done.toLocaleString('en')} of ${total.toLocaleString('en')} ${noun} (${percent} %), ${speed}${left}`;
}

function toDuration(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

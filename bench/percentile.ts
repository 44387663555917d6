/** Times a function call by call. */
import { performance } from 'node:perf_hooks';

export interface Percentiles {
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** Warms up with a tenth of the rounds, then times each one. */
export async function timeCalls(rounds: number, call: (round: number) => unknown): Promise<Percentiles> {
  for (let round = 0; round < rounds / 10; round += 1) await call(round);
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const startedMs = performance.now();
    await call(round);
    times.push(performance.now() - startedMs);
  }
  times.sort((left, right) => left - right);
  const at = (share: number) => times[Math.floor(times.length * share)] ?? 0;
  return { p50Ms: at(0.5), p99Ms: at(0.99) };
}

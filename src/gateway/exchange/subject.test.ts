import { expect, it } from 'vitest';
import type { PhaseSubject } from './judge.ts';
import { queueSteps } from './subject.ts';

it('a large body is redacted and read again only in its turn', async () => {
  const done: string[] = [];
  const plain: PhaseSubject = {
    phase: 'request',
    data: { input: 'text' },
    redact() {
      done.push('redacted');
      return { ok: true, body: {}, replacements: 1 };
    },
    dataOf() {
      done.push('read');
      return { input: 'text' };
    },
  };
  const waiting: (() => void)[] = [];
  const stepQueue = {
    take: <Result>(size: number, work: () => Result | Promise<Result>): Promise<Result> =>
      new Promise((resolve) => {
        expect(size).toBe(200_000);
        waiting.push(() => resolve(work()));
      }),
  };
  const subject = queueSteps(plain, stepQueue, 200_000);
  for (const [begin, step] of [
    [() => subject.redact([]), 'redacted'],
    [() => subject.dataOf({}), 'read'],
  ] as const) {
    const result = begin();
    expect(done).not.toContain(step);
    waiting.shift()?.();
    await result;
    expect(done).toContain(step);
  }
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createWindowLog, type WindowFate } from './window-log.ts';

const sent: WindowFate = { decision: 'allow', released: true, redacted: false };
const redacted: WindowFate = { ...sent, redacted: true };
const denied: WindowFate = { decision: 'deny', released: false, redacted: false };
const unaudited: WindowFate = { released: false, redacted: false };

function recordOf(fates: readonly WindowFate[], maxRuns?: number) {
  const log = createWindowLog(maxRuns);
  for (const fate of fates) log.add(fate);
  return log.toRecord({ end: 'complete', sentBytes: 7, isCut: false });
}

describe('the record of a stream', () => {
  it('lists the result of every window in order, with equal neighbours combined', () => {
    expect(recordOf([sent, sent, redacted, sent, denied, unaudited, unaudited])).toEqual({
      end: 'complete',
      windows: 7,
      runs: [
        { windows: 2, ...sent },
        { windows: 1, ...redacted },
        { windows: 1, ...sent },
        { windows: 1, ...denied },
        { windows: 2, ...unaudited },
      ],
      sent_bytes: 7,
      withheld: true,
    });
  });

  it('reports a withheld part when a window was, or when the stream was cut', () => {
    expect(recordOf([sent, redacted]).withheld).toBe(false);
    const cut = createWindowLog();
    cut.add(sent);
    expect(cut.toRecord({ end: 'upstream_failed', sentBytes: 1, isCut: true }).withheld).toBe(true);
  });

  it('lists a bounded number of runs in order, and still counts every window', () => {
    const fates = [sent, redacted, sent, redacted, redacted, denied];
    expect(recordOf(fates, 2)).toMatchObject({
      windows: 6,
      runs: [
        { windows: 1, ...sent },
        { windows: 1, ...redacted },
      ],
      withheld: true,
    });
  });

  it('can be converted back to its results', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(sent, redacted, denied, unaudited)), (fates) => {
        const { runs } = recordOf(fates);
        const read = runs.flatMap(({ windows, ...fate }) => Array.from({ length: windows }, () => fate));
        expect(read).toEqual(fates);
      }),
    );
  });
});

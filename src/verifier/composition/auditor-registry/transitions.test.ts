import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ReleaseStatus } from '../../../contract/api/auditor-registry/states.ts';
import { isAppError } from '../../../platform/errors.ts';
import { allowedEvents, nextStatus, type ReleaseEvent, releaseEvents } from './transitions.ts';

describe('the states of a release', () => {
  /** Applies the events in order until the release is gone; refused events change nothing. */
  const walk = (events: readonly ReleaseEvent[]) => {
    const steps: { from: ReleaseStatus; event: ReleaseEvent; to: ReleaseStatus | 'gone' }[] = [];
    let status: ReleaseStatus = 'draft';
    for (const event of events) {
      try {
        const to = nextStatus(status, event);
        steps.push({ from: status, event, to });
        if (to === 'gone') break;
        status = to;
      } catch (error) {
        if (!isAppError(error, 'conflict')) throw error;
        expect(error.extensions).toMatchObject({ reason: 'release_status', status, allowed: allowedEvents(status) });
        expect(allowedEvents(status)).not.toContain(event);
      }
    }
    return steps;
  };
  const sequences = fc.array(fc.constantFrom(...releaseEvents), { maxLength: 30 });

  it('nothing leads out of revoked, and nothing back from verified', () => {
    fc.assert(
      fc.property(sequences, (events) => {
        const steps = walk(events);
        expect(steps.filter(({ from }) => from === 'revoked')).toEqual([]);
        const first = steps.findIndex(({ to }) => to === 'verified');
        const after = first < 0 ? [] : steps.slice(first + 1).map(({ to }) => to);
        expect(after.filter((status) => status !== 'deprecated' && status !== 'revoked')).toEqual([]);
      }),
    );
  });

  it('only a passed verification makes a release verified, and only a verified one is deprecated', () => {
    fc.assert(
      fc.property(sequences, (events) => {
        const steps = walk(events);
        for (const [index, { from, event, to }] of steps.entries()) {
          if (to === 'verified')
            expect([from, event, steps[index - 1]?.event]).toEqual(['verifying', 'passed', 'verify']);
          if (to === 'deprecated') expect(from).toBe('verified');
          if (to === 'gone') expect(from).toBe('draft');
        }
      }),
    );
  });
});

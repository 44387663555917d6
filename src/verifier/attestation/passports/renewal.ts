/**
 * Decides when passports are renewed: at once for the first evidence and when the status of the decisions gets worse, otherwise
 * at most once per interval and group. The next passport covers what waits, and nothing waits longer than the interval.
 */
import type { Tier } from '../../../contract/passport.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Logger } from '../../../platform/log.ts';
import { isBetterTier } from '../../../proof/trust-vector.ts';
import type { EvidenceGroup } from '../evidence/coverage.ts';
import { createGroupStates, type GroupState } from './group-states.ts';
import type { Issued } from './issue.ts';

/** A group, and the status of the decisions in its new evidence. */
export interface NewEvidenceGroup {
  readonly group: EvidenceGroup;
  readonly decisionTier: Tier;
}

export interface Renewal {
  /** Reports that a group has new evidence. Resolves when its passport is issued, or scheduled for the end of the interval. */
  cover(orgId: string, groups: readonly NewEvidenceGroup[]): Promise<void>;
  /** Issues passports for all waiting evidence. @throws AggregateError if some could not be issued. */
  flush(): Promise<void>;
  /** Number of groups that wait for a passport now. */
  countWaiting(): number;
  close(): Promise<void>;
}

export interface RenewalDeps {
  readonly issue: (orgId: string, group: EvidenceGroup) => Promise<Issued | undefined>;
  readonly clock: Clock;
  readonly intervalMs: number;
  readonly log: Logger;
}

const retryMs = 1000;

export function createRenewal({ issue, clock, intervalMs, log }: RenewalDeps): Renewal {
  const states = createGroupStates();
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  const issueAll = async (state: GroupState): Promise<void> => {
    state.isWaiting = false;
    try {
      for (let isMore = true; isMore; ) {
        const issued = await issue(state.orgId, state.group);
        if (issued !== undefined) {
          state.issuedAt = clock.now();
          state.decisionTier = issued.decisionTier;
        }
        isMore = issued?.isMore ?? false;
      }
    } catch (error) {
      state.isWaiting = true;
      schedule(retryMs);
      throw error;
    }
  };

  const run = (state: GroupState): Promise<void> => {
    const next = state.running.then(() => issueAll(state));
    // The queue continues after a failure, which is reported to its caller.
    state.running = next.catch(() => undefined);
    return next;
  };

  const flush = async (): Promise<void> => {
    const outcomes = await Promise.allSettled(states.listWaiting().map(run));
    const failed = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    if (failed.length > 0) throw new AggregateError(failed, `${failed.length} passports could not be issued`);
  };

  // The evidence is stored and acknowledged: a failed issue stays in the queue, and the timer is set again.
  const report = (error: unknown): void => {
    log.error({ err: error }, 'a passport could not be issued, trying again');
  };

  const schedule = (delayMs: number): void => {
    if (timer !== undefined || isClosed) return;
    timer = setTimeout(() => {
      timer = undefined;
      flush().catch(report);
    }, delayMs);
    timer.unref();
  };

  return {
    async cover(orgId, groups) {
      const due: GroupState[] = [];
      for (const { group, decisionTier } of groups) {
        const state = states.get(orgId, group);
        const isWorse = state.decisionTier !== undefined && isBetterTier(state.decisionTier, decisionTier);
        if (isWorse || clock.now() - state.issuedAt >= intervalMs) due.push(state);
        state.isWaiting = true;
      }
      for (const state of due) if (state.isWaiting) await run(state).catch(report);
      const later = groups.length - due.length;
      if (later > 0) schedule(intervalMs);
    },
    flush,
    countWaiting: () => states.listWaiting().length,
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await flush();
    },
  };
}

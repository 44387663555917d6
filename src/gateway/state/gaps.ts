/** Built-in text auditors that a chain leaves out: it warns of them, because nothing else would say so. */
import { describeUnjudged, findUnjudged, type Unjudged } from '../../contract/text-auditors.ts';
import type { ActiveState } from './active-state.ts';
import type { HealthProblem } from './health-problems.ts';

/** What one chain does not judge. */
export interface ChainGap {
  /** The workspace whose agents use the chain; absent: the gateway's own files. */
  readonly workspaceId?: string;
  readonly unjudged: readonly Unjudged[];
}

/** Lists what a state judges nowhere: no auditor of its chain is asked, or no policy reads the claims. */
export function findGaps({ plans, policySet }: Pick<ActiveState, 'plans' | 'policySet'>): readonly Unjudged[] {
  // Without policies everything is denied.
  if (policySet === undefined) return [];
  return findUnjudged((id, phase) =>
    plans.some(({ auditorId, phases, skip }) => auditorId === id && !skip && phases.has(phase)),
  );
}

/** Turns gaps into warnings, one for each chain. */
export function describeGaps(gaps: readonly ChainGap[]): HealthProblem[] {
  return gaps.map(({ workspaceId, unjudged }) => {
    const where = workspaceId === undefined ? "this gateway's files" : `workspace ${workspaceId}`;
    const missing = unjudged.map(({ auditor }) => auditor).join(', ');
    const message =
      `Not judged by the chain and policy of ${where}: ${describeUnjudged(unjudged)}. Add extends: built-in to the ` +
      `chain file, or ask ${missing} in the chain and read the claims in the policy.`;
    return { reason: 'not_judged', message, isWarning: true };
  });
}

/** Counts the findings of a replay, with bounds for every period. */

import type { ReplayResult } from '../../../../contract/api/policies/replay-shapes.ts';
import type { NotReplayableReason } from '../../../../contract/api/policies/states.ts';
import { toTimestamp } from '../../../../platform/clock.ts';
import type { PhaseReplay, ReplayedEvidence } from '../../../../policy/replay-evidence.ts';

type Changed = ReplayResult['examples'][number]['change'];

/** Maximum of examples of each kind of change, 50 together. */
const exampleRoom: Readonly<Record<Changed, number>> = {
  allow_to_deny: 20,
  deny_to_allow: 20,
  obligations_changed: 10,
};
const maxDetails = 20;
const maxPolicies = 500;

export interface ChangeCounts {
  add(evidence: ReplayedEvidence, replays: readonly PhaseReplay[]): void;
  /** Adds Evidence whose place has policies that do not compile. */
  addBroken(evidence: ReplayedEvidence, detail: string): void;
  /** Counts Evidence that other policies than the active ones decided. */
  countOther(): void;
  result(more: Pick<ReplayResult, 'limits' | 'is_cut'>): ReplayResult;
}

export function createChangeCounts(): ChangeCounts {
  const counts = { evidence: 0, evaluated: 0, same: 0, not_reached: 0, decided_by_others: 0 };
  const changed = newCounts();
  const reasons = new Map<NotReplayableReason, { count: number; details: Map<string, number> }>();
  const byPolicy = new Map<string, Record<Changed, number>>();
  const examples: ReplayResult['examples'] = [];

  const countUnknown = (reason: NotReplayableReason, detail: string): void => {
    const known = reasons.get(reason) ?? { count: 0, details: new Map<string, number>() };
    reasons.set(reason, known);
    known.count += 1;
    const name = known.details.has(detail) || known.details.size < maxDetails ? detail : 'others';
    known.details.set(name, (known.details.get(name) ?? 0) + 1);
  };

  const countChange = (
    evidence: ReplayedEvidence,
    replay: Extract<PhaseReplay, { kind: 'decided' }>,
    change: Changed,
  ) => {
    changed[change] += 1;
    for (const id of behind(replay, change)) {
      const own = byPolicy.get(id) ?? newCounts();
      if (byPolicy.size < maxPolicies) byPolicy.set(id, own);
      own[change] += 1;
    }
    if (examples.filter((example) => example.change === change).length < exampleRoom[change]) {
      examples.push(toExample(evidence, replay, change));
    }
  };

  return {
    add(evidence, replays) {
      counts.evidence += 1;
      for (const replay of replays) {
        if (replay.kind === 'not_reached') counts.not_reached += 1;
        else if (replay.kind === 'not_replayable') countUnknown(replay.reason, replay.detail);
        else {
          counts.evaluated += 1;
          if (replay.change === 'same') counts.same += 1;
          else countChange(evidence, replay, replay.change);
        }
      }
    },
    addBroken(evidence, detail) {
      counts.evidence += 1;
      for (const _phase of evidence.phases) countUnknown('policy_does_not_compile', detail);
    },
    countOther() {
      counts.decided_by_others += 1;
    },
    result: (more) => ({
      ...counts,
      ...changed,
      not_replayable: {
        total: [...reasons.values()].reduce((sum, { count }) => sum + count, 0),
        by_reason: [...reasons].map(([reason, { count, details }]) => ({
          reason,
          count,
          details: [...details].map(([detail, number]) => ({ detail, count: number })),
        })),
      },
      by_policy: [...byPolicy].map(([policy_id, own]) => ({ policy_id, ...own })),
      examples: [...examples],
      ...more,
    }),
  };
}

function newCounts(): Record<Changed, number> {
  return { allow_to_deny: 0, deny_to_allow: 0, obligations_changed: 0 };
}

/** Gives the policies that made the difference, as far as they are known. */
function behind({ before, after }: Extract<PhaseReplay, { kind: 'decided' }>, change: Changed): readonly string[] {
  if (change === 'allow_to_deny') return after.reasons;
  if (change === 'deny_to_allow') return before.reasons ?? [];
  return after.warnings;
}

function toExample(
  { evidence_id, iat, agent_id }: ReplayedEvidence,
  { phase, before, after }: Extract<PhaseReplay, { kind: 'decided' }>,
  change: Changed,
): ReplayResult['examples'][number] {
  return {
    evidence_id,
    at: toTimestamp(iat * 1000),
    agent_id,
    phase,
    change,
    before: {
      decision: before.decision,
      reasons: before.reasons === undefined ? null : [...before.reasons],
      obligations: before.obligations === undefined ? null : [...before.obligations],
    },
    after: { decision: after.decision, reasons: [...after.reasons], obligations: [...after.obligations] },
  };
}

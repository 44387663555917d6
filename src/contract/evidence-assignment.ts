/**
 * Checks how claims, auditors, phases and the decision fit together: every claim belongs to exactly one auditor run
 * and to the phase of that run, the last phase is the phase of the Evidence, and the Evidence is denied when a phase
 * is.
 */
import type { AuditorRun, Evidence } from './evidence.ts';

/** Finds the first inconsistency between claims, auditors, phases and decision; `undefined` if there is none. */
export function findAssignmentProblem(evidence: Evidence): string | undefined {
  const owners = new Map<number, AuditorRun>();
  return (
    findOwnerProblem(evidence, owners) ??
    findPhaseProblem(evidence, owners) ??
    findDecisionProblem(evidence) ??
    findShadowProblem(evidence) ??
    findApprovalProblem(evidence)
  );
}

/** A trial policy has at most one result for each judged phase. */
function findShadowProblem({ shadow = [], phases }: Evidence): string | undefined {
  const seen = new Set<string>();
  for (const { policy_id: id, version, phase_index: index } of shadow) {
    if (index >= phases.length) return 'a policy on trial refers to a phase that is not there';
    const name = `${index} ${version} ${id}`;
    if (seen.has(name)) return 'a policy on trial is listed twice for one phase';
    seen.add(name);
  }
  return undefined;
}

/** An approval belongs to a judged phase and names an approver. */
function findApprovalProblem({ approval, earlier_approvals: earlier = [], phases }: Evidence): string | undefined {
  const all = approval === undefined ? earlier : [...earlier, approval];
  if (all.some(({ phase_index: index }) => index >= phases.length)) {
    return 'an approval refers to a phase that is not there';
  }
  const isGiven = all.every(({ status, approvers = [] }) => status !== 'approved' || approvers.length > 0);
  return isGiven ? undefined : 'an approval names nobody who gave it';
}

/** Fills `owners` (claim index to run). Refuses gaps, repeats and indices past the end. */
function findOwnerProblem(evidence: Evidence, owners: Map<number, AuditorRun>): string | undefined {
  const count = evidence.claims.length;
  for (const run of evidence.auditors) {
    const names = new Set<string>();
    for (const index of run.claims) {
      const claim = evidence.claims[index];
      if (claim === undefined) return 'an auditor refers to a claim that is not there';
      if (owners.has(index)) return 'a claim belongs to two auditor runs';
      if (names.has(claim.name)) return 'one auditor run makes two claims of one name';
      names.add(claim.name);
      owners.set(index, run);
    }
  }
  return owners.size === count ? undefined : 'a claim belongs to no auditor';
}

function findPhaseProblem(evidence: Evidence, owners: ReadonlyMap<number, AuditorRun>): string | undefined {
  const placed = new Set<number>();
  const counted = new Map<string, number>();
  for (const [index, run] of evidence.phases.entries()) {
    const before = counted.get(run.phase) ?? 0;
    counted.set(run.phase, before + 1);
    const isBehindItself = evidence.phases[index - 1]?.phase === run.phase;
    const follows = before === 0 || (isBehindItself && before < maxRuns(evidence, run.phase));
    if (!follows) return 'a phase is listed too often or out of order';
    for (const claim of run.claims) {
      const owner = owners.get(claim);
      if (owner === undefined) return 'a phase refers to a claim that is not there';
      if (owner.phase !== run.phase) return 'a claim stands in another phase than its auditor';
      if (placed.has(claim)) return 'a phase lists a claim twice';
      placed.add(claim);
    }
  }
  return placed.size === owners.size ? undefined : 'a claim stands in no phase';
}

/** Most texts that are judged one by one: `maxItems` of `ToolTextsQuestionSchema`. */
const maxTexts = 100;

/** Most consecutive runs of a phase: a redacted payload is judged again, and a tool's result follows its arguments. */
function maxRuns(evidence: Evidence, phase: string): number {
  if (phase !== 'execution') return 2;
  if (isOfTexts(evidence)) return maxTexts;
  return evidence.tool === undefined ? 2 : 4;
}

/** Texts that a server of tools wrote for models, outside of a call. One part may be denied while another is not. */
function isOfTexts({ phase, server, tool }: Evidence): boolean {
  return phase === 'execution' && server !== undefined && tool === undefined;
}

function findDecisionProblem(evidence: Evidence): string | undefined {
  const last = evidence.phases.at(-1);
  if (last === undefined) return 'no phase was decided';
  if (last.phase !== evidence.phase) return 'the phase is not the last one decided';
  const { decision } = evidence.decision;
  const denied = evidence.phases.some((run) => run.decision === 'deny');
  if ((decision === 'deny') !== denied) return 'the decision is not that of its phases';
  const earlier = evidence.phases.slice(0, -1);
  if (evidence.mode === 'observe') return undefined;
  if (!isOfTexts(evidence) && earlier.some((run) => run.decision === 'deny')) {
    return 'an exchange went on after a denial that was to be enforced';
  }
  if (decision === 'deny' && evidence.enforced === 'allow') {
    return 'a denial was to be enforced and was not';
  }
  return undefined;
}

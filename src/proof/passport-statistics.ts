/**
 * Statistics of the exchanges that a passport covers: decisions, phases, auditors, and the claims appraised by
 * framework and control. Pure. One part is taken from each Evidence when it is stored, and the parts are summed when
 * a passport is issued. INVARIANT: whoever holds the bundle counts again and must come to the same: other rules need
 * a new version of the passport.
 */
import type { AuditorRun, Evidence } from '../contract/evidence.ts';
import type {
  AuditorStatistics,
  ControlAppraisal,
  DecisionStatistics,
  PassportAppraisal,
} from '../contract/passport.ts';
import { type ClaimStatus, statusOfClaim } from './claim-status.ts';

/** Most entries that one passport lists. The sums include the rest. */
const maxAuditors = 32;
const maxControls = 32;
const maxNames = 8;
const maxTextChars = 128;

type Run = readonly [name: string, status: AuditorRun['status'], boundary: AuditorRun['boundary']];
type Control = readonly [framework: string | null, control: string | null, status: ClaimStatus, claim: string];

/** Contribution of one Evidence. It is stored with every row, so it is short. */
export interface EvidenceStatistics {
  readonly phases: readonly (readonly [phase: string, decision: 'allow' | 'deny'])[];
  readonly runs: readonly Run[];
  readonly claims: readonly Control[];
}

/** Takes the statistics of one Evidence whose signature, hashes and schema were checked. */
export function toEvidenceStatistics(evidence: Evidence): EvidenceStatistics {
  return {
    phases: evidence.phases.map(({ phase, decision }) => [phase, decision]),
    runs: evidence.auditors.map(({ name, status, boundary }) => [toBounded(name), status, boundary]),
    claims: evidence.claims.map(({ name, compliance_framework: framework, control_id: control }, index) => [
      framework ?? null,
      control === undefined ? null : toBounded(control),
      statusOfClaim(evidence, index),
      name,
    ]),
  };
}

/** Sums over the covered Evidence. */
export interface DecisionSummary {
  readonly statistics: DecisionStatistics;
  readonly auditors: readonly AuditorStatistics[];
  readonly moreAuditors: number;
  readonly appraisal: PassportAppraisal;
}

/**
 * One covered exchange: its enforced decision, its statistics (absent in rows of an older release), and whether it is
 * weak.
 */
export interface CoveredExchange {
  readonly decision: 'allow' | 'deny';
  readonly enforced: 'allow' | 'deny';
  readonly isWeak: boolean;
  readonly madeAtMs: number;
  readonly statistics: EvidenceStatistics | undefined;
}

/** Sums the exchanges of one passport; at least one. */
export function summarise(exchanges: readonly CoveredExchange[]): DecisionSummary {
  const known = exchanges.flatMap(({ statistics }) => statistics ?? []);
  const times = exchanges.map(({ madeAtMs }) => madeAtMs);
  const incomplete = exchanges.length - known.length;
  const allowed = exchanges.filter(({ enforced }) => enforced === 'allow').length;
  const auditors = sumAuditors(known.flatMap((part) => part.runs));
  return {
    statistics: {
      exchanges: exchanges.length,
      allowed,
      denied: exchanges.length - allowed,
      not_enforced: exchanges.filter(({ decision, enforced }) => decision === 'deny' && enforced === 'allow').length,
      weak: exchanges.filter(({ isWeak }) => isWeak).length,
      by_phase: countPhases(known),
      first_evidence_at: toText(times.reduce((left, right) => Math.min(left, right), Number.MAX_SAFE_INTEGER)),
      last_evidence_at: toText(times.reduce((left, right) => Math.max(left, right), 0)),
      ...(incomplete === 0 ? {} : { incomplete }),
    },
    auditors: auditors.slice(0, maxAuditors),
    moreAuditors: Math.max(0, auditors.length - maxAuditors),
    appraisal: toAppraisal(sumControls(known.flatMap((part) => part.claims))),
  };
}

function countPhases(parts: readonly EvidenceStatistics[]): DecisionStatistics['by_phase'] {
  const counts = new Map<string, { allowed: number; denied: number }>();
  for (const [phase, decision] of parts.flatMap((part) => part.phases)) {
    const count = counts.get(phase) ?? { allowed: 0, denied: 0 };
    count[decision === 'allow' ? 'allowed' : 'denied'] += 1;
    counts.set(phase, count);
  }
  return Object.fromEntries([...counts].sort(([left], [right]) => (left < right ? -1 : 1)));
}

function sumAuditors(runs: readonly Run[]): AuditorStatistics[] {
  const sums = new Map<string, AuditorStatistics>();
  for (const [name, status, boundary] of runs) {
    const sum = sums.get(name) ?? { name, ok: 0, failed: 0, late: 0, skipped: 0, attested: 0, remote: 0 };
    sum[status] += 1;
    sum[boundary] += 1;
    sums.set(name, sum);
  }
  return [...sums.values()].sort((left, right) => (left.name < right.name ? -1 : 1));
}

const words = { 2: 'affirming', 32: 'warning', 96: 'contraindicated' } as const;

function sumControls(claims: readonly Control[]): ControlAppraisal[] {
  const sums = new Map<string, { sum: ControlAppraisal; names: Set<string> }>();
  for (const [framework, control, status, name] of claims) {
    const key = JSON.stringify([framework, control]);
    const entry = sums.get(key) ?? { sum: noClaims(framework, control), names: new Set() };
    entry.sum[words[status]] += 1;
    entry.names.add(name);
    sums.set(key, entry);
  }
  return [...sums.entries()]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([, { sum, names }]) => ({ ...sum, claim_names: [...names].sort().slice(0, maxNames) }));
}

function noClaims(framework: string | null, control: string | null): ControlAppraisal {
  const counts = { affirming: 0, warning: 0, contraindicated: 0 };
  return { compliance_framework: framework, control_id: control, claim_names: [], ...counts };
}

function toBounded(text: string): string {
  return text.slice(0, maxTextChars).toWellFormed();
}

function toAppraisal(controls: readonly ControlAppraisal[]): PassportAppraisal {
  const total = (member: 'affirming' | 'warning' | 'contraindicated') =>
    controls.reduce((sum, control) => sum + control[member], 0);
  const more = controls.length - maxControls;
  return {
    claims_affirming: total('affirming'),
    claims_warning: total('warning'),
    claims_contraindicated: total('contraindicated'),
    // Those with a framework come first, because readers look for them.
    controls: [...controls].sort(byFramework).slice(0, maxControls),
    ...(more > 0 ? { more_controls: more } : {}),
  };
}

function byFramework(left: ControlAppraisal, right: ControlAppraisal): number {
  return Number(left.compliance_framework === null) - Number(right.compliance_framework === null);
}

function toText(timeMs: number): string {
  return new Date(timeMs).toISOString();
}

/**
 * The due rule: a claim that a policy reads and an auditor of this phase declares must be present. Cedar alone would
 * skip a forbid whose claim is missing, and allow.
 */
import { type Phase, phases } from '@assay/sdk/contract';
import type { DeclaredClaim } from './chain-claims.ts';
import type { AuditorOutcome } from './decision.ts';
import { neededClaims, type PolicySet } from './policy-set.ts';

export interface MissingClaims {
  /** `missing:<claim>:<auditor>`; any entry denies. */
  readonly reasons: readonly string[];
  readonly messages: readonly string[];
  /** Policies that ignore a missing claim, by `@on_missing("ignore")`. */
  readonly ignoredBy: readonly string[];
}

interface DueClaim {
  readonly claim: DeclaredClaim;
  readonly demanded: boolean;
  readonly ignoredBy: readonly string[];
}

/** The shared answer when no due claim is absent. */
export const nothingMissing: MissingClaims = { reasons: [], messages: [], ignoredBy: [] };

/** Creates the check of one policy set. `has` tells whether a claim is in the request. */
export function createDueCheck(
  set: PolicySet,
): (
  phase: Phase,
  statuses: ReadonlyMap<string, AuditorOutcome['status']>,
  has: (name: string) => boolean,
) => MissingClaims {
  const due = new Map(phases.map((phase) => [phase, dueIn(phase, set)]));
  return (phase, statuses, has) => {
    const absent = (due.get(phase) ?? []).filter(({ claim }) => {
      if (has(claim.contextName)) return false;
      return !(claim.mayBeAbsent && statuses.get(claim.item) === 'ok');
    });
    if (absent.length === 0) return nothingMissing;
    const demanded = absent.filter((entry) => entry.demanded).map(({ claim }) => claim);
    return {
      reasons: demanded.map(({ contextName, item }) => `missing:${contextName}:${item}`),
      messages: demanded.map(({ contextName, item }) => describe(contextName, item, statuses.get(item))),
      ignoredBy: [...new Set(absent.flatMap(({ ignoredBy }) => ignoredBy))],
    };
  };
}

function dueIn(phase: Phase, set: PolicySet): DueClaim[] {
  return neededClaims(set)
    .filter((claim) => claim.phases.includes(phase))
    .map((claim) => {
      const readers = set.policies.filter(({ reads }) => reads.claims === 'all' || reads.claims.has(claim.contextName));
      const ignoring = readers.filter(({ annotations }) => annotations.onMissing === 'ignore');
      return { claim, demanded: ignoring.length < readers.length, ignoredBy: ignoring.map(({ id }) => id) };
    });
}

function describe(claim: string, item: string, status: AuditorOutcome['status'] | undefined): string {
  const why = status === 'ok' ? 'left it out' : status === undefined ? 'was not called' : `is ${status}`;
  return `claim ${claim} is due and missing: auditor ${item} ${why}`;
}

/**
 * Finds policies that are valid but probably not intended: policies that can never apply, that add nothing, that are
 * never reached; claims that nobody reads. INVARIANT: a finding is certain for every question that a gateway puts;
 * what cannot be decided is not reported.
 */
import { type Phase, phases } from '@assay/sdk/contract';
import type { CombinedPolicies, CombinedPolicy } from './combine.ts';
import { describeScope } from './combine.ts';
import { type Conjunction, toAlternatives } from './condition-atoms.ts';
import { type Contradiction, findContradiction, isImplied } from './conjunction.ts';
import { toCondition } from './invert-permits.ts';
import type { PolicyIssue } from './policy-error.ts';
import { findPolicyReads, joinReads } from './policy-reads.ts';
import type { GeneratedSchema } from './schema.ts';

export const findingCodes = [
  'never_applies',
  'claim_not_in_phase',
  'adds_nothing',
  'permit_shadowed',
  'missing_reason',
  'claim_unread',
] as const;
export type FindingCode = (typeof findingCodes)[number];

export interface Finding extends PolicyIssue {
  readonly code: FindingCode;
  readonly severity: 'warning' | 'note';
}

/** A policy with the alternatives that may hold in some phase. */
interface Examined {
  readonly policy: CombinedPolicy;
  /** Absent when there are too many to examine. */
  readonly cases: readonly Case[] | undefined;
  readonly contradiction: Contradiction | undefined;
}

interface Case {
  readonly tests: Conjunction;
  readonly phase: Phase;
}

/** Lists findings in the order of the policies; `only` keeps those of one record. */
export function analysePolicies({ policies }: Pick<CombinedPolicies, 'policies'>, schema: GeneratedSchema): Finding[] {
  const examined = policies.map((policy) => examine(policy, schema));
  return [...examined.flatMap((one) => findOf(one, examined)), ...findUnread(policies, schema)];
}

function examine(policy: CombinedPolicy, schema: GeneratedSchema): Examined {
  const alternatives = toAlternatives(toCondition(policy.json));
  if (alternatives === undefined) return { policy, cases: undefined, contradiction: undefined };
  const tried = alternatives.flatMap((tests) =>
    phases.map((phase) => ({ tests, phase, contradiction: findContradiction(tests, phase, schema) })),
  );
  const cases = tried.filter(({ contradiction }) => contradiction === undefined);
  const contradiction = cases.length > 0 ? undefined : mostTelling(tried.map((one) => one.contradiction));
  return { policy, cases, contradiction };
}

/** Prefers a contradiction that is independent of the phase, then one about a claim. */
function mostTelling(found: readonly (Contradiction | undefined)[]): Contradiction | undefined {
  const known = found.filter((one) => one !== undefined);
  const counts = new Map<string, number>();
  for (const { message } of known) counts.set(message, (counts.get(message) ?? 0) + 1);
  return (
    known.find(({ code, message }) => code === 'never_applies' && counts.get(message) === known.length) ??
    known.find(({ code }) => code === 'claim_not_in_phase') ??
    known.toSorted((left, right) => (counts.get(left.message) ?? 0) - (counts.get(right.message) ?? 0))[0]
  );
}

function findOf(one: Examined, all: readonly Examined[]): Finding[] {
  const { policy, contradiction } = one;
  if (contradiction !== undefined) return [neverFinding(policy, contradiction), ...findMissingReason(policy)];
  const isPermit = policy.json.effect === 'permit';
  return [...(isPermit ? findShadowed(one, all) : findSubsumed(one, all)), ...findMissingReason(policy)];
}

function neverFinding(policy: CombinedPolicy, { code, message, claim }: Contradiction): Finding {
  const text = `this ${policy.json.effect} can never apply: ${message}. Change the condition or remove the policy`;
  return finding(policy, { code, severity: 'warning', message: text, ...(claim === undefined ? {} : { at: claim }) });
}

/** Finds a forbid that fires only where a blocking forbid of its scope fires too. */
function findSubsumed(one: Examined, all: readonly Examined[]): Finding[] {
  const covering = all.find(
    (other) =>
      other !== one &&
      isBlocking(other.policy) &&
      isSameLevel(one.policy, other.policy) &&
      covers([other], one) &&
      // Of two equal policies the later one is redundant.
      !(covers([one], other) && isBlocking(one.policy) && all.indexOf(one) < all.indexOf(other)),
  );
  if (covering === undefined) return [];
  const message = `this forbid has no effect: \`${covering.policy.id}\` blocks wherever it applies. Remove it, or narrow the other`;
  return [finding(one.policy, { code: 'adds_nothing', severity: 'warning', message })];
}

function findShadowed(one: Examined, all: readonly Examined[]): Finding[] {
  const blocking = all.filter(({ policy }) => policy.json.effect === 'forbid' && isBlocking(policy));
  if (covers(blocking, one)) {
    const message = 'this permit has no effect: forbids block wherever it applies. Narrow them, or remove it';
    return [finding(one.policy, { code: 'permit_shadowed', severity: 'warning', message })];
  }
  const wider = all.find(
    (other) =>
      other !== one &&
      other.policy.json.effect === 'permit' &&
      isSameLevel(one.policy, other.policy) &&
      covers([other], one) &&
      !(covers([one], other) && all.indexOf(one) < all.indexOf(other)),
  );
  if (wider === undefined) return [];
  const message = `this permit has no effect: \`${wider.policy.id}\` permits wherever it applies. Remove it, or narrow the other`;
  return [finding(one.policy, { code: 'adds_nothing', severity: 'warning', message })];
}

/** True when in every case of a policy some other policy applies too. */
function covers(others: readonly Examined[], { policy, cases }: Examined): boolean {
  if (cases === undefined || cases.length === 0 || policy.annotations.detection.size > 0) return false;
  return cases.every(({ tests, phase }) =>
    others.some(
      (other) =>
        other.policy.annotations.detection.size === 0 &&
        (other.cases ?? []).some(
          (wider) => wider.phase === phase && wider.tests.every((atom) => isImplied(atom, tests, phase)),
        ),
    ),
  );
}

const isBlocking = ({ json, annotations }: CombinedPolicy): boolean =>
  json.effect === 'forbid' && annotations.response === 'block';

function isSameLevel(left: CombinedPolicy, right: CombinedPolicy): boolean {
  return left.level.kind === right.level.kind && left.level.id === right.level.id;
}

function findMissingReason(policy: CombinedPolicy): Finding[] {
  if (policy.json.effect === 'permit' || policy.annotations.reason !== undefined) return [];
  const message = 'this forbid has no @reason, so a denied caller sees only its id. Add @reason("…")';
  return [finding(policy, { code: 'missing_reason', severity: 'note', message })];
}

/** Finds auditors that nobody needs, and claims that nobody reads. */
function findUnread(policies: readonly CombinedPolicy[], schema: GeneratedSchema): Finding[] {
  const { claims: read } = joinReads(policies.map(({ json }) => findPolicyReads(json.conditions)));
  if (read === 'all') return [];
  const byItem = new Map<string, { all: number; unread: string[] }>();
  for (const { item, contextName } of schema.claims.values()) {
    const known = byItem.get(item) ?? { all: 0, unread: [] };
    known.all += 1;
    if (!read.has(contextName)) known.unread.push(contextName);
    byItem.set(item, known);
  }
  return [...byItem].flatMap(([item, { all, unread }]): Finding[] => {
    if (unread.length === 0) return [];
    const message =
      unread.length === all
        ? `no policy reads a claim of auditor ${item}, so it is never called. Read one, or remove it from the chain`
        : `no policy reads ${unread.join(', ')} of auditor ${item}`;
    return [{ code: 'claim_unread', severity: 'note', message }];
  });
}

function finding(
  { id, level, record, source }: CombinedPolicy,
  { at, ...rest }: Pick<Finding, 'code' | 'severity' | 'message'> & { readonly at?: string },
): Finding {
  const index = at === undefined ? -1 : source.text.indexOf(at);
  const before = index < 0 ? '' : source.text.slice(0, index);
  const lines = before.split('\n');
  const line = source.line + lines.length - 1;
  const column = lines.length === 1 ? source.column + before.length : (lines.at(-1)?.length ?? 0) + 1;
  return { ...rest, policyId: id, line, column, level: describeScope(level), record };
}

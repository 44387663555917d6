/** Appraises the key behind evidence under the policy of its workspace: the facts that passports are issued on. */

import type { AppraisalPolicyDocument } from '../../../contract/api/appraisal/policy-shapes.ts';
import type { HardwareFacts, KeyHardware } from '../../../contract/hardware-facts.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { StoredAttestation } from '../attestations/service.ts';
import type { AttestationFacts, PolicyFinding, TimedPart } from '../passports/appraise.ts';
import { toAcceptancePolicies } from './acceptance.ts';
import type { EffectivePolicies, EffectivePolicy } from './effective.ts';
import { type CheckedPart, type HardwareCheck, setsInForce } from './hardware-check.ts';
import { findKeyFindings } from './key-findings.ts';

/** The key of an evidence: its thumbprint and the hash of its key attestation. */
export interface NamedKey {
  readonly kid: string;
  readonly hash: string;
}

/** Ended parts are determined at this time; now if absent. */
export interface TimedKey extends NamedKey {
  readonly atMs?: number;
}

export interface KeyAppraisal {
  /** @throws Error if the key attestation of accepted evidence does not exist. */
  factsOf(orgId: string, workspaceId: string, named: NamedKey): Promise<AttestationFacts>;
  /**
   * Appraises many with one read of the database, each as of a time, so that expired certificates do not affect earlier evidence.
   */
  factsOfMany(
    orgId: string,
    keys: readonly (TimedKey & { readonly workspaceId: string })[],
  ): Promise<(workspaceId: string, named: TimedKey) => AttestationFacts>;
  /** Appraises one key attestation under a policy that need not be active. */
  appraise(attestation: StoredAttestation, policy: EffectivePolicy): Promise<AttestationFacts>;
}

export interface KeyAppraisalDeps {
  readonly db: Db;
  readonly policies: EffectivePolicies;
  readonly findAttestations: (orgId: string, kids: readonly string[]) => Promise<readonly StoredAttestation[]>;
  readonly hardware: HardwareCheck;
  readonly clock: Clock;
}

export function createKeyAppraisal(deps: KeyAppraisalDeps): KeyAppraisal {
  const { db, policies, clock, hardware } = deps;

  const appraise = async (basis: Basis, policy: EffectivePolicy, atMs?: number): Promise<AttestationFacts> => {
    const now = clock.now();
    const { named, newest, isFresh } = basis;
    const findings: PolicyFinding[] = [];
    const cpu = await checkPart(hardware, { attestation: newest, policy, part: 'cpu', now }, findings);
    const gpu = await checkPart(hardware, { attestation: newest, policy, part: 'gpu', now }, findings);
    const checked =
      cpu === undefined ? undefined : { cpu: cpu.facts, ...(gpu === undefined ? {} : { gpu: gpu.facts }) };
    // A key that never answered a challenge is held at warning; its report counts as of its own time.
    const times = { now, at: atMs ?? now, reportAt: isFresh ? (atMs ?? now) : madeAtMs(newest) };
    const { parts, ended } = splitParts(listParts({ newest, policy, checked, used: [cpu, gpu] }), times);
    findings.push(...findKeyFindings({ named, newest, isFresh, policy, hardware: checked, ended }));
    const region = newest.document.runtime_data.region;
    return {
      kind: named.kind,
      freshness: isFresh ? 'verifier' : 'none',
      notes: named.notes,
      ...(checked === undefined ? {} : { hardware: checked }),
      policy: {
        id: policy.earId,
        hash: policy.hash,
        findings,
        referenceValues: [cpu, gpu].flatMap((part) => toReference(part)),
        ...toPassportRules(policy.document),
      },
      parts,
      ...(region === undefined ? {} : { region }),
    };
  };

  const factsOfMany: KeyAppraisal['factsOfMany'] = async (orgId, keys) => {
    const attestations = await deps.findAttestations(orgId, [...new Set(keys.map(({ kid }) => kid))]);
    const active = new Map<string, EffectivePolicy>();
    const facts = new Map<string, AttestationFacts>();
    const toName = (workspaceId: string, { hash, atMs }: TimedKey): string => `${workspaceId}/${hash}/${atMs ?? 'now'}`;
    for (const { workspaceId, ...key } of keys) {
      const name = toName(workspaceId, key);
      if (facts.has(name)) continue;
      const policy = active.get(workspaceId) ?? (await policies.find(db, orgId, workspaceId));
      active.set(workspaceId, policy);
      facts.set(name, await appraise(findBasis(attestations, key), policy, key.atMs));
    }
    return (workspaceId, key) => {
      const found = facts.get(toName(workspaceId, key));
      if (found === undefined) throw new Error(`the key attestation ${key.hash} was not asked for`);
      return found;
    };
  };

  return {
    factsOfMany,
    async factsOf(orgId, workspaceId, named) {
      return (await factsOfMany(orgId, [{ ...named, workspaceId }]))(workspaceId, named);
    },
    appraise: (attestation, policy) =>
      appraise({ named: attestation, newest: attestation, isFresh: attestation.freshness === 'verifier' }, policy),
  };
}

/**
 * The attestations that decide about a key: its kind comes from the one that evidence names, its state from the newest that
 * answered a challenge.
 */
export interface Basis {
  readonly named: StoredAttestation;
  readonly newest: StoredAttestation;
  readonly isFresh: boolean;
}

/** Chooses among the attestations of a key, oldest first. @throws Error if the named one does not exist. */
export function findBasis(attestations: readonly StoredAttestation[], key: NamedKey): Basis {
  const own = attestations.filter((attestation) => attestation.kid === key.kid);
  const named = own.find((candidate) => candidate.hash === key.hash);
  if (named === undefined) throw new Error(`the key attestation ${key.hash} of accepted evidence is gone`);
  const fresh = own.filter(
    ({ freshness, kind, revokedAt }) => freshness === 'verifier' && kind === named.kind && revokedAt === null,
  );
  const newest = fresh.at(-1);
  return { named, newest: newest ?? named, isFresh: newest !== undefined };
}

interface PartInput {
  readonly attestation: StoredAttestation;
  readonly policy: EffectivePolicy;
  readonly part: 'cpu' | 'gpu';
  readonly now: number;
}

async function checkPart(
  hardware: HardwareCheck,
  { attestation, policy, part, now }: PartInput,
  findings: PolicyFinding[],
): Promise<CheckedPart | undefined> {
  const { hash, document, createdAt, hardware: stored } = attestation;
  if (stored?.[part] === undefined) return undefined;
  const kind = part === 'cpu' ? attestation.kind : 'nvidia';
  const asked = policy.document.kinds[kind] ?? {};
  const sets = setsInForce(asked, { kind, sets: policy.sets, now });
  const others = toAcceptancePolicies(policy.document);
  const question = { hash, document, acceptedAt: createdAt, stored, part, kind, asked, others, sets };
  const checked = await hardware.check(question);
  if ((asked.reference_values ?? []).length > 0 && sets.length === 0) {
    const note = 'no set of reference values that the policy names is in force';
    findings.push({ part: `${part}-tee`, claim: 'executables', value: 96, note });
  }
  return checked;
}

interface PartsInput {
  readonly newest: StoredAttestation;
  readonly policy: EffectivePolicy;
  readonly checked: KeyHardware | undefined;
  readonly used: readonly (CheckedPart | undefined)[];
}

interface DatedPart extends TimedPart {
  /** True if it belongs to the report, and so to the report's time. */
  readonly isOfReport: boolean;
}

function listParts({ newest, policy, checked, used }: PartsInput): DatedPart[] {
  const parts: DatedPart[] = [];
  const add = (part: string, until: string | null | undefined, isOfReport = false): void => {
    if (until !== null && until !== undefined) parts.push({ part, until: Date.parse(until), isOfReport });
  };
  const addFacts = (prefix: string, facts: HardwareFacts | undefined): void => {
    add(`${prefix} leaf certificate`, facts?.valid_until.leaf, true);
    add(`${prefix} collateral`, facts?.valid_until.collateral, true);
  };
  addFacts('cpu', checked?.cpu);
  addFacts('gpu', checked?.gpu);
  for (const part of used) add('reference values', part?.set?.reference_values.valid_until);
  const age = policy.document.max_attestation_age_s;
  const end = newest.createdAt + (age ?? 0) * 1000;
  if (age !== undefined) parts.push({ part: 'key attestation', until: end, isOfReport: false });
  return parts;
}

interface PartTimes {
  readonly now: number;
  readonly at: number;
  readonly reportAt: number;
}

/** Gives the parts that still limit a passport, and those that had ended at the given time. */
function splitParts(parts: readonly DatedPart[], { now, at, reportAt }: PartTimes) {
  const hasEnded = ({ until, isOfReport }: DatedPart): boolean => until <= (isOfReport ? reportAt : at);
  return {
    parts: parts.filter(({ until }) => until > now).map(({ part, until }) => ({ part, until })),
    ended: parts.filter(hasEnded).map(({ part }) => part),
  };
}

function madeAtMs({ document }: StoredAttestation): number {
  return document.runtime_data.iat * 1000;
}

function toReference(part: CheckedPart | undefined): string[] {
  return part?.set === null || part === undefined ? [] : [`${part.set.id}/${part.set.version}`];
}

function toPassportRules(document: AppraisalPolicyDocument) {
  const { passport_ttl_s: ttlS, minimum_tier: minimumTier, authorize_deployment: authorizes } = document;
  return {
    ...(ttlS === undefined ? {} : { passportTtlS: ttlS }),
    ...(minimumTier === undefined ? {} : { minimumTier }),
    ...(authorizes === undefined ? {} : { authorizesDeployment: authorizes }),
  };
}

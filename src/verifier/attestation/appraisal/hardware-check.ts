/**
 * Appraises the report of an accepted key attestation under a policy. The vendor's own check runs again over the stored document,
 * as of its acceptance, so that one implementation decides what a policy means.
 */
import { canonicalize, nodeProofCrypto } from '@assay/sdk/crypto';
import type { KindPolicy } from '../../../contract/api/appraisal/policy-shapes.ts';
import type { ReferenceValues } from '../../../contract/api/appraisal/reference-shapes.ts';
import type { HardwareFacts, KeyHardware } from '../../../contract/hardware-facts.ts';
import type { KeyAttestation } from '../../../contract/key-attestation.ts';
import type { checkKeyAttestation } from '../../../proof/key-attestation.ts';
import type { Collateral } from '../../../proof/reports/input.ts';
import type { ReportPolicy } from '../../../proof/reports/policy.ts';
import { checkStoredKeyAttestation } from '../../../proof/stored-key-attestation.ts';
import { isBetterTier } from '../../../proof/trust-vector.ts';
import { toKind } from './kinds.ts';

export type CheckKeyAttestation = typeof checkKeyAttestation;

/** A report under a policy, and the set of reference values that it matches. */
export interface CheckedPart {
  readonly facts: HardwareFacts;
  /** Null if the policy names none, or none matches. */
  readonly set: ReferenceValues | null;
}

export interface PartQuestion {
  readonly hash: string;
  readonly document: KeyAttestation;
  readonly acceptedAt: number;
  readonly stored: KeyHardware;
  readonly part: 'cpu' | 'gpu';
  /** The kind under which the policy names this part. */
  readonly kind: string;
  readonly asked: KindPolicy;
  /** Report policies that allow the other part, by kind. */
  readonly others: Readonly<Record<string, ReportPolicy>>;
  /** Sets that the policy names for it and that are valid now. */
  readonly sets: readonly ReferenceValues[];
}

export interface HardwareCheck {
  /** Undefined if the attestation has no such part. */
  check(question: PartQuestion): Promise<CheckedPart | undefined>;
}

/** Answers kept in memory: a document never changes, so its answer under one policy does not either. */
const maxKept = 500;

/** `findCollateral` gives the collateral from an attestation's acceptance, by the hashes of the pieces. */
export function createHardwareCheck(
  checkAttestation: CheckKeyAttestation,
  findCollateral: (hashes: readonly string[]) => Promise<Collateral | undefined>,
): HardwareCheck {
  const kept = new Map<string, HardwareFacts | undefined>();

  const run = async (question: PartQuestion, policy: ReportPolicy): Promise<HardwareFacts | undefined> => {
    const { hash, document, acceptedAt, stored, part, kind, others } = question;
    const reportPolicies = { ...others, [kind]: policy };
    const name = canonicalize([hash, acceptedAt, part, reportPolicies]);
    if (kept.has(name)) return kept.get(name);
    const collateral = await findCollateral(stored.cpu.collateral_hashes);
    const given = { now: acceptedAt, crypto: nodeProofCrypto, reportPolicies };
    const asked = collateral === undefined ? given : { ...given, collateral };
    const verdict = await checkStoredKeyAttestation(document, asked, checkAttestation);
    const facts = verdict.hardware?.[part] ?? (verdict.ok ? undefined : toRefused(stored[part], verdict.message));
    const oldest = kept.size >= maxKept ? kept.keys().next().value : undefined;
    if (oldest !== undefined) kept.delete(oldest);
    kept.set(name, facts);
    return facts;
  };

  return {
    async check(question) {
      const { asked, sets } = question;
      const own = asked.report ?? {};
      if (sets.length === 0) {
        const facts = await run(question, own);
        return facts === undefined ? undefined : { facts, set: null };
      }
      let best: CheckedPart | undefined;
      for (const set of sets) {
        const measurements = { ...own.measurements, ...set.reference_values.measurements };
        const facts = await run(question, { ...own, measurements });
        if (facts === undefined) return undefined;
        const checked = { facts, set: facts.accepted ? set : null };
        if (best === undefined || isBetterTier(facts.tier, best.facts.tier)) best = checked;
      }
      return best;
    },
  };
}

/** Gives the sets that a policy names for a kind and that are valid at a time. */
export function setsInForce(
  { reference_values: ids = [] }: KindPolicy,
  { kind, sets, now }: { kind: string; sets: ReadonlyMap<string, ReferenceValues>; now: number },
): ReferenceValues[] {
  return ids.flatMap((id) => {
    const set = sets.get(id);
    if (set === undefined || set.state === 'revoked') return [];
    const { kind: own, valid_from: from, valid_until: until } = set.reference_values;
    const isInForce =
      (from === undefined || Date.parse(from) <= now) && (until === undefined || now < Date.parse(until));
    return isInForce && toKind(own) === kind ? [set] : [];
  });
}

/** AR4SI: cryptographic validation failed. Used for a report that was accepted once and is now refused without a verdict. */
const invalid = 99;

function toRefused(stored: HardwareFacts | undefined, message: string): HardwareFacts | undefined {
  if (stored === undefined) return undefined;
  const vector = Object.fromEntries(Object.keys(stored.vector).map((claim) => [claim, invalid]));
  const refused = { accepted: false, tier: 'contraindicated', reasons: ['policy'], notes: [message] } as const;
  return { ...stored, ...refused, reasons: [...refused.reasons], notes: [...refused.notes], vector };
}

/** Requirements of a policy that a key does not meet, each as a value for the trust vector and a sentence. Pure. */

import type { AppraisalPolicyDocument } from '../../../contract/api/appraisal/policy-shapes.ts';
import type { KeyHardware } from '../../../contract/hardware-facts.ts';
import type { StoredAttestation } from '../attestations/service.ts';
import type { PolicyFinding } from '../passports/appraise.ts';
import type { EffectivePolicy } from './effective.ts';

export interface KeyFindingsInput {
  /** The attestation that evidence names. */
  readonly named: StoredAttestation;
  /** The newest of the same key that answered a challenge; the named one if there is none. */
  readonly newest: StoredAttestation;
  readonly isFresh: boolean;
  readonly policy: EffectivePolicy;
  readonly hardware: KeyHardware | undefined;
  /** Parts of the proof that have ended. */
  readonly ended: readonly string[];
}

/** AR4SI: untrustworthy (96) and unrecognised (97), both contraindicated. */
const untrustworthy = 96;
const unrecognised = 97;

type Signers = NonNullable<AppraisalPolicyDocument['signers']>;

/** Lists every finding; none if the key meets the policy. */
export function findKeyFindings(input: KeyFindingsInput): PolicyFinding[] {
  const { named, newest, isFresh, policy, hardware, ended } = input;
  const { kinds, signers = {}, regions, freshness, require_gpu: needsGpu } = policy.document;
  const allowed = new Set(Object.keys(kinds));
  const region = newest.document.runtime_data.region;
  const isRevoked = named.revokedAt !== null || newest.revokedAt !== null;
  const on = (claim: string, value: number, note: string): PolicyFinding => ({ part: 'cpu-tee', claim, value, note });
  return [
    !allowed.has(named.kind) && on('hardware', unrecognised, `the policy does not allow the kind ${named.kind}`),
    isRevoked && on('instance-identity', untrustworthy, 'the key attestation was revoked'),
    freshness === 'verifier' &&
      !isFresh &&
      on('instance-identity', untrustworthy, 'the policy asks for a challenge answered, and none was'),
    ...ended.map((part) => on('instance-identity', untrustworthy, `the time of a part is over: ${part}`)),
    ...findSignerProblems(signers, input).map((note) => on('instance-identity', unrecognised, note)),
    regions !== undefined &&
      (region === undefined || !regions.includes(region)) &&
      on('configuration', untrustworthy, 'the declared region is none that the policy allows'),
    hardware?.gpu !== undefined &&
      !allowed.has('nvidia') &&
      ({ part: 'gpu-tee', claim: 'hardware', value: unrecognised, note: 'the policy allows no GPU' } as const),
    needsGpu === true &&
      hardware?.gpu === undefined &&
      ({
        part: 'gpu-tee',
        claim: 'hardware',
        value: unrecognised,
        note: 'the policy asks for an attested GPU',
      } as const),
  ].filter((finding) => finding !== false);
}

function findSignerProblems(signers: Signers, { named, newest, hardware }: KeyFindingsInput): string[] {
  const { spiffe_ids: spiffeIds, kids, id_key_digests: digests } = signers;
  const instance = newest.document.runtime_data.agent_instance;
  const digest = hardware?.cpu.report?.['id_key_digest'];
  return [
    spiffeIds?.some((pattern) => matches(pattern, instance)) === false && 'the attestor is none that the policy allows',
    kids?.includes(named.kid) === false && 'the key is none that the policy allows',
    digests?.some((allowed) => allowed.toLowerCase() === digest) === false &&
      'the identity of the guest is signed by no key that the policy allows',
  ].filter((problem) => problem !== false);
}

/** `*` at the end matches any suffix. */
function matches(pattern: string, instance: string): boolean {
  return pattern.endsWith('*') ? instance.startsWith(pattern.slice(0, -1)) : pattern === instance;
}

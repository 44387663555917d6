/** The key attestations of a bundle: the keys that may have signed its evidence and receipts, and their proof. */
import type { OkpKey } from '../contract/key-attestation.ts';
import type { EvidenceKey } from './evidence.ts';
import type { KeyAttestationCheck } from './key-attestation.ts';
import { type Finding, proven, refused } from './report.ts';
import { checkStoredKeyAttestation } from './stored-key-attestation.ts';
import type { Refusal } from './verdict.ts';

export interface CheckedAttestation {
  readonly kid: string;
  readonly jwk: OkpKey;
  /** `sha256:<hex>` of the key attestation. */
  readonly hash: string;
  readonly kind: string;
  readonly notes: readonly string[];
}

/** Options of the check of a stored key attestation; the pinned vendor roots by default. */
export type AttestationCheck = Pick<KeyAttestationCheck, 'now' | 'crypto' | 'roots'>;

/** Checks one key attestation of unknown origin as support for evidence. Never throws. */
export async function checkAttestation(
  candidate: unknown,
  check: AttestationCheck,
): Promise<{ ok: true; attestation: CheckedAttestation } | Refusal> {
  const { now, crypto, roots } = check;
  const verdict = await checkStoredKeyAttestation(
    candidate,
    roots === undefined ? { now, crypto } : { now, crypto, roots },
  );
  if (!verdict.ok) return verdict;
  const { kid, hash, kind, notes } = verdict;
  return { ok: true, attestation: { kid, jwk: verdict.attestation.jwk, hash, kind, notes } };
}

/** Checks every key attestation by itself. */
export async function checkAttestations(
  attestations: readonly unknown[],
  check: AttestationCheck,
): Promise<{ checked: CheckedAttestation[]; findings: Finding[] }> {
  const checked: CheckedAttestation[] = [];
  const findings: Finding[] = [];
  for (const [index, candidate] of attestations.entries()) {
    const verdict = await checkAttestation(candidate, check);
    if (!verdict.ok) {
      findings.push(refused(`key attestation #${index + 1}`, verdict));
      continue;
    }
    checked.push(verdict.attestation);
    findings.push(proven(`key attestation of ${verdict.attestation.kid}`, describeKind(verdict.attestation.kind)));
  }
  return { checked, findings };
}

/** Finds the key of an id, with every attestation that names it, for {@link EvidenceKey} lookups. */
export function findEvidenceKey(keys: readonly CheckedAttestation[], kid: string): EvidenceKey | undefined {
  const own = keys.filter((key) => key.kid === kid);
  const [first] = own;
  return first === undefined ? undefined : { jwk: first.jwk, keyAttestationHashes: own.map((key) => key.hash) };
}

function describeKind(kind: string): string {
  return kind === 'software'
    ? 'The attestor of this key held it (software attestation: no hardware was verified).'
    : `The key was made inside a ${kind} environment.`;
}

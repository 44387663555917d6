/** Evidence bundles: everything that a third party needs to check a passport, or one evidence, offline. */
import { type Bundle, bundleFormat } from '../../../contract/bundle.ts';
import { type Clock, toTimestamp } from '../../../platform/clock.ts';
import type { StoredAttestation } from '../attestations/service.ts';
import type { EvidenceParts, EvidenceReader } from '../evidence/service.ts';
import type { VerifierKeys } from '../../base/keys/service.ts';
import type { Passports } from './service.ts';

export interface Bundles {
  ofPassport(orgId: string, passportId: string): Promise<Bundle>;
  /** Bundles one evidence, with its passport if that covers nothing else. */
  ofEvidence(orgId: string, evidenceId: string): Promise<Bundle>;
}

export interface BundlesDeps {
  readonly passports: Passports;
  readonly evidence: EvidenceReader;
  readonly findAttestations: (orgId: string, kids: readonly string[]) => Promise<readonly StoredAttestation[]>;
  readonly keys: VerifierKeys;
  readonly clock: Clock;
}

export function createBundles({ passports, evidence, findAttestations, keys, clock }: BundlesDeps): Bundles {
  const compose = async (orgId: string, passport: string | null, parts: readonly EvidenceParts[]): Promise<Bundle> => {
    const attestations = await findAttestations(orgId, [...new Set(parts.map((part) => part.kid))]);
    const named = new Set(parts.map((part) => part.keyAttestationHash));
    return {
      format: bundleFormat,
      exported_at: toTimestamp(clock.now()),
      passport,
      evidence: parts.map((part) => ({ evidence_id: part.evidenceId, jws: part.jws })),
      key_attestations: pickAttestations(attestations, named).map((attestation) => attestation.document),
      receipts: parts.flatMap((part) => (part.receipt === null ? [] : [part.receipt])),
      verifier_keys: await keys.list(),
    };
  };

  return {
    async ofPassport(orgId, passportId) {
      const { jwt } = await passports.getToken(orgId, passportId);
      return compose(orgId, jwt, await evidence.listParts(orgId, passportId));
    },
    async ofEvidence(orgId, evidenceId) {
      const part = await evidence.getParts(orgId, evidenceId);
      const passport = part.passportId === null ? undefined : await passports.getToken(orgId, part.passportId);
      return compose(orgId, passport?.evidenceCount === 1 ? passport.jwt : null, [part]);
    },
  };
}

/** Picks those that the evidence names, and for each key the newest that answered a challenge, which proves freshness. */
function pickAttestations(attestations: readonly StoredAttestation[], named: ReadonlySet<string>): StoredAttestation[] {
  const fresh = new Map<string, string>();
  for (const attestation of attestations) {
    if (attestation.freshness === 'verifier') fresh.set(attestation.kid, attestation.hash);
  }
  return attestations.filter(({ hash, kid }) => named.has(hash) || fresh.get(kid) === hash);
}

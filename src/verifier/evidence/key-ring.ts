/** The accepted keys in memory: evidence is checked without a query, and an unknown key is looked up once more. */
import type { EvidenceKey } from '../../proof/evidence.ts';
import type { StoredAttestation } from '../attestations/service.ts';

export interface KeyRing {
  find(orgId: string, kid: string): EvidenceKey | undefined;
  /** Reads what is stored about a key now: another process may have accepted it. */
  refresh(orgId: string, kid: string): Promise<void>;
  /** Whether every attestation of a key that is not there was revoked, as of the last look. */
  isRevoked(orgId: string, kid: string): boolean;
  /** Drops a key: one of its attestations was revoked. */
  forget(orgId: string, kid: string): void;
}

/** Bounded, oldest out first. */
const maxKeys = 10_000;

export function createKeyRing(
  findByKids: (orgId: string, kids: readonly string[]) => Promise<readonly StoredAttestation[]>,
): KeyRing {
  const keys = new Map<string, EvidenceKey>();
  const revoked = new Set<string>();
  return {
    find: (orgId, kid) => keys.get(`${orgId}/${kid}`),
    isRevoked: (orgId, kid) => revoked.has(`${orgId}/${kid}`),
    forget: (orgId, kid) => void keys.delete(`${orgId}/${kid}`),
    async refresh(orgId, kid) {
      const all = await findByKids(orgId, [kid]);
      const attestations = all.filter(({ revokedAt }) => revokedAt === null);
      const [first] = attestations;
      if (first === undefined) {
        if (revoked.size >= maxKeys) revoked.clear();
        if (all.length > 0) revoked.add(`${orgId}/${kid}`);
        return;
      }
      const oldest = keys.size >= maxKeys ? keys.keys().next().value : undefined;
      if (oldest !== undefined) keys.delete(oldest);
      keys.set(`${orgId}/${kid}`, {
        jwk: first.document.jwk,
        keyAttestationHashes: attestations.map((attestation) => attestation.hash),
      });
    },
  };
}

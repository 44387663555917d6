/** Cache of accepted keys: evidence is checked without a query, and an unknown key is looked up once more. */
import type { Clock } from '../../../platform/clock.ts';
import type { EvidenceKey } from '../../../proof/evidence.ts';
import type { StoredAttestation } from '../attestations/service.ts';

export interface KeyRing {
  /** Finds a key that was read within {@link freshMs}; another process may have revoked an older one. */
  find(orgId: string, kid: string): EvidenceKey | undefined;
  /** Reads the stored key now: another process may have accepted or revoked it. */
  refresh(orgId: string, kid: string): Promise<EvidenceKey | undefined>;
  /** True if every attestation of an absent key was revoked, at the last look. */
  isRevoked(orgId: string, kid: string): boolean;
  /** Drops a key: one of its attestations was revoked. */
  forget(orgId: string, kid: string): void;
}

export interface KeyRingOptions {
  readonly findByKids: (orgId: string, kids: readonly string[]) => Promise<readonly StoredAttestation[]>;
  readonly clock: Clock;
}

/** Limit of the cache; evicts the oldest. */
const maxKeys = 10_000;
/** Several processes share one database, each with a cache: none uses a revoked key for longer. */
const freshMs = 1_000;

export function createKeyRing({ findByKids, clock }: KeyRingOptions): KeyRing {
  const keys = new Map<string, EvidenceKey & { readonly readMs: number }>();
  const revoked = new Set<string>();
  return {
    find(orgId, kid) {
      const key = keys.get(`${orgId}/${kid}`);
      return key !== undefined && Math.abs(clock.now() - key.readMs) < freshMs ? key : undefined;
    },
    isRevoked: (orgId, kid) => revoked.has(`${orgId}/${kid}`),
    forget: (orgId, kid) => void keys.delete(`${orgId}/${kid}`),
    async refresh(orgId, kid) {
      const name = `${orgId}/${kid}`;
      const readMs = clock.now();
      const all = await findByKids(orgId, [kid]);
      const attestations = all.filter(({ revokedAt }) => revokedAt === null);
      const [first] = attestations;
      // Inserted again, so that the least recently used key is evicted.
      keys.delete(name);
      if (first === undefined) {
        if (revoked.size >= maxKeys) revoked.clear();
        if (all.length > 0) revoked.add(name);
        return undefined;
      }
      const oldest = keys.size >= maxKeys ? keys.keys().next().value : undefined;
      if (oldest !== undefined) keys.delete(oldest);
      const keyAttestationHashes = attestations.map((attestation) => attestation.hash);
      const key = { jwk: first.document.jwk, keyAttestationHashes, readMs };
      keys.set(name, key);
      return key;
    },
  };
}

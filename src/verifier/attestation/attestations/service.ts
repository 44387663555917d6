/** Key attestations: single-use challenges, and the check that a key is bound to what made it (RFC 9334). */
import { toBase64Url } from '@assay/sdk/crypto';
import type {
  Attestation,
  AttestationDetail,
  Challenge,
  RevokedAttestation,
} from '../../../contract/api/attestations/shapes.ts';
import type { KeyHardware } from '../../../contract/hardware-facts.ts';
import { type KeyAttestation, KeyAttestationSchema } from '../../../contract/key-attestation.ts';
import { type Clock, toTimestamp } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { AppError } from '../../../platform/errors.ts';
import { type Page, type PageStart, toPage } from '../../../platform/http/page.ts';
import type { RandomBytes } from '../../../platform/ids.ts';
import { createShape } from '../../../proof/shape.ts';
import type { Audit } from '../../base/audit-log/append.ts';
import type { Author } from '../../base/control/author.ts';
import { defaultWorkspace } from '../../base/tenancy.ts';
import { type Accept, type AcceptanceDeps, createAcceptance } from './accept.ts';
import { toRecord } from './record.ts';
import type { AttestationRow } from './tables.ts';

export const challengeTtlMs = 5 * 60 * 1000;
/** Time for which expired challenges are kept, to tell a late answer from a nonce never issued. */
const challengeMemoryMs = 24 * 60 * 60 * 1000;
const maxOpenChallenges = 10_000;

/** An accepted key attestation, as stored. */
export interface StoredAttestation {
  readonly attestationId: string;
  readonly kid: string;
  readonly hash: string;
  readonly kind: string;
  readonly freshness: 'verifier' | 'none';
  readonly createdAt: number;
  readonly notes: readonly string[];
  readonly document: KeyAttestation;
  /** Facts of the hardware reports at its acceptance; null for software. */
  readonly hardware: KeyHardware | null;
  /** Milliseconds since the epoch. */
  readonly revokedAt: number | null;
}

/** Author and reason of a revocation. */
export interface AttestationRevocation {
  readonly author: Author;
  readonly reason: string;
}

export interface Attestations {
  challenge(orgId: string): Promise<Challenge>;
  /**
   * `isNew` is false if the same attestation was accepted before.
   * @throws AppError `attestation_refused`, `nonce_reused`; `conflict` (`key_of_another_gateway`).
   */
  register: Accept;
  get(orgId: string, id: string): Promise<AttestationDetail>;
  list(orgId: string, page: PageStart, kid?: string): Promise<Page<Attestation>>;
  findByKids(orgId: string, kids: readonly string[]): Promise<StoredAttestation[]>;
  findByHashes(orgId: string, hashes: readonly string[]): Promise<StoredAttestation[]>;
  /** Lists the newest, of any key. */
  listStored(orgId: string, limit: number): Promise<StoredAttestation[]>;
  /**
   * Revokes an attestation with all others of its key, for good; idempotent. The key's evidence is refused from now on, the key
   * cannot be attested anew (a thief could do that), and dependent passports are revoked.
   */
  revoke(tx: Db, id: string, revocation: AttestationRevocation): Promise<RevokedAttestation>;
}

export interface AttestationsDeps extends AcceptanceDeps {
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  /** Called inside the transaction. Returns how many passports were revoked. */
  readonly onRevoked: (tx: Db, attestation: StoredAttestation, revocation: AttestationRevocation) => Promise<number>;
  readonly audit: Audit;
  /** Blocks other administrative writes of the organisation. Call it first in each of them. */
  readonly hold: (tx: Db, orgId: string) => Promise<void>;
}

export function createAttestations(deps: AttestationsDeps): Attestations {
  const { store, clock, randomBytes } = deps;
  const register = createAcceptance(deps);
  return {
    async challenge(orgId) {
      const now = clock.now();
      await store.removeChallenges(now - challengeMemoryMs);
      if ((await store.countOpenChallenges(orgId, now)) >= maxOpenChallenges) {
        throw new AppError('too_many_requests', 'too many open challenges', { retryAfterS: 60 });
      }
      const nonce = toBase64Url(randomBytes(32));
      const expiresAt = now + challengeTtlMs;
      await store.insertChallenge({
        org_id: orgId,
        workspace_id: defaultWorkspace,
        nonce,
        issued_at: now,
        expires_at: expiresAt,
        used_at: null,
      });
      return { nonce, expires_at: toTimestamp(expiresAt) };
    },
    register,
    async get(orgId, id) {
      const row = await store.findById(orgId, id);
      if (row === undefined) throw notFound();
      const document = parseDocument(row.document);
      const hardware = row.hardware === null ? {} : { hardware: row.hardware };
      return { ...toRecord(row), ...hardware, jwk: document.jwk, key_attestation: document };
    },
    async revoke(tx, id, revocation) {
      const { author, reason } = revocation;
      const { orgId, user } = author;
      await deps.hold(tx, orgId);
      const before = await store.findById(orgId, id, tx);
      if (before === undefined) throw notFound();
      let count = 0;
      const revoked = await store.revokeKey(tx, orgId, before.kid, { at: clock.now(), by: user, reason });
      for (const row of revoked) count += await deps.onRevoked(tx, toStored(row), revocation);
      if (revoked.length > 0) {
        const attestations = revoked.map(({ attestation_id }) => attestation_id);
        await deps.audit.append(tx, author, {
          action: 'attestation.revoked',
          resourceType: 'attestation',
          resourceId: id,
          details: { kid: before.kid, attestations, reason, passports_revoked: count },
        });
      }
      const row = (await store.findById(orgId, id, tx)) ?? before;
      return { ...toRecord(row), passports_revoked: count };
    },
    listStored: async (orgId, limit) =>
      (await store.list(orgId, { limit, before: undefined })).slice(0, limit).map(toStored),
    list: async (orgId, page, kid) => toPage(await store.list(orgId, page, kid), page.limit, toRecord),
    findByKids: async (orgId, kids) => (await store.findByKids(orgId, kids)).map(toStored),
    findByHashes: async (orgId, hashes) => (await store.findByHashes(orgId, hashes)).map(toStored),
  };
}

const parseShape = createShape(KeyAttestationSchema, 'the stored key attestation');

function parseDocument(text: string): KeyAttestation {
  const shape = parseShape(JSON.parse(text));
  if (!shape.ok) throw new AppError('internal', shape.message);
  return shape.value;
}

function toStored(row: AttestationRow): StoredAttestation {
  return {
    attestationId: row.attestation_id,
    kid: row.kid,
    hash: row.key_attestation_hash,
    kind: row.kind,
    freshness: row.freshness,
    createdAt: row.created_at,
    notes: row.notes,
    document: parseDocument(row.document),
    hardware: row.hardware,
    revokedAt: row.revoked_at,
  };
}

function notFound(): AppError {
  return new AppError('not_found', 'no such attestation', { detail: 'there is no such attestation' });
}

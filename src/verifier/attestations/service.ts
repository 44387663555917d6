/** Key attestations: challenges that are good once, and the check that a key is bound to what made it (RFC 9334). */
import { toBase64Url } from '@assay/sdk/crypto';
import { type KeyAttestation, KeyAttestationSchema } from '../../contract/key-attestation.ts';
import { type Clock, toTimestamp } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import { type Page, type PageStart, toPage } from '../../platform/http/page.ts';
import type { RandomBytes } from '../../platform/ids.ts';
import { createShape } from '../../proof/shape.ts';
import { defaultWorkspace } from '../tenancy.ts';
import { createAcceptance } from './accept.ts';
import { toRecord } from './record.ts';
import type { Attestation, AttestationDetail, Challenge } from './schema.ts';
import type { AttestationStore } from './store.ts';
import type { AttestationRow } from './tables.ts';

export const challengeTtlMs = 5 * 60 * 1000;
/** Expired challenges are remembered this long, so that a late answer is told from a nonce never issued. */
const challengeMemoryMs = 24 * 60 * 60 * 1000;
const maxOpenChallenges = 10_000;

/** An accepted key attestation, read back. */
export interface StoredAttestation {
  readonly attestationId: string;
  readonly kid: string;
  readonly hash: string;
  readonly kind: string;
  readonly freshness: 'verifier' | 'none';
  readonly createdAt: number;
  readonly notes: readonly string[];
  readonly document: KeyAttestation;
}

export interface Attestations {
  challenge(orgId: string): Promise<Challenge>;
  /** `isNew` is false when the same attestation was accepted before. */
  register(orgId: string, candidate: unknown): Promise<{ record: Attestation; isNew: boolean }>;
  get(orgId: string, id: string): Promise<AttestationDetail>;
  list(orgId: string, page: PageStart, kid?: string): Promise<Page<Attestation>>;
  findByKids(orgId: string, kids: readonly string[]): Promise<StoredAttestation[]>;
  findByHashes(orgId: string, hashes: readonly string[]): Promise<StoredAttestation[]>;
}

export interface AttestationsDeps {
  readonly store: AttestationStore;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
}

export function createAttestations({ store, clock, randomBytes }: AttestationsDeps): Attestations {
  const register = createAcceptance({ store, clock, randomBytes });
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
      if (row === undefined)
        throw new AppError('not_found', 'no such attestation', { detail: 'there is no such attestation' });
      const document = parseDocument(row.document);
      return { ...toRecord(row), jwk: document.jwk, key_attestation: document };
    },
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
  };
}

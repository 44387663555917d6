/** Key attestations: challenges that are good once, and the check that a key is bound to what made it (RFC 9334). */
import { nodeProofCrypto, toBase64Url } from '@assay/sdk/crypto';
import { type KeyAttestation, KeyAttestationSchema } from '../../contract/key-attestation.ts';
import { type Clock, toTimestamp } from '../../platform/clock.ts';
import { AppError, type ErrorCode } from '../../platform/errors.ts';
import { type Page, type PageStart, toPage } from '../../platform/http/page.ts';
import { createId, type RandomBytes } from '../../platform/ids.ts';
import { checkKeyAttestation } from '../../proof/key-attestation.ts';
import { createShape } from '../../proof/shape.ts';
import { defaultWorkspace } from '../tenancy.ts';
import type { Attestation, AttestationDetail, Challenge } from './schema.ts';
import type { AttestationStore, NewAttestation } from './store.ts';
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
  // A nonce that is being answered right now: whoever presents it meanwhile is refused, also with the same bytes.
  const answering = new Set<string>();

  const answerOnce = async (orgId: string, row: NewAttestation): Promise<'verifier' | 'none'> => {
    const challenge = await store.findChallenge(orgId, row.nonce);
    if (challenge === undefined) {
      if (row.kind !== 'software')
        throw refuse('attestation_refused', 'nonce_mismatch', 'the nonce was not issued here');
      await store.insert({ ...row, freshness: 'none' });
      return 'none';
    }
    if (challenge.used_at !== null) throw refuse('nonce_reused', 'nonce_reused', 'the nonce was answered before');
    const stored = await store.insertAnswer({ ...row, freshness: 'verifier' }, clock.now());
    if (stored) return 'verifier';
    if (challenge.expires_at <= clock.now()) {
      throw refuse('nonce_expired', 'nonce_expired', 'the nonce is older than five minutes: ask for a new one');
    }
    throw refuse('nonce_reused', 'nonce_reused', 'the nonce was answered before');
  };

  const accept = async (orgId: string, candidate: unknown): Promise<{ record: Attestation; isNew: boolean }> => {
    const verdict = await checkKeyAttestation(candidate, { now: clock.now(), crypto: nodeProofCrypto });
    if (!verdict.ok) throw refuse('attestation_refused', verdict.reason, verdict.message);
    const { hash, kid, kind, nonce, notes, attestation } = verdict;
    const busy = `${orgId}/${nonce}`;
    if (answering.has(busy))
      throw refuse('nonce_reused', 'nonce_reused', 'the nonce is being answered by another call');
    answering.add(busy);
    try {
      const known = await store.findByHash(orgId, hash);
      if (known !== undefined) return { record: toRecord(known), isNew: false };
      const row: NewAttestation = {
        org_id: orgId,
        workspace_id: defaultWorkspace,
        attestation_id: createId('att', clock, randomBytes),
        key_attestation_hash: hash,
        kid,
        kind,
        freshness: 'none',
        nonce,
        notes: [...notes],
        document: JSON.stringify(attestation),
        created_at: clock.now(),
      };
      await answerOnce(orgId, row);
      const stored = await store.findByHash(orgId, hash);
      if (stored === undefined) throw new AppError('internal', 'an accepted key attestation is not there');
      return { record: toRecord(stored), isNew: stored.attestation_id === row.attestation_id };
    } finally {
      answering.delete(busy);
    }
  };

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
    register: accept,
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

function toRecord(row: AttestationRow): Attestation {
  const { attestation_id, kid, key_attestation_hash, kind, freshness, notes, created_at } = row;
  return { attestation_id, kid, key_attestation_hash, kind, freshness, notes, created_at: toTimestamp(created_at) };
}

function refuse(code: ErrorCode, reason: string, message: string): AppError {
  return new AppError(code, message, { detail: message, extensions: { reason } });
}

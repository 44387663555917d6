/** Accepts a key attestation: checks it, and uses up the challenge it answers, exactly once. */
import { nodeProofCrypto } from '@assay/sdk/crypto';
import type { Clock } from '../../platform/clock.ts';
import { AppError, type ErrorCode } from '../../platform/errors.ts';
import { createId, type RandomBytes } from '../../platform/ids.ts';
import { checkKeyAttestation } from '../../proof/key-attestation.ts';
import { defaultWorkspace } from '../tenancy.ts';
import { toRecord } from './record.ts';
import type { Attestation } from './schema.ts';
import type { AttestationStore, NewAttestation } from './store.ts';

export interface AcceptanceDeps {
  readonly store: AttestationStore;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
}

/** `isNew` is false when the same attestation was accepted before. */
export type Accept = (orgId: string, candidate: unknown) => Promise<{ record: Attestation; isNew: boolean }>;

export function createAcceptance({ store, clock, randomBytes }: AcceptanceDeps): Accept {
  // A nonce that is being answered right now: whoever presents it meanwhile is refused, also with the same bytes.
  const answering = new Set<string>();

  const answerOnce = async (orgId: string, row: NewAttestation): Promise<void> => {
    const challenge = await store.findChallenge(orgId, row.nonce);
    if (challenge === undefined) {
      if (row.kind !== 'software')
        throw refuse('attestation_refused', 'nonce_mismatch', 'the nonce was not issued here');
      await store.insert({ ...row, freshness: 'none' });
      return;
    }
    if (challenge.used_at !== null) throw refuse('nonce_reused', 'nonce_reused', 'the nonce was answered before');
    const stored = await store.insertAnswer({ ...row, freshness: 'verifier' }, clock.now());
    if (stored) return;
    if (challenge.expires_at <= clock.now()) {
      throw refuse('nonce_expired', 'nonce_expired', 'the nonce is older than five minutes: ask for a new one');
    }
    throw refuse('nonce_reused', 'nonce_reused', 'the nonce was answered before');
  };

  return async (orgId, candidate) => {
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
}

function refuse(code: ErrorCode, reason: string, message: string): AppError {
  return new AppError(code, message, { detail: message, extensions: { reason } });
}

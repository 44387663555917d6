/** Accepts a key attestation: checks it, and uses up its challenge exactly once. */

import { isDeepStrictEqual } from 'node:util';
import { canonicalize, nodeProofCrypto, sha256Hex } from '@assay/sdk/crypto';
import type { Attestation } from '../../../contract/api/attestations/shapes.ts';
import { type KeyAttestation, KeyAttestationSchema } from '../../../contract/key-attestation.ts';
import type { Clock } from '../../../platform/clock.ts';
import { AppError, type ErrorCode } from '../../../platform/errors.ts';
import { createId, type RandomBytes } from '../../../platform/ids.ts';
import type { checkKeyAttestation } from '../../../proof/key-attestation.ts';
import type { Collateral } from '../../../proof/reports/input.ts';
import type { ReportPolicy } from '../../../proof/reports/policy.ts';
import { createShape } from '../../../proof/shape.ts';
import { checkStoredKeyAttestation } from '../../../proof/stored-key-attestation.ts';
import { defaultWorkspace } from '../../base/tenancy.ts';
import { assertOwn, type HoldingSender, type Holdings } from './holdings.ts';
import { toRecord } from './record.ts';
import type { AttestationStore, NewAttestation } from './store.ts';

export interface AcceptanceDeps {
  readonly store: AttestationStore;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly check: typeof checkKeyAttestation;
  /** What the organisation allows in reports beyond the default. Its restrictions are appraised later. */
  readonly acceptancePolicies: (orgId: string) => Promise<Readonly<Record<string, ReportPolicy>>>;
  readonly collateral: CollateralSource;
  /** The gateway that each key belongs to. */
  readonly holdings: Holdings;
}

/** Available collateral, and the archive of what was used. */
export interface CollateralSource {
  current(): Promise<Collateral | undefined>;
  keep(orgId: string, collateral: Collateral): Promise<void>;
}

/** `isNew` is false if the same attestation was accepted before. */
export type Accept = (
  orgId: string,
  candidate: unknown,
  sender?: HoldingSender,
) => Promise<{ record: Attestation; isNew: boolean }>;

interface Examined {
  readonly verdict: AcceptedAttestation;
  /** The refusal if its validity has ended, undefined otherwise. */
  readonly ended: AppError | undefined;
  readonly used: Collateral | undefined;
}

type AcceptedAttestation = Extract<Awaited<ReturnType<typeof checkKeyAttestation>>, { readonly ok: true }>;

export function createAcceptance(deps: AcceptanceDeps): Accept {
  const { store, clock, randomBytes, check, acceptancePolicies, collateral: source, holdings } = deps;
  // Nonces being answered now. The same attestation waits for the same answer: a gateway registers its key in two ways at once.
  // Another attestation with the nonce is refused.
  const answering = new Map<string, { readonly hash: string; readonly answer: Promise<Attestation> }>();

  // A nonce chosen by the attestor proves no freshness, whatever the kind. Evidence that names it is held at warning until its
  // key answers a challenge.
  const answerOnce = async (orgId: string, row: NewAttestation, ended: AppError | undefined): Promise<void> => {
    const challenge = await store.findChallenge(orgId, row.nonce);
    if (challenge === undefined) {
      await store.insert({ ...row, freshness: 'none' });
      return;
    }
    if (ended !== undefined) throw ended;
    if (challenge.used_at !== null) throw refuse('nonce_reused', 'nonce_reused', 'the nonce was already used');
    const stored = await store.insertAnswer({ ...row, freshness: 'verifier' }, clock.now());
    if (stored) return;
    if (challenge.expires_at <= clock.now()) {
      throw refuse('nonce_expired', 'nonce_expired', 'the nonce is older than five minutes: request a new one');
    }
    throw refuse('nonce_reused', 'nonce_reused', 'the nonce was already used');
  };

  /**
   * `ended`: the refusal if only its validity has ended; it may not answer a challenge then. @throws AppError
   * `attestation_refused`.
   */
  const examine = async (orgId: string, candidate: unknown): Promise<Examined> => {
    const used = await source.current();
    const reportPolicies = await acceptancePolicies(orgId);
    const given = { now: clock.now(), crypto: nodeProofCrypto, reportPolicies };
    const asked = used === undefined ? given : { ...given, collateral: used };
    const verdict = await check(candidate, asked);
    if (verdict.ok) return { verdict, ended: undefined, used };
    const refusal = refuse('attestation_refused', verdict.reason, verdict.message);
    const then = await checkStoredKeyAttestation(candidate, asked, check);
    if (!then.ok) throw refusal;
    return { verdict: then, ended: refusal, used };
  };

  const assertOwnKey = (orgId: string, kid: string, sender: HoldingSender) =>
    assertOwn(holdings, { orgId, thing: { kind: 'key', name: kid }, code: 'conflict' }, sender);

  const storeOnce = async (orgId: string, { verdict, ended, used }: Examined, sender: HoldingSender) => {
    const { hash, kid, kind, nonce, notes, attestation, hardware = null } = verdict;
    const ofKey = await store.findByKids(orgId, [kid]);
    if (ofKey.some((row) => row.revoked_at !== null)) throw revoked();
    const known = ofKey.find((row) => row.key_attestation_hash === hash);
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
      hardware,
      revoked_at: null,
      revoked_by: null,
      revoked_reason: null,
    };
    if (hardware !== null && used !== undefined) await source.keep(orgId, used);
    await answerOnce(orgId, row, ended);
    const stored = await store.findByHash(orgId, hash);
    if (stored === undefined) throw new AppError('internal', 'an accepted key attestation is missing');
    const isNew = stored.attestation_id === row.attestation_id;
    // Only for a new one: anybody can read known attestations and submit them again.
    if (isNew && sender.gatewayId !== undefined) {
      await holdings.claim(orgId, sender.gatewayId, [{ kind: 'key', name: kid }]);
      await assertOwnKey(orgId, kid, sender);
    }
    return { record: toRecord(stored), isNew };
  };

  /**
   * Finds an identical accepted attestation. Gateways submit theirs every second or two to learn of a revocation at once, and its
   * hardware report is not checked again for that.
   */
  const findKnown = async (orgId: string, candidate: unknown): Promise<Attestation | undefined> => {
    const shape = parseShape(candidate);
    if (!shape.ok) return undefined;
    const row = await store.findByHash(orgId, hashOf(shape.value));
    if (row === undefined || !isDeepStrictEqual(JSON.parse(row.document), candidate)) return undefined;
    if (row.revoked_at !== null) throw revoked();
    return toRecord(row);
  };

  return async (orgId, candidate, sender = {}) => {
    const accepted = await findKnown(orgId, candidate);
    if (accepted !== undefined) {
      await assertOwnKey(orgId, accepted.kid, sender);
      return { record: accepted, isNew: false };
    }
    const examined = await examine(orgId, candidate);
    const { hash, kid, nonce } = examined.verdict;
    await assertOwnKey(orgId, kid, sender);
    const busy = `${orgId}/${nonce}`;
    const other = answering.get(busy);
    if (other?.hash === hash) return { record: await other.answer, isNew: false };
    if (other !== undefined) throw refuse('nonce_reused', 'nonce_reused', 'another call is using the nonce');
    const storing = storeOnce(orgId, examined, sender);
    const answer = storing.then(({ record }) => record);
    // Callers that wait get the error; there may be none.
    answer.catch(() => undefined);
    answering.set(busy, { hash, answer });
    try {
      return await storing;
    } finally {
      answering.delete(busy);
    }
  };
}

const parseShape = createShape(KeyAttestationSchema, 'the key attestation');

function hashOf({ cmw, runtime_data }: KeyAttestation): string {
  return `sha256:${sha256Hex(canonicalize({ cmw, runtime_data }))}`;
}

function revoked(): AppError {
  return refuse('attestation_refused', 'revoked', 'this key was revoked: replace it');
}

function refuse(code: ErrorCode, reason: string, message: string): AppError {
  return new AppError(code, message, { detail: message, extensions: { reason } });
}

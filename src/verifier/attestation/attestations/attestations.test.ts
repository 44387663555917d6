import { createEd25519Key } from '@assay/sdk/crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aKeyAttestation, attestationHash, madeAtS } from '../../../../test/support/artefacts.ts';
import type { Database } from '../../../platform/db/db.ts';
import { testDatabaseUrl } from '../../../platform/db/test-db.ts';
import { openTestVerifier, type TestVerifier } from '../../test-verifier.ts';
import { challengeTtlMs } from './service.ts';

const kinds: Database['kind'][] = testDatabaseUrl === undefined ? ['pglite'] : ['postgres'];

describe.each(kinds)('key attestations on %s (TEST_DATABASE_URL adds postgres)', (kind) => {
  let verifier: TestVerifier;
  beforeAll(async () => {
    verifier = await openTestVerifier({}, kind);
  });
  afterAll(() => verifier?.close());

  const register = (attestation: unknown) => verifier.post('/v1/attestations', { key_attestation: attestation });
  const challenge = async () => String((await verifier.post('/v1/attestations/challenge')).body['nonce']);

  it('a challenge is 32 random bytes with an end', async () => {
    const answer = await verifier.post('/v1/attestations/challenge');
    expect(answer.status).toBe(201);
    expect(Buffer.from(String(answer.body['nonce']), 'base64url')).toHaveLength(32);
    expect(Date.parse(String(answer.body['expires_at']))).toBe(verifier.clock.now() + challengeTtlMs);
    expect(await challenge()).not.toBe(answer.body['nonce']);
  });

  it('that answers a challenge is fresh, and can be read back', async () => {
    const key = createEd25519Key();
    const attestation = aKeyAttestation(key, { runtimeData: { nonce: await challenge() } });
    const { status, body } = await register(attestation);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      kid: key.kid,
      key_attestation_hash: attestationHash(attestation),
      kind: 'software',
      freshness: 'verifier',
      notes: ['software attestation: no hardware was verified'],
    });
    const detail = await verifier.get(`/v1/attestations/${body['attestation_id']}`);
    expect(detail.body).toEqual({ ...body, jwk: key.jwk, key_attestation: attestation });
    const list = await verifier.get(`/v1/attestations?kid=${key.kid}`);
    expect(list.body['items']).toEqual([body]);
  });

  it('with a nonce of its own is accepted as not fresh', async () => {
    const { status, body } = await register(aKeyAttestation(createEd25519Key()));
    expect([status, body['freshness']]).toEqual([201, 'none']);
  });

  it('is answered with the same record when it is sent again, fresh or not, also after the challenge ended', async () => {
    const start = verifier.clock.now();
    for (const nonce of [await challenge(), undefined]) {
      const runtimeData = nonce === undefined ? {} : { nonce };
      const attestation = aKeyAttestation(createEd25519Key(), { runtimeData });
      const first = await register(attestation);
      verifier.clock.set(start + challengeTtlMs + 1);
      const second = await register(attestation);
      verifier.clock.set(start);
      expect([first.status, second.status]).toEqual([201, 200]);
      expect(second.body).toEqual(first.body);
    }
  });

  it('one nonce offered 64 times in parallel is accepted exactly once', async () => {
    const nonce = await challenge();
    const key = createEd25519Key();
    const answers = await Promise.all(
      Array.from({ length: 64 }, (_, index) =>
        register(aKeyAttestation(key, { runtimeData: { nonce, iat: madeAtS - index } })),
      ),
    );
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1);
    expect(answers.filter((answer) => answer.status === 409)).toHaveLength(63);
    expect(answers.every(({ status, body }) => status === 201 || body['reason'] === 'nonce_reused')).toBe(true);
    const list = await verifier.get(`/v1/attestations?kid=${key.kid}`);
    expect(list.body['items']).toHaveLength(1);
  });

  it('the same bytes offered 64 times in parallel are accepted exactly once', async () => {
    const attestation = aKeyAttestation(createEd25519Key(), { runtimeData: { nonce: await challenge() } });
    const answers = await Promise.all(Array.from({ length: 64 }, () => register(attestation)));
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1);
    // A gateway registers its key in two ways at once: neither is refused.
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(63);
    expect(new Set(answers.map(({ body }) => body['attestation_id'])).size).toBe(1);
  });

  it('an answered nonce serves no other key', async () => {
    const nonce = await challenge();
    await register(aKeyAttestation(createEd25519Key(), { runtimeData: { nonce } }));
    const second = await register(aKeyAttestation(createEd25519Key(), { runtimeData: { nonce } }));
    expect(second).toMatchObject({ status: 409, body: { code: 'nonce_reused', reason: 'nonce_reused' } });
  });

  it('an expired nonce is refused', async () => {
    const nonce = await challenge();
    const start = verifier.clock.now();
    verifier.clock.set(start + challengeTtlMs);
    const answer = await register(aKeyAttestation(createEd25519Key(), { runtimeData: { nonce } }));
    verifier.clock.set(start);
    expect(answer).toMatchObject({ status: 409, body: { code: 'nonce_expired', reason: 'nonce_expired' } });
  });

  it.each([
    [
      'for another key',
      () => ({ ...aKeyAttestation(createEd25519Key()), jwk: createEd25519Key().jwk }),
      'report_data_mismatch',
    ],
    [
      'with a changed report',
      () => aKeyAttestation(createEd25519Key(), { report: { report_data: 'AAAA' } }),
      'report_data_mismatch',
    ],
    ['that is no object', () => 'x', 'schema'],
  ])('%s is refused and not stored', async (_title, make, reason) => {
    const before = (await verifier.get('/v1/attestations?limit=1')).body['items'];
    expect(await register(make())).toMatchObject({ status: 400, body: { code: 'attestation_refused', reason } });
    expect((await verifier.get('/v1/attestations?limit=1')).body['items']).toEqual(before);
  });
});

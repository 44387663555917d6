import { canonicalize, createEd25519Key, type SigningKey, sha512, toBase64Url } from '@assay/sdk/crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anEvidence, attestationHash, signEvidence } from '../../../../test/support/artefacts.ts';
import { cmwEvidence, type KeyAttestation, snpReportMediaType } from '../../../contract/key-attestation.ts';
import { testDatabaseKind } from '../../../platform/db/test-db.ts';
import { checkKeyAttestation } from '../../../proof/key-attestation.ts';
import { createSnpBench, type SnpSampleOptions } from '../../../proof/reports/sev-snp/snp.fixture.ts';
import { openTestVerifier, type TestVerifier } from '../../test-verifier.ts';

const bench = createSnpBench();
const measurement = new Uint8Array(48).fill(0xa1);
const hex = Buffer.from(measurement).toString('hex');

/** Gives a key attestation with a really signed report; the bench plays the vendor. */
function attest(key: SigningKey, nonce: string, iat: number, options: SnpSampleOptions = {}): KeyAttestation {
  const runtime_data = {
    v: 1 as const,
    purpose: 'evidence-key' as const,
    jwk_thumbprint: key.kid,
    nonce,
    iat,
    agent_instance: 'spiffe://assay.local/attestor/snp',
  };
  const reportData = sha512(canonicalize(runtime_data));
  const { report, certificates, collateral } = bench.sample({ ...options, reportData, measurement });
  const toBase64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
  return {
    cmw: { cpu: [snpReportMediaType, toBase64Url(report), cmwEvidence] },
    runtime_data,
    endorsements: {
      certs: certificates.map(toBase64),
      collateral: collateral.revocationLists.map(toBase64),
    },
    jwk: { ...key.jwk },
  };
}

describe.each(['production', 'test'])('a really signed SEV-SNP report under roots of the profile %s', (profile) => {
  const roots = bench.roots.map((root) => ({ ...root, profile }));
  let verifier: TestVerifier;
  beforeAll(async () => {
    verifier = await openTestVerifier({}, testDatabaseKind, {
      checkAttestation: (candidate, check) => checkKeyAttestation(candidate, { ...check, roots }),
    });
  });
  afterAll(() => verifier?.close());

  const register = async (options: SnpSampleOptions = {}) => {
    const key = createEd25519Key();
    const nonce = String((await verifier.post('/v1/attestations/challenge')).body['nonce']);
    const iat = Math.floor(verifier.clock.now() / 1000);
    const document = attest(key, nonce, iat, options);
    const answer = await verifier.post('/v1/attestations', { key_attestation: document });
    return { key, hash: attestationHash(document), answer };
  };
  const activate = async (report: Record<string, unknown>) => {
    const policy = { name: 'p', kinds: { 'sev-snp': { report } } };
    const { id } = (await verifier.admin('POST', '/v1/appraisal-policies', { policy })).body;
    await verifier.admin('POST', `/v1/appraisal-policies/${id}/activate`, { reason: 'test' });
  };
  let agents = 0;
  const issue = async ({ key, hash }: { key: SigningKey; hash: string }) => {
    agents += 1;
    const evidence = anEvidence(hash, { agent_id: `snp-${agents}`, authentication: 'token' });
    const sent = await verifier.post('/v1/evidence', { jws: signEvidence(key, evidence) });
    expect(sent.status).toBe(200);
    const { items } = (await verifier.get(`/v1/passports?agent_id=snp-${agents}`)).body;
    const [first] = Array.isArray(items) ? items : [];
    return (await verifier.get(`/v1/passports/${first?.passport_id}`)).body;
  };

  it('is accepted, stored completely, and appraised by the policy at its acceptance', async () => {
    const attested = await register();
    expect(attested.answer).toMatchObject({ status: 201, body: { kind: 'sev-snp', freshness: 'verifier' } });
    const detail = await verifier.get(`/v1/attestations/${attested.answer.body['attestation_id']}`);
    expect(detail.body['hardware']).toMatchObject({
      cpu: { accepted: true, roots_profile: profile, report: { measurement: hex }, vector: { 'instance-identity': 2 } },
    });
    expect(await issue(attested)).toMatchObject({ status: 'warning', is_mock: profile === 'test' });

    await activate({ measurements: { measurement: [hex] }, minimum_tcb: { snp: 20 } });
    const affirmed = await issue(attested);
    expect(affirmed).toMatchObject({
      status: profile === 'production' ? 'affirming' : 'warning',
      is_mock: profile === 'test',
      hardware_attestation: { provider: 'amd', verified: profile === 'production' },
      evaluations: [{ name: 'cpu-tee', vector: { executables: 2, hardware: 2 } }, { name: 'gateway-decision' }],
    });

    await activate({ measurements: { measurement: ['00'.repeat(48)] } });
    expect(await issue(attested)).toMatchObject({
      status: 'contraindicated',
      evaluations: [{ vector: { executables: 96 } }, {}],
    });
    await verifier.admin('POST', '/v1/appraisal-policies/default/activate', { reason: 'test' });
  });

  it('of another VMPL is accepted only when the policy allows it, and fails when the policy changes', async () => {
    expect((await register({ vmpl: 1 })).answer).toMatchObject({ status: 400, body: { reason: 'policy' } });
    await activate({ vmpl: [1] });
    const attested = await register({ vmpl: 1 });
    expect(attested.answer.status).toBe(201);
    expect(await issue(attested)).toMatchObject({ status: 'warning' });
    await verifier.admin('POST', '/v1/appraisal-policies/default/activate', { reason: 'test' });
    expect(await issue(attested)).toMatchObject({ status: 'contraindicated', is_mock: true });
  });

  it('gives passports that end with its leaf certificate', async () => {
    const end = verifier.clock.now() + 3_600_000;
    const attested = await register({ notAfter: new Date(end).toISOString() });
    const { expires_at: expiresAt, valid_until: parts } = await issue(attested);
    expect(Date.parse(String(expiresAt))).toBeLessThanOrEqual(end);
    expect(Object.keys(Object(parts))).toContain('cpu leaf certificate');
  });
});

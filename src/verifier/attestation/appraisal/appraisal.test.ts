import { createEd25519Key, type SigningKey } from '@assay/sdk/crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aKeyAttestation, anEvidence, attestationHash, signEvidence } from '../../../../test/support/artefacts.ts';
import type { HardwareFacts } from '../../../contract/hardware-facts.ts';
import { testDatabaseKind } from '../../../platform/db/test-db.ts';
import { openTestVerifier, type TestVerifier } from '../../test-verifier.ts';
import { aMeasurement, createFakeHardware, hardwareInstance } from './hardware.fixture.ts';

const [good, bad] = [aMeasurement('aa'), aMeasurement('bb')];

describe('an appraisal', () => {
  let verifier: TestVerifier;
  let facts: Partial<HardwareFacts> = {};
  beforeAll(async () => {
    verifier = await openTestVerifier({}, testDatabaseKind, { checkAttestation: createFakeHardware(() => facts) });
  });
  afterAll(() => verifier?.close());

  let agents = 0;
  interface Attested {
    readonly key: SigningKey;
    readonly hash: string;
    readonly id: string;
    readonly answer: { status: number; body: Record<string, unknown> };
  }
  /** Attests a key with an answer to a challenge. */
  const attest = async (instance: string, options: { key?: SigningKey; region?: string } = {}): Promise<Attested> => {
    const { key = createEd25519Key(), region } = options;
    const nonce = String((await verifier.post('/v1/attestations/challenge')).body['nonce']);
    const runtimeData = { nonce, agent_instance: instance, ...(region === undefined ? {} : { region }) };
    const attestation = aKeyAttestation(key, { runtimeData });
    const answer = await verifier.post('/v1/attestations', { key_attestation: attestation });
    return { key, hash: attestationHash(attestation), id: String(answer.body['attestation_id']), answer };
  };
  const agentOf = () => {
    agents += 1;
    return `agent-${agents}`;
  };
  const send = async ({ key, hash }: Attested, agentId: string) => {
    const evidence = anEvidence(hash, { agent_id: agentId, authentication: 'token' });
    const answer = await verifier.post('/v1/evidence', { jws: signEvidence(key, evidence) });
    return { ...answer, evidenceId: evidence.evidence_id };
  };
  const latest = async (agentId: string): Promise<Record<string, unknown>> => {
    const { items } = (await verifier.get(`/v1/passports?agent_id=${agentId}&latest=true`)).body;
    const [first] = Array.isArray(items) ? items : [];
    return (await verifier.get(`/v1/passports/${first?.passport_id}`)).body;
  };
  const issue = async (attested: Attested) => {
    const agentId = agentOf();
    expect((await send(attested, agentId)).status).toBe(200);
    return latest(agentId);
  };
  const activate = async (policy: Record<string, unknown>, workspace?: string) => {
    const written = await verifier.admin('POST', '/v1/appraisal-policies', { policy: { name: 'p', ...policy } });
    const scope = workspace === undefined ? {} : { workspace_id: workspace };
    const id = String(written.body['id']);
    await verifier.admin('POST', `/v1/appraisal-policies/${id}/activate`, { reason: 'test', ...scope });
    return id;
  };
  const reset = () => verifier.admin('POST', '/v1/appraisal-policies/default/activate', { reason: 'test' });
  const aSet = async (change: Record<string, unknown> = {}) => {
    const set = { name: 's', kind: 'sev-snp', source: 'test', measurements: { measurement: [good] }, ...change };
    return String((await verifier.admin('POST', '/v1/reference-values', { reference_values: set })).body['id']);
  };
  const partOf = (passport: Record<string, unknown>, name = 'cpu-tee'): Record<string, unknown> => {
    const { evaluations } = passport;
    const found = (Array.isArray(evaluations) ? evaluations : []).find((part) => part.name === name);
    return Object(found);
  };

  it('of hardware without a policy is genuine and a warning: the running code was not compared', async () => {
    const passport = await issue(await attest(hardwareInstance(good)));
    expect(passport).toMatchObject({
      status: 'warning',
      is_mock: false,
      deployment_authorized: false,
      authorization_reason: null,
      hardware_attestation: { provider: 'amd', tee_type: 'sev-snp', gpu_tee_type: null, verified: true },
    });
    expect(partOf(passport)).toMatchObject({
      status: 'warning',
      policy_id: 'tag:assay.dev,2026:appraisal/1',
      policy_hash: null,
      reference_values: [],
      vector: { hardware: 2, executables: 0 },
    });
  });

  it('against reference values affirms, names the set, and authorizes if the policy says so', async () => {
    const set = await aSet();
    const rules = { minimum_tier: 'affirming', authorize_deployment: true, passport_ttl_s: 600 };
    const id = await activate({ kinds: { 'sev-snp': { reference_values: [set] } }, ...rules });
    const passport = await issue(await attest(hardwareInstance(good)));
    expect(passport).toMatchObject({ status: 'affirming', deployment_authorized: true, risk_score: 0 });
    expect(partOf(passport)).toMatchObject({
      policy_id: `tag:assay.dev,2026:appraisal/1#${id}/1`,
      policy_hash: expect.stringMatching(/^sha256:/),
      reference_values: [`${set}/1`],
    });
    expect(Date.parse(String(passport['expires_at'])) - Date.parse(String(passport['issued_at']))).toBe(600_000);
    const other = await issue(await attest(hardwareInstance(bad)));
    expect(other).toMatchObject({ status: 'contraindicated', is_mock: true, deployment_authorized: false });
    expect(partOf(other)).toMatchObject({ vector: { executables: 96 }, reference_values: [] });
  });

  it('uses a set only as a whole and while it is active', async () => {
    const now = verifier.clock.now();
    const time = (offsetMs: number) => new Date(now + offsetMs).toISOString();
    const [over, later, open] = [
      await aSet({ valid_until: time(-1000) }),
      await aSet({ valid_from: time(100_000) }),
      await aSet({ valid_until: time(50_000) }),
    ];
    const attested = await attest(hardwareInstance(good));
    await activate({ kinds: { 'sev-snp': { reference_values: [over, later] } } });
    expect(partOf(await issue(attested))).toMatchObject({
      status: 'contraindicated',
      notes: expect.arrayContaining(["none of the policy's sets of reference values is in force"]),
    });
    await activate({ kinds: { 'sev-snp': { reference_values: [over, open] } } });
    const passport = await issue(attested);
    expect(passport).toMatchObject({
      status: 'affirming',
      expires_at: new Date(Math.floor((now + 50_000) / 1000) * 1000).toISOString(),
    });
    expect(passport['valid_until']).toEqual({ 'reference values': time(50_000) });
  });

  it('shows each unmet requirement of the policy', async () => {
    const attested = await attest(hardwareInstance(good), { region: 'eu-west' });
    const cases: [Record<string, unknown>, string, Record<string, number>][] = [
      [{ kinds: { tdx: {} } }, 'does not allow the kind sev-snp', { hardware: 97 }],
      [
        { signers: { spiffe_ids: ['spiffe://other/*'] } },
        'the policy does not allow this attestor',
        { 'instance-identity': 97 },
      ],
      [{ signers: { kids: ['A'.repeat(43)] } }, 'the policy does not allow this key', { 'instance-identity': 97 }],
      [{ signers: { id_key_digests: ['cd'.repeat(48)] } }, 'the identity of the guest', { 'instance-identity': 97 }],
      [{ regions: ['us-east'] }, 'the policy does not allow the declared region', { configuration: 96 }],
    ];
    for (const [change, note, vector] of cases) {
      await activate({ kinds: { 'sev-snp': {} }, ...change });
      const passport = await issue(attested);
      expect(partOf(passport)).toMatchObject({ status: 'contraindicated', vector });
      expect(String(partOf(passport)['notes'])).toContain(note);
    }
    const signers = { spiffe_ids: ['spiffe://test/*'], kids: [attested.key.kid], id_key_digests: ['AB'.repeat(48)] };
    await activate({ kinds: { 'sev-snp': {} }, signers, regions: ['eu-west'] });
    const passport = await issue(attested);
    expect(passport['status']).toBe('warning');
    expect(String(partOf(passport)['notes'])).toContain('the region is declared by the attestor, not proven');
    await reset();
  });

  it('may require a GPU, and appraises the present one', async () => {
    await activate({ kinds: { 'sev-snp': {}, nvidia: {} }, require_gpu: true });
    const without = await issue(await attest(hardwareInstance(good)));
    expect(partOf(without, 'gpu-tee')).toMatchObject({ status: 'contraindicated', vector: { hardware: 97 } });
    const beside = await issue(await attest(hardwareInstance(good, { gpu: true })));
    expect(partOf(beside, 'gpu-tee')).toMatchObject({ status: 'warning', vector: { hardware: 2 } });
    expect(beside).toMatchObject({ hardware_attestation: { gpu_tee_type: 'nvidia' } });
    await activate({ kinds: { 'sev-snp': {} } });
    const unwanted = await issue(await attest(hardwareInstance(good, { gpu: true })));
    expect(partOf(unwanted, 'gpu-tee')['notes']).toContain('the policy allows no GPU');
    await reset();
  });

  it('ends with its earliest part, and reports an expired part', async () => {
    const now = verifier.clock.now();
    facts = {
      valid_until: { leaf: new Date(now + 3_600_000).toISOString(), collateral: new Date(now + 90_000).toISOString() },
    };
    const attested = await attest(hardwareInstance(good));
    const passport = await issue(attested);
    expect(passport['expires_at']).toBe(new Date(Math.floor((now + 90_000) / 1000) * 1000).toISOString());
    verifier.clock.set(now + 100_000);
    const late = await issue(attested);
    expect(partOf(late)).toMatchObject({ status: 'contraindicated', vector: { 'instance-identity': 96 } });
    expect(partOf(late)['notes']).toContain('a part has expired: cpu collateral');
    facts = {};
    // The same key answers again: its newest attestation counts.
    const again = await attest(hardwareInstance(good), { key: attested.key });
    expect(again.answer.status).toBe(201);
    expect(await issue(attested)).toMatchObject({ status: 'warning' });
    await activate({ kinds: { 'sev-snp': {} }, max_attestation_age_s: 60 });
    expect((await issue(attested))['expires_at']).toBe(
      new Date(Math.floor((now + 160_000) / 1000) * 1000).toISOString(),
    );
    verifier.clock.set(now + 161_000);
    expect(partOf(await issue(attested))['notes']).toContain('a part has expired: key attestation');
    await reset();
  });

  it('follows the policy of the workspace, and evidence by itself has the same tier', async () => {
    await activate({ kinds: { tdx: {} } }, 'strict');
    const attested = await attest(hardwareInstance(good));
    const agentId = agentOf();
    const evidence = anEvidence(attested.hash, { agent_id: agentId, workspace_id: 'strict' });
    await verifier.post('/v1/evidence', { jws: signEvidence(attested.key, evidence) });
    expect(await latest(agentId)).toMatchObject({ status: 'contraindicated', workspace_id: 'strict' });
    const view = await verifier.get(`/v1/evidence/${evidence.evidence_id}`);
    expect(view.body['trust_tier']).toBe('contraindicated');
    expect(await issue(attested)).toMatchObject({ status: 'warning' });
  });

  it('changes as the trial predicts, and the trial changes nothing', async () => {
    const software = await attest('spiffe://test/plain');
    const policy = {
      name: 'hardware only',
      kinds: { 'sev-snp': { report: { measurements: { measurement: [bad] } } } },
    };
    const id = String((await verifier.admin('POST', '/v1/appraisal-policies', { policy })).body['id']);
    const { status, body } = await verifier.post(`/v1/appraisal-policies/${id}/evaluate`, { limit: 2 });
    expect(status).toBe(200);
    expect(body).toMatchObject({ policy_id: id, version: 1, changed: 2 });
    expect(body['items']).toMatchObject([
      {
        kid: software.key.kid,
        kind: 'software',
        is_changed: true,
        before: { status: 'warning' },
        after: { status: 'contraindicated' },
      },
      { kind: 'sev-snp', after: { vector: { executables: 96 } } },
    ]);
    const same = await verifier.post('/v1/appraisal-policies/default/evaluate', {});
    expect(same.body).toMatchObject({ changed: 0 });
    expect(await issue(software)).toMatchObject({ status: 'warning', is_mock: true });
  });

  describe('revocation', () => {
    it('of reference values affects the passports based on them, at once, and no other', async () => {
      const set = await aSet();
      await activate({ kinds: { 'sev-snp': { reference_values: [set] } } });
      const attested = await attest(hardwareInstance(good));
      const passport = await issue(attested);
      const other = await issue(await attest(hardwareInstance(bad)));
      const answer = await verifier.admin('POST', `/v1/reference-values/${set}/revoke`, { reason: 'bad build' });
      expect(answer.body).toMatchObject({ state: 'revoked', passports_revoked: 1 });
      const read = await verifier.get(`/v1/passports/${passport['passport_id']}`);
      expect(read.body).toMatchObject({
        state: 'revoked',
        runtime_status: 'revoked',
        deployment_authorized: false,
        revoked_reason: `reference values ${set} revoked: bad build`,
      });
      expect((await verifier.get(`/v1/passports/${other['passport_id']}`)).body['state']).toBe('valid');
      expect(await issue(attested)).toMatchObject({ status: 'contraindicated' });
      await reset();
    });

    it('of a key refuses its evidence, revokes its passports under every attestation, and cannot be undone', async () => {
      const first = await attest(hardwareInstance(good));
      const second = await attest(hardwareInstance(good), { key: first.key });
      const passports = [await issue(first), await issue(second)];
      const path = `/v1/attestations/${first.id}/revoke`;
      expect((await verifier.post(path, { reason: 'stolen' })).status).toBe(403);
      const answer = await verifier.admin('POST', path, { reason: 'stolen' });
      expect(answer).toMatchObject({ status: 200, body: { passports_revoked: 2, revoked_reason: 'stolen' } });
      const again = await verifier.admin('POST', path, { reason: 'other' });
      expect(again.body).toMatchObject({ passports_revoked: 0, revoked_reason: 'stolen' });
      for (const { passport_id: id } of passports) {
        expect((await verifier.get(`/v1/passports/${id}`)).body['state']).toBe('revoked');
      }
      for (const { id, ...attested } of [first, second]) {
        expect(await send({ id, ...attested }, agentOf())).toMatchObject({
          status: 400,
          body: { reason: 'revoked' },
        });
        expect((await verifier.get(`/v1/attestations/${id}`)).body['revoked_reason']).toBe('stolen');
      }
      const anew = await attest(hardwareInstance(good), { key: first.key });
      expect(anew.answer).toMatchObject({ status: 400, body: { code: 'attestation_refused', reason: 'revoked' } });
      expect((await verifier.admin('POST', '/v1/attestations/att_x/revoke', { reason: 'r' })).status).toBe(404);
    });

    it('of a key also affects a passport being issued', async () => {
      const attested = await attest(hardwareInstance(good));
      const agentId = agentOf();
      const [sent] = await Promise.all([
        send(attested, agentId),
        verifier.admin('POST', `/v1/attestations/${attested.id}/revoke`, { reason: 'now' }),
      ]);
      await verifier.verifier().renewal.flush();
      if (sent.status !== 200) return;
      const { state, status } = await latest(agentId);
      expect(state === 'revoked' || status === 'contraindicated').toBe(true);
    });
  });
});

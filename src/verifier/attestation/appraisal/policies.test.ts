import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAuthor } from '../../base/control/author.ts';
import { openTestVerifier, type TestVerifier } from '../../test-verifier.ts';
import { aMeasurement } from './hardware.fixture.ts';

const path = '/v1/appraisal-policies';
const values = '/v1/reference-values';

describe('appraisal policies and reference values', () => {
  let verifier: TestVerifier;
  beforeAll(async () => {
    verifier = await openTestVerifier();
  });
  afterAll(() => verifier?.close());

  const aSet = (change: Record<string, unknown> = {}) => ({
    reference_values: {
      name: 'gateway 1.0',
      kind: 'sev-snp',
      source: 'release page',
      release: '1.0.0',
      measurements: { measurement: [aMeasurement('aa')] },
      ...change,
    },
    reason: 'released',
  });
  const aPolicy = (change: Record<string, unknown> = {}) => ({
    policy: { name: 'production', kinds: { 'sev-snp': {} }, ...change },
    reason: 'first one',
  });
  const write = async (body: unknown, headers = {}) => verifier.admin('POST', path, body, headers);
  const idOf = async (answer: Promise<{ body: Record<string, unknown> }>) => String((await answer).body['id']);
  const errorsOf = (body: Record<string, unknown>) =>
    (Array.isArray(body['errors']) ? body['errors'] : []).map(({ pointer }: { pointer: string }) => pointer);

  describe('the built-in policy', () => {
    it('decides by default, is version 0, and cannot be changed', async () => {
      const { body } = await verifier.get(`${path}/active`);
      expect(body).toMatchObject({ id: 'default', version: 0, active: [{ workspace_id: null, version: 0 }] });
      expect((await verifier.get(`${path}/default`)).body).toEqual(body);
      const change = await verifier.admin('PUT', `${path}/default`, aPolicy(), { 'if-match': '"0"' });
      expect(change).toMatchObject({ status: 409, body: { reason: 'built_in' } });
      expect((await verifier.admin('DELETE', `${path}/default`, undefined, { 'if-match': '"0"' })).status).toBe(409);
    });
  });

  describe('a policy', () => {
    it('is written, read, and keeps every version with who, when and why', async () => {
      const created = await write(aPolicy());
      expect(created).toMatchObject({
        status: 201,
        body: { version: 1, revision: 1, active: [], created_by: 'operator' },
      });
      const { id } = created.body;
      expect(created.headers).toMatchObject({ location: `${path}/${id}`, etag: '"1"' });
      const next = { ...aPolicy({ name: 'stricter', freshness: 'verifier' }), reason: 'audit of May' };
      const replaced = await verifier.admin('PUT', `${path}/${id}`, next, { 'if-match': '"1"' });
      expect(replaced).toMatchObject({
        status: 200,
        body: { version: 2, reason: 'audit of May' },
        headers: { etag: '"2"' },
      });
      const { items } = (await verifier.get(`${path}/${id}/history`)).body;
      expect(items).toMatchObject([
        { version: 2, reason: 'audit of May', policy: { name: 'stricter' } },
        { version: 1, reason: 'first one', policy: { name: 'production' } },
      ]);
      expect((await verifier.get(`${path}/${id}?version=1`)).body).toMatchObject({ version: 1, revision: 2 });
      expect((await verifier.get(`${path}/${id}?version=3`)).status).toBe(404);
      expect((await verifier.get(`${path}?limit=1`)).body).toMatchObject({ items: [{ id, version: 2 }] });
    });

    it('is changed only from the read version', async () => {
      const id = await idOf(write(aPolicy()));
      const put = (headers: Record<string, string>) => verifier.admin('PUT', `${path}/${id}`, aPolicy(), headers);
      expect((await put({})).status).toBe(428);
      expect((await put({ 'if-match': '"2"' })).status).toBe(412);
      expect((await put({ 'if-match': 'W/"1"' })).status).toBe(412);
      const both = await Promise.all([put({ 'if-match': '"1"' }), put({ 'if-match': '"1"' })]);
      expect(both.map(({ status }) => status).sort()).toEqual([200, 412]);
    });

    it('is made once under one Idempotency-Key, which serves no other request', async () => {
      const headers = { 'idempotency-key': 'policy-1' };
      const answers = await Promise.all([
        write(aPolicy(), headers),
        write(aPolicy(), headers),
        write(aPolicy(), headers),
      ]);
      expect(new Set(answers.map(({ body }) => body['id'])).size).toBe(1);
      expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
      const other = await write(aPolicy({ name: 'other' }), headers);
      expect(other).toMatchObject({ status: 409, body: { code: 'idempotency_mismatch' } });
      verifier.clock.set(verifier.clock.now() + 25 * 60 * 60 * 1000);
      expect((await write(aPolicy({ name: 'other' }), headers)).status).toBe(201);
    });

    it('accepts both spellings of a kind, and shows one', async () => {
      const { body } = await write(aPolicy({ kinds: { amd_sev: {}, intel_tdx: {}, nvidia_h100: {} } }));
      expect(Object.keys(Object(Object(body['policy']).kinds)).sort()).toEqual(['nvidia', 'sev-snp', 'tdx']);
    });

    it.each<[string, Record<string, unknown>, string]>([
      ['no kind', { kinds: {} }, '/policy/kinds'],
      ['an unknown kind', { kinds: { abacus: {} } }, '/policy/kinds'],
      ['a kind in both spellings', { kinds: { tdx: {}, intel_tdx: {} } }, '/policy/kinds/intel_tdx'],
      ['a report of software', { kinds: { software: { report: {} } } }, '/policy/kinds/software'],
      ['only a GPU', { kinds: { nvidia: {} } }, '/policy/kinds'],
      ['a GPU that no kind allows', { require_gpu: true }, '/policy/require_gpu'],
      ['authorizing without a tier', { authorize_deployment: true }, '/policy/minimum_tier'],
      ['unknown members', { colour: 'red' }, '/policy'],
      [
        'a wrong measurement',
        { kinds: { tdx: { report: { measurements: { mrtd: ['xyz'] } } } } },
        '/policy/kinds/tdx/report',
      ],
      [
        'unknown reference values',
        { kinds: { tdx: { reference_values: ['rvs_x'] } } },
        '/policy/kinds/tdx/reference_values/0',
      ],
      ['text that no store holds', { description: 'a\u0000b' }, ''],
      ['a lone surrogate', { description: '\ud800' }, ''],
    ])('with %s is refused, with the place', async (_title, change, pointer) => {
      const { status, body } = await write(aPolicy(change));
      expect([status, body['code']]).toEqual([400, 'invalid_request']);
      expect(errorsOf(body).some((place: string) => place.startsWith(pointer))).toBe(true);
    });

    it('refers only to unrevoked reference values of its kind', async () => {
      const id = await idOf(verifier.admin('POST', values, aSet()));
      const of = (kind: string) => write(aPolicy({ kinds: { [kind]: { reference_values: [id] } } }));
      expect((await of('sev-snp')).status).toBe(201);
      expect(errorsOf((await of('tdx')).body)).toEqual(['/policy/kinds/tdx/reference_values/0']);
      await verifier.admin('POST', `${values}/${id}/revoke`, { reason: 'leaked' });
      expect((await of('sev-snp')).status).toBe(400);
    });
  });

  describe('activation', () => {
    const activate = (id: string, body: Record<string, unknown>) =>
      verifier.admin('POST', `${path}/${id}/activate`, { reason: 'go', ...body });

    it('is for the organisation or one workspace, by version, and stays in the log', async () => {
      const [org, own] = [await idOf(write(aPolicy())), await idOf(write(aPolicy({ name: 'team' })))];
      expect((await activate(org, {})).body).toMatchObject({ policy_id: org, version: 1, workspace_id: null });
      expect((await activate(own, { workspace_id: 'team' })).status).toBe(200);
      const active = async (query: string) => (await verifier.get(`${path}/active${query}`)).body['id'];
      expect([await active(''), await active('?workspace_id=team'), await active('?workspace_id=x')]).toEqual([
        org,
        own,
        org,
      ]);
      await verifier.admin('PUT', `${path}/${org}`, aPolicy({ name: 'next' }), { 'if-match': '"1"' });
      expect((await verifier.get(`${path}/active`)).body).toMatchObject({ id: org, version: 1, revision: 2 });
      await verifier.admin('POST', `${path}/inherit`, { workspace_id: 'team', reason: 'merged' });
      expect(await active('?workspace_id=team')).toBe(org);
      expect((await verifier.get(`${path}/activations?limit=3`)).body['items']).toMatchObject([
        { policy_id: null, workspace_id: 'team', activated_by: 'operator', reason: 'merged' },
        { policy_id: own, version: 1, workspace_id: 'team', reason: 'go' },
        { policy_id: org, version: 1, workspace_id: null },
      ]);
      await activate('default', {});
      expect(await active('')).toBe('default');
    });

    it('is refused for missing or archived ones; an active policy is not archived', async () => {
      const id = await idOf(write(aPolicy()));
      expect((await activate(id, { version: 2 })).status).toBe(404);
      expect((await activate('apl_nothing', {})).status).toBe(404);
      expect((await activate('default', { version: 1 })).status).toBe(404);
      await activate(id, {});
      const archive = () => verifier.admin('DELETE', `${path}/${id}`, undefined, { 'if-match': '"1"' });
      expect(await archive()).toMatchObject({ status: 409, body: { reason: 'policy_active' } });
      await activate('default', {});
      expect([(await archive()).status, (await archive()).status]).toEqual([204, 204]);
      expect(await activate(id, {})).toMatchObject({ status: 409, body: { reason: 'archived' } });
      expect((await verifier.get(`${path}/${id}`)).body['archived_at']).toEqual(expect.any(String));
    });
  });

  describe('reference values', () => {
    it('are kept in versions, and revoked permanently', async () => {
      const created = await verifier.admin('POST', values, aSet({ kind: 'amd_sev' }));
      expect(created).toMatchObject({
        status: 201,
        body: { version: 1, state: 'active', reference_values: { kind: 'sev-snp' } },
      });
      const id = String(created.body['id']);
      const next = aSet({ measurements: { measurement: [aMeasurement('bb')] } });
      expect((await verifier.admin('PUT', `${values}/${id}`, next, { 'if-match': '"1"' })).body['version']).toBe(2);
      expect((await verifier.get(`${values}/${id}/history`)).body['items']).toMatchObject([
        { version: 2 },
        { version: 1 },
      ]);
      expect((await verifier.get(`${values}/${id}?version=1`)).body['version']).toBe(1);
      const revoke = (reason: string) => verifier.admin('POST', `${values}/${id}/revoke`, { reason });
      expect((await revoke('key leaked')).body).toMatchObject({ state: 'revoked', revoked_reason: 'key leaked' });
      expect((await revoke('again')).body).toMatchObject({ revoked_reason: 'key leaked', passports_revoked: 0 });
      const late = await verifier.admin('PUT', `${values}/${id}`, next, { 'if-match': '"2"' });
      expect(late).toMatchObject({ status: 409, body: { reason: 'revoked' } });
      expect((await verifier.get(`${values}?limit=100`)).body['items']).toEqual(
        expect.arrayContaining([expect.objectContaining({ id, state: 'revoked' })]),
      );
    });

    it.each([
      { kind: 'software' },
      { measurements: {} },
      { measurements: { measurement: ['abc'] } },
      { measurements: { Measurement: ['ab'] } },
      { valid_from: '2026-02-01T00:00:00Z', valid_until: '2026-01-01T00:00:00Z' },
      { valid_from: 'tomorrow' },
      { source: '' },
    ])('with %j are refused', async (change) => {
      expect((await verifier.admin('POST', values, aSet(change))).status).toBe(400);
    });
  });

  describe('tenancy', () => {
    const writes: [string, string, unknown][] = [
      ['POST', path, aPolicy()],
      ['POST', `${path}/default/activate`, { reason: 'r' }],
      ['POST', `${path}/inherit`, { workspace_id: 'w', reason: 'r' }],
      ['POST', values, aSet()],
    ];
    it.each(writes)('%s %s needs the operator token', async (_method, url, body) => {
      expect((await verifier.post(url, body)).status).toBe(403);
    });

    it('another organisation sees nothing, and its activations decide nothing here', async () => {
      const { appraisalPolicies, referenceValues, idempotency } = verifier.verifier().services;
      const policyId = await idOf(write(aPolicy()));
      const setId = await idOf(verifier.admin('POST', values, aSet()));
      const page = { limit: 10, before: undefined };
      const other = createAuthor('other', 'somebody');
      const inside = <T>(run: Parameters<typeof idempotency.once<T>>[1]) =>
        idempotency.once<T>({ orgId: 'other', operation: 'x', key: undefined, request: null }, run);
      const attempts = [
        () => appraisalPolicies.get('other', policyId),
        () => appraisalPolicies.history('other', policyId, page),
        () => appraisalPolicies.resolve('other', policyId),
        () => referenceValues.get('other', setId),
        () => referenceValues.history('other', setId, page),
        () =>
          inside(async (tx) => ({
            status: 200,
            body: await appraisalPolicies.activate(tx, other, policyId, { reason: 'r' }),
          })),
        () => inside(async (tx) => ({ status: 200, body: await referenceValues.revoke(tx, other, setId, 'r') })),
        () =>
          inside(async (tx) => ({
            status: 200,
            body: await referenceValues.replace(tx, other, setId, Object(aSet()), 1),
          })),
      ];
      for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ code: 'not_found' });
      expect((await appraisalPolicies.list('other', page)).items).toEqual([]);
      expect((await referenceValues.list('other', page)).items).toEqual([]);
      await inside(async (tx) => {
        const own = await appraisalPolicies.create(tx, other, Object(aPolicy()));
        return { status: 200, body: await appraisalPolicies.activate(tx, other, own.id, { reason: 'r' }) };
      });
      expect((await appraisalPolicies.getActive('other')).org_id).toBe('other');
      expect((await verifier.get(`${path}/active`)).body['id']).toBe('default');
      expect((await appraisalPolicies.listActivations('other', page)).items).toHaveLength(1);
    });
  });
});

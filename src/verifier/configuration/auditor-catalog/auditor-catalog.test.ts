import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testDatabaseUrl } from '../../../platform/db/test-db.ts';
import { openTestVerifier, type TestVerifier } from '../../test-verifier.ts';

const kinds = testDatabaseUrl === undefined ? (['pglite'] as const) : (['postgres'] as const);
const path = '/v1/auditors';
let verifier: TestVerifier;
let count = 0;
let id = '';

/** A foreign auditor whose answers a test sets. */
const foreign = {
  health: {} as unknown,
  vocabulary: {} as unknown,
  url: '',
  calls: 0,
  wantsToken: false,
};
const server = createServer((request, response) => {
  foreign.calls += 1;
  const known = { '/health': foreign.health, '/vocabulary': foreign.vocabulary };
  const answer = known[request.url as keyof typeof known];
  const refusal = foreign.wantsToken ? 401 : 404;
  response.statusCode = answer === undefined || foreign.wantsToken ? refusal : 200;
  response.setHeader('content-type', 'application/json').end(JSON.stringify(answer ?? {}));
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  foreign.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  server.close();
});

describe.each(kinds)('on %s', (kind) => {
  beforeAll(async () => {
    verifier = await openTestVerifier({}, kind);
  }, 60_000);

  afterAll(async () => {
    await verifier.close();
  });

  const aVocabulary = (change: Record<string, unknown> = {}) => ({
    auditor_id: id,
    version: '1.2.0',
    vocabulary: [
      {
        name: 'tone',
        type: 'score_normalized',
        description: 'How friendly',
        value_schema: { type: 'number' },
        settings: [
          { key: 'threshold', type: 'number', default: 0.5 },
          { key: 'words', type: 'string[]', default: [] },
        ],
      },
      { name: 'tone_found', type: 'boolean', description: 'Found', value_schema: {}, settings: [] },
    ],
    phases: ['request', 'response'],
    ...change,
  });

  beforeEach(() => {
    count += 1;
    id = `tone-${count}`;
    foreign.health = { status: 'healthy', auditor_id: id, version: '1.2.0', ready: true };
    foreign.vocabulary = aVocabulary();
    foreign.calls = 0;
    foreign.wantsToken = false;
  });

  const register = (body: Record<string, unknown> = { url: foreign.url }) => verifier.post(path, body);
  const change = (method: 'PUT' | 'PATCH' | 'DELETE', body: unknown, revision = 1) =>
    verifier.admin(method, `${path}/${id}`, body, { 'if-match': `"${revision}"` });

  describe('the catalog', () => {
    it('has all nine auditors, complete: variables, explained options, a default policy, claims', async () => {
      const { body } = await verifier.get(`${path}?limit=100`);
      const items = (body['items'] as Record<string, unknown>[]).filter((item) => item['built_in']);
      expect(items.map((item) => item['id'])).toEqual([
        ...['injection', 'pii', 'secrets', 'toxicity', 'groundedness', 'fairness', 'watermark'],
        ...['model-security', 'sovereignty'],
      ]);
      for (const item of items) {
        for (const list of ['envVariables', 'policyOptions', 'claims']) expect(item[list]).not.toEqual([]);
        expect(item['defaultPolicy']).toMatchObject({ enforcement: expect.stringMatching(/^(enforce|observe)$/) });
        expect(item['vocabulary_digest']).toMatch(/^sha256:[0-9a-f]{64}$/);
      }
    });

    it('gives one auditor and its possible settings; an unknown one is 404', async () => {
      const { body } = await verifier.get(`${path}/injection`);
      expect(body).toMatchObject({ id: 'injection', built_in: true, defaultPort: 8090, category: 'security' });
      const schema = (await verifier.get(`${path}/schema/injection`)).body;
      expect(schema).toMatchObject({
        auditor_id: 'injection',
        vocabulary_digest: body['vocabulary_digest'],
        settings: [{ key: 'block_on_detection', label: 'Block on detection', type: 'boolean', default: true }],
      });
      expect(schema['claims']).toContainEqual({
        name: 'injection_risk',
        type: 'score_normalized',
        settings: [
          {
            key: 'threshold',
            label: 'Threshold',
            type: 'number',
            default: 0.8,
            min: 0,
            max: 1,
            step: 0.05,
            control: 'slider',
            stricter: 'lower',
          },
        ],
      });
      for (const unknown of [`${path}/nobody`, `${path}/schema/nobody`, `${path}/__proto__`]) {
        expect((await verifier.get(unknown)).status).toBe(404);
      }
    });

    it('marks settings that only the environment may have', async () => {
      const { body } = await verifier.get(`${path}/schema/watermark`);
      const claims = body['claims'] as { name: string; settings: Record<string, unknown>[] }[];
      const settings = claims.find(({ name }) => name === 'watermark_detected')?.settings;
      expect(settings?.find(({ key }) => key === 'key')).toMatchObject({ secret: true, default: null });
      const scope = { level: 'org', id: 'default' };
      const written = { scope, auditor_id: 'watermark', settings: { 'watermark_detected.key': { value: 'hidden' } } };
      const refused = await verifier.post('/v1/auditors/settings', written);
      expect(refused).toMatchObject({ status: 422, body: { reason: 'setting_secret' } });
      expect(refused.raw.toString()).not.toContain('hidden');
    });
  });

  describe('registering', () => {
    it('fetches health and vocabulary, and makes an entry that can be set like any other', async () => {
      const made = await register({
        url: `${foreign.url}/`,
        name: 'Tone',
        config: [
          {
            key: 'lexicon',
            label: 'Lexicon',
            type: 'string',
            default: 'small',
            control: 'select',
            options: ['small', 'large'],
          },
        ],
        claims: [{ name: 'tone', settings: [{ key: 'threshold', label: 'Least', min: 0, max: 1 }] }],
      });
      expect(made).toMatchObject({ status: 201, headers: { etag: '"1"', location: `${path}/${id}` } });
      expect(made.body).toMatchObject({
        id,
        name: 'Tone',
        built_in: false,
        version: '1.2.0',
        url: foreign.url,
        phase: 'input_guarding',
        claims: [
          {
            name: 'tone',
            settings: [
              { key: 'threshold', label: 'Least', type: 'number', default: 0.5, min: 0, max: 1 },
              { key: 'words', label: 'Words', type: 'string[]', default: [] },
            ],
          },
          { name: 'tone_found', settings: [] },
        ],
      });
      expect((await verifier.get(`${path}/${id}`)).body).toEqual(made.body);
      const settings = { threshold: { value: 0.9 }, lexicon: { value: 'large' } };
      const scope = { level: 'org', id: 'default' };
      const set = await verifier.post('/v1/auditors/settings', { scope, auditor_id: id, settings });
      expect(set.body['settings']).toEqual({ 'tone.threshold': { value: 0.9 }, lexicon: { value: 'large' } });
      const beyond = { scope, auditor_id: id, settings: { 'tone.threshold': { value: 2 } } };
      expect((await verifier.admin('PATCH', `/v1/auditors/settings/${set.body['id']}`, beyond)).status).toBe(422);
      await verifier.admin('DELETE', `/v1/auditors/settings/${set.body['id']}`);
    });

    it('by image uses the vocabulary in the body, and calls nobody', async () => {
      const missing = await register({ image: 'registry.example/tone:1' });
      expect(missing).toMatchObject({
        status: 422,
        body: { reason: 'vocabulary_missing', errors: [{ pointer: '/vocabulary' }] },
      });
      const made = await register({ image: 'registry.example/tone:1', port: 9000, vocabulary: aVocabulary() });
      expect(made).toMatchObject({ status: 201, body: { image: 'registry.example/tone:1', defaultPort: 9000 } });
      expect(foreign.calls).toBe(0);
    });

    it("by image has the contract's port of a container unless it names one", async () => {
      const made = await register({ image: 'registry.example/tone:1', vocabulary: aVocabulary() });
      expect(made).toMatchObject({ status: 201, body: { defaultPort: 8080 } });
    });

    it('a second one with the same id is refused', async () => {
      await register();
      expect(await register()).toMatchObject({ status: 409, body: { reason: 'auditor_exists' } });
    });

    it('one that declares no claims is taken, because it may make any', async () => {
      foreign.vocabulary = aVocabulary({ vocabulary: [] });
      expect(await register()).toMatchObject({ status: 201 });
    });

    it.each([
      ['no JSON of a vocabulary', () => 'hello', 'vocabulary_invalid'],
      ['no vocabulary', () => undefined, 'auditor_unsound'],
      ['a built-in id', () => aVocabulary({ auditor_id: 'injection' }), 'vocabulary_invalid'],
      ['a reserved id', () => aVocabulary({ auditor_id: 'settings' }), 'vocabulary_invalid'],
      ['an id that no chain can name', () => aVocabulary({ auditor_id: 'Tone.X' }), 'vocabulary_invalid'],
      ['an unknown phase', () => aVocabulary({ phases: ['before'] }), 'vocabulary_invalid'],
      ['no phase', () => aVocabulary({ phases: [] }), 'vocabulary_invalid'],
      [
        'a claim twice',
        () => aVocabulary({ vocabulary: [...aVocabulary().vocabulary, ...aVocabulary().vocabulary] }),
        'vocabulary_invalid',
      ],
      ['a claim name with a dot', () => withEntry({ name: 'a.b' }), 'vocabulary_invalid'],
      ['an unknown type', () => withEntry({ type: 'number' }), 'vocabulary_invalid'],
      [
        'a setting twice',
        () => withEntry({ settings: [1, 2].map(() => ({ key: 'x', type: 'number', default: 1 })) }),
        'vocabulary_invalid',
      ],
      [
        'a setting key that is no name',
        () => withEntry({ settings: [{ key: '__proto__', type: 'number', default: 1 }] }),
        'vocabulary_invalid',
      ],
      [
        'a default of another type',
        () => withEntry({ settings: [{ key: 'x', type: 'number', default: 'a' }] }),
        'vocabulary_invalid',
      ],
      ['too many claims', () => aVocabulary({ vocabulary: manyClaims(300) }), 'vocabulary_invalid'],
      ['a vocabulary that is too deep', () => withEntry({ value_schema: nested(40) }), 'vocabulary_invalid'],
      [
        'the vocabulary of another than its health',
        () => aVocabulary({ auditor_id: `${id}-other` }),
        'auditor_unsound',
      ],
    ])('%s is refused', async (_name, make, reason) => {
      foreign.vocabulary = make();
      expect(await register()).toMatchObject({ status: 422, body: { reason } });
      expect((await verifier.get(`${path}/${id}`)).status).toBe(404);
    });

    it('an auditor that requires a token uses a vocabulary in the body', async () => {
      foreign.wantsToken = true;
      expect(await register()).toMatchObject({ status: 422, body: { reason: 'auditor_wants_token' } });
      const made = await register({ url: foreign.url, vocabulary: aVocabulary() });
      expect(made).toMatchObject({ status: 201, body: { url: foreign.url } });
    });

    it('an unready auditor, or one without health, is refused', async () => {
      foreign.health = { status: 'healthy', auditor_id: id, version: '1', ready: false };
      expect(await register()).toMatchObject({ status: 422, body: { reason: 'auditor_not_ready' } });
      foreign.health = { ok: true };
      expect(await register()).toMatchObject({ status: 422, body: { reason: 'vocabulary_invalid' } });
    });

    it.each([
      ['https://169.254.169.254', 'outbound_address'],
      ['https://10.0.0.1', 'outbound_address'],
      ['http://[::ffff:10.0.0.1]', 'outbound_address'],
      ['https://user:secret@example.com', undefined],
      ['https://example.com?x=1', undefined],
      ['http://127.0.0.1:22', 'outbound_port'],
    ])('%s is not called', async (url, reason) => {
      const answer = await register({ url });
      expect(answer.status).toBe(422);
      expect(answer.body['reason']).toBe(reason);
    });

    it('definitions that contradict the vocabulary are refused with their pointers', async () => {
      const claims = [
        { name: 'tone', settings: [{ key: 'treshold' }, { key: 'threshold', min: 0.6 }] },
        { name: 'mood', settings: [] },
      ];
      const config = [{ key: 'words', label: 'Words', type: 'string', default: '' }];
      const answer = await register({ url: foreign.url, claims, config });
      expect(answer).toMatchObject({ status: 422, body: { reason: 'definition_invalid' } });
      expect((answer.body['errors'] as { pointer: string }[]).map(({ pointer }) => pointer)).toEqual([
        '/claims/0/settings/0/key',
        '/claims/1/name',
        '/config/0/key',
        '/claims/0/settings/0/default',
      ]);
    });
  });

  const withEntry = (entry: Record<string, unknown>) =>
    aVocabulary({ vocabulary: [{ ...aVocabulary().vocabulary[0], ...entry }] });
  const manyClaims = (size: number) =>
    Array.from({ length: size }, (_, index) => ({ ...aVocabulary().vocabulary[1], name: `claim_${index}` }));
  const nested = (depth: number): unknown => (depth === 0 ? {} : { items: nested(depth - 1) });

  describe('changing', () => {
    it('accepts a part with PATCH, all of it with PUT, for the read revision', async () => {
      await register({
        url: foreign.url,
        claims: [{ name: 'tone', settings: [{ key: 'threshold', label: 'Least' }] }],
      });
      foreign.calls = 0;
      const patched = await change('PATCH', { description: 'Friendly or not' });
      expect(patched).toMatchObject({ status: 200, body: { revision: 2, description: 'Friendly or not' } });
      expect(patched.body['claims']).toMatchObject([{ settings: [{ label: 'Least' }, {}] }, {}]);
      expect(foreign.calls).toBe(0);
      expect((await change('PATCH', { name: 'Late' })).status).toBe(412);
      expect((await verifier.admin('PATCH', `${path}/${id}`, { name: 'x' })).status).toBe(428);
      const replaced = await change('PUT', { image: 'x:2', vocabulary: aVocabulary({ version: '2.0.0' }) }, 2);
      expect(replaced.body).toMatchObject({ revision: 3, description: '', version: '2.0.0', image: 'x:2' });
      expect(replaced.body).not.toHaveProperty('url');
      const history = (await verifier.get(`${path}/${id}/history`)).body['items'] as Record<string, unknown>[];
      expect(history.map(({ action, revision }) => [action, revision])).toEqual([
        ['updated', 3],
        ['updated', 2],
        ['created', 1],
      ]);
    });

    it('refuses a vocabulary of another auditor', async () => {
      await register();
      const other = await change('PATCH', { vocabulary: aVocabulary({ auditor_id: `${id}-other` }) });
      expect(other).toMatchObject({ status: 422, body: { reason: 'auditor_mismatch' } });
    });

    it('refreshes the vocabulary from the auditor; the same one changes nothing', async () => {
      await register();
      const same = await verifier.post(`${path}/${id}/refresh`);
      expect(same).toMatchObject({ status: 200, body: { revision: 1 } });
      foreign.vocabulary = aVocabulary({ version: '1.3.0' });
      expect(await verifier.post(`${path}/${id}/refresh`)).toMatchObject({ body: { revision: 2, version: '1.3.0' } });
      foreign.health = undefined;
      expect((await verifier.post(`${path}/${id}/refresh`)).status).toBe(422);
      expect((await verifier.get(`${path}/${id}`)).body).toMatchObject({ revision: 2 });
    });

    it('refuses a vocabulary that invalidates existing settings, with their list', async () => {
      await register();
      const scope = { level: 'org', id: 'default' };
      const settings = { 'tone.words': { value: ['a'] } };
      const set = await verifier.post('/v1/auditors/settings', { scope, auditor_id: id, settings });
      foreign.vocabulary = withEntry({ settings: [{ key: 'threshold', type: 'number', default: 0.5 }] });
      const refused = await verifier.post(`${path}/${id}/refresh`);
      expect(refused).toMatchObject({
        status: 409,
        body: { reason: 'vocabulary_breaks_settings', settings: [{ id: set.body['id'], scope }] },
      });
      expect((await verifier.get(`${path}/${id}`)).body).toMatchObject({ revision: 1 });
    });

    it('refuses a vocabulary that breaks an active policy, and keeps the old one', async () => {
      await register();
      const workspace = `policy-${count}`;
      const auditorChain = { preRequest: [{ auditorId: id }] };
      await verifier.post('/v1/workspaces', { id: workspace, chain: { auditorChain } });
      const text = `permit (principal, action, resource);
forbid (principal, action, resource) when { context.claims has tone_found && context.claims.tone_found };`;
      const policy = { scope: { level: 'workspace', id: workspace }, text };
      const { body } = await verifier.post('/v1/policies', policy);
      const revision = { 'if-match': `"${body['revision']}"` };
      const active = await verifier.admin('POST', `/v1/policies/${body['id']}/activate`, {}, revision);
      expect(active.status).toBe(200);
      foreign.vocabulary = aVocabulary({ version: '2.0.0', vocabulary: aVocabulary().vocabulary.slice(0, 1) });
      const refused = await verifier.post(`${path}/${id}/refresh`);
      expect(refused).toMatchObject({ status: 409, body: { reason: 'chain_breaks_policies' } });
      expect((await verifier.get(`${path}/${id}`)).body).toMatchObject({ revision: 1, version: '1.2.0' });
    });

    it('removes it with its settings, but not while a chain names it', async () => {
      await register();
      const scope = { level: 'org', id: 'default' };
      const settings = { 'tone.threshold': { value: 0.9 } };
      const set = await verifier.post('/v1/auditors/settings', { scope, auditor_id: id, settings });
      const workspace = `w-${count}`;
      const chain = { auditorChain: { preRequest: [{ auditorId: id }] } };
      await verifier.post('/v1/workspaces', { id: workspace, chain });
      expect(await change('DELETE', undefined)).toMatchObject({
        status: 409,
        body: { reason: 'auditor_in_use', places: [{ level: 'workspace', id: workspace }] },
      });
      await verifier.admin('PATCH', `/v1/workspaces/${workspace}`, { chain: {} }, { 'if-match': '"1"' });
      expect((await change('DELETE', undefined)).status).toBe(204);
      expect((await verifier.get(`${path}/${id}`)).status).toBe(404);
      expect((await verifier.get(`/v1/auditors/settings/${set.body['id']}`)).status).toBe(404);
    });

    it('is refused for a built-in auditor', async () => {
      for (const method of ['PUT', 'PATCH', 'DELETE'] as const) {
        const body = method === 'DELETE' ? undefined : { image: 'x', vocabulary: aVocabulary() };
        const answer = await verifier.admin(method, `${path}/injection`, body, { 'if-match': '"0"' });
        expect(answer).toMatchObject({ status: 409, body: { reason: 'built_in' } });
      }
      expect((await verifier.post(`${path}/injection/refresh`)).status).toBe(409);
    });

    it('neither shows nor affects another organisation', async () => {
      const other = `elsewhere-${count}`;
      const asOther = { 'x-assay-organization': other };
      await verifier.admin('POST', '/v1/organizations', { id: other });
      await register();
      expect((await verifier.admin('GET', `${path}/${id}`, undefined, asOther)).status).toBe(404);
      expect((await verifier.admin('GET', `${path}/schema/${id}`, undefined, asOther)).status).toBe(404);
      expect(
        (await verifier.admin('DELETE', `${path}/${id}`, undefined, { ...asOther, 'if-match': '"1"' })).status,
      ).toBe(404);
      expect((await verifier.admin('POST', `${path}/${id}/refresh`, undefined, asOther)).status).toBe(404);
      const list = await verifier.admin('GET', `${path}?limit=100`, undefined, asOther);
      expect(list.body['items']).toHaveLength(9);
      // The same id may be registered there.
      expect((await verifier.admin('POST', path, { url: foreign.url }, asOther)).status).toBe(201);
    });

    it('pages list registered ones and built-in ones without a gap', async () => {
      const seen: unknown[] = [];
      let cursor = '';
      do {
        const { body } = await verifier.get(`${path}?limit=4${cursor}`);
        seen.push(...(body['items'] as { id: string }[]).map((item) => item.id));
        cursor = body['next_cursor'] === null ? '' : `&cursor=${String(body['next_cursor'])}`;
      } while (cursor !== '');
      const all = (await verifier.get(`${path}?limit=100`)).body['items'] as { id: string }[];
      expect(seen).toEqual(all.map((item) => item.id));
      expect(seen.slice(-2)).toEqual(['model-security', 'sovereignty']);
    });
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Scope } from '../../../contract/control/scope.ts';
import { testDatabaseUrl } from '../../../platform/db/test-db.ts';
import { createAuthor } from '../../base/control/author.ts';
import { openTestVerifier, type TestVerifier } from '../../test-verifier.ts';

const kinds = testDatabaseUrl === undefined ? (['pglite'] as const) : (['postgres'] as const);
const path = '/v1/auditors/settings';
describe.each(kinds)('on %s', (kind) => {
  let verifier: TestVerifier;
  let count = 0;
  let workspace = '';
  let agent = '';

  beforeAll(async () => {
    verifier = await openTestVerifier({}, kind);
  }, 60_000);

  afterAll(async () => {
    await verifier.close();
  });

  // Each test has its own workspace and agent; the organisation is emptied.
  beforeEach(async () => {
    count += 1;
    workspace = `team-${count}`;
    agent = `agent-${count}`;
    await verifier.post('/v1/workspaces', { id: workspace });
    await verifier.post('/v1/agents', { id: agent, workspace_id: workspace });
    const left = await verifier.get(`${path}?level=org`);
    for (const { id } of itemsOf(left.body)) await verifier.admin('DELETE', `${path}/${id}`);
  });

  const itemsOf = (body: Record<string, unknown>) => body['items'] as Record<string, unknown>[];
  const org: Scope = { level: 'org', id: 'default' };
  const ofWorkspace = (): Scope => ({ level: 'workspace', id: workspace });
  const ofAgent = (): Scope => ({ level: 'agent', id: agent });
  const threshold = 'injection_risk.threshold';

  const set = (scope: unknown, settings: unknown, headers = {}) =>
    verifier.post(path, { scope, auditor_id: 'injection', settings }, headers);
  const setAsAdmin = (scope: unknown, settings: unknown) =>
    verifier.admin('POST', path, { scope, auditor_id: 'injection', settings });
  const change = (method: 'PUT' | 'PATCH', id: unknown, settings: unknown, headers = {}) =>
    verifier.verifier().app.inject({ method, url: `${path}/${id}`, payload: { settings } as object, headers });
  const effective = async () =>
    (await verifier.get(`${path}/effective?agent_id=${agent}&auditor_id=injection`)).body as {
      revision: number;
      settings: Record<string, Record<string, unknown>>;
      detection_overrides: unknown;
      auditor_config: unknown;
    };

  describe('records', () => {
    it('are made, read, listed by filters, changed and removed, with an ETag and a history', async () => {
      const made = await set(ofWorkspace(), { [threshold]: { value: 0.9 } });
      expect(made).toMatchObject({ status: 201, headers: { etag: '"1"' } });
      expect(made.body).toMatchObject({ auditor_id: 'injection', scope: ofWorkspace(), revision: 1 });
      const id = String(made.body['id']);
      expect(id).toMatch(/^ast_/);
      expect((await verifier.get(`${path}/${id}`)).body).toEqual(made.body);
      expect(itemsOf((await verifier.get(`${path}?level=workspace&scope_id=${workspace}`)).body)).toEqual([made.body]);
      expect(itemsOf((await verifier.get(`${path}?scope_id=${workspace}&auditor_id=pii`)).body)).toEqual([]);

      const merged = await change('PATCH', id, { 'invisible_chars.invisible_char_check': { value: false } });
      expect(merged.json()).toMatchObject({
        revision: 2,
        settings: { [threshold]: { value: 0.9 }, 'invisible_chars.invisible_char_check': { value: false } },
      });
      const removed = await change('PATCH', id, { [threshold]: null });
      expect(removed.json().settings).toEqual({ 'invisible_chars.invisible_char_check': { value: false } });
      const replaced = await change('PUT', id, { [threshold]: { value: 0.7 } });
      expect(replaced.json()).toMatchObject({ revision: 4, settings: { [threshold]: { value: 0.7 } } });

      const gone = await verifier.verifier().app.inject({ method: 'DELETE', url: `${path}/${id}` });
      expect(gone.statusCode).toBe(204);
      expect((await verifier.get(`${path}/${id}`)).status).toBe(404);
      const history = itemsOf((await verifier.get(`${path}/${id}/history`)).body);
      expect(history.map(({ action }) => action)).toEqual(['removed', 'updated', 'updated', 'updated', 'created']);
      expect(history[1]).toMatchObject({ changed_by: 'local', scope: ofWorkspace(), revision: 4 });
    });

    it('are unique per scope and auditor: a second is refused with the id of the first', async () => {
      const first = await set(ofWorkspace(), { [threshold]: { value: 0.9 } });
      const second = await set(ofWorkspace(), { [threshold]: { value: 0.8 } });
      expect(second).toMatchObject({ status: 409, body: { reason: 'settings_exist', id: first.body['id'] } });
    });

    it('a repeat under one Idempotency-Key is one write', async () => {
      const headers = { 'idempotency-key': `once-${count}` };
      const first = await set(ofWorkspace(), { [threshold]: { value: 0.9 } }, headers);
      const again = await set(ofWorkspace(), { [threshold]: { value: 0.9 } }, headers);
      expect(again).toMatchObject({ status: 201, body: first.body });
    });

    it('a stale If-Match is refused; without one the write is accepted', async () => {
      const id = (await set(ofAgent(), { [threshold]: { value: 0.9 } })).body['id'];
      expect((await change('PATCH', id, { [threshold]: { value: 0.8 } }, { 'if-match': '"1"' })).statusCode).toBe(200);
      expect((await change('PATCH', id, { [threshold]: { value: 0.7 } }, { 'if-match': '"1"' })).statusCode).toBe(412);
      expect((await change('PUT', id, { [threshold]: { value: 0.6 } })).statusCode).toBe(200);
    });

    it("a write without a change raises no revision, neither its own nor the organisation's", async () => {
      const id = (await set(ofWorkspace(), { [threshold]: { value: 0.9 } })).body['id'];
      const { revision } = await effective();
      const same = await change('PATCH', id, { [threshold]: { value: 0.9, enforced: false } });
      expect(same.json()).toMatchObject({ revision: 1 });
      expect((await effective()).revision).toBe(revision);
    });

    it('accept one of two concurrent writes of the same revision', async () => {
      const id = (await set(ofAgent(), { [threshold]: { value: 0.9 } })).body['id'];
      const save = (value: number) => change('PATCH', id, { [threshold]: { value } }, { 'if-match': '"1"' });
      const answers = await Promise.all([0.1, 0.2, 0.3, 0.4].map(save));
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 412, 412, 412]);
      const won = answers.find(({ statusCode }) => statusCode === 200);
      expect((await verifier.get(`${path}/${id}`)).body).toEqual(won?.json());
    });

    it('accept one of two concurrent creations for one scope and auditor', async () => {
      const answers = await Promise.all([0.1, 0.2].map((value) => set(ofAgent(), { [threshold]: { value } })));
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    });

    it('scope and auditor of a record cannot change', async () => {
      const id = (await set(ofWorkspace(), {})).body['id'];
      const moved = await verifier.admin('PATCH', `${path}/${id}`, { scope: org, auditor_id: 'pii', settings: {} });
      expect(moved).toMatchObject({ status: 422, body: { reason: 'setting_moved' } });
    });

    it('are removed with their workspace', async () => {
      const { body } = await set({ level: 'workspace', id: workspace }, { [threshold]: { value: 0.9 } });
      const empty = `empty-${count}`;
      await verifier.post('/v1/workspaces', { id: empty });
      const gone = await set({ level: 'workspace', id: empty }, { [threshold]: { value: 0.9 } });
      await verifier.admin('DELETE', `/v1/workspaces/${empty}`, undefined, { 'if-match': '"1"' });
      expect((await verifier.get(`${path}/${gone.body['id']}`)).status).toBe(404);
      expect((await verifier.get(`${path}/${body['id']}`)).status).toBe(200);
    });
  });

  describe('names and values', () => {
    it.each([
      [
        'an unknown name',
        { 'injection_risk.treshold': { value: 0.9 } },
        'setting_unknown',
        '/settings/injection_risk.treshold',
        /did you mean injection_risk\.threshold/,
      ],
      [
        'a bare key beside one of its full names',
        { threshold: { value: 0.9 }, [threshold]: { value: 0.9 } },
        'setting_invalid',
        `/settings/${threshold}`,
        /is named twice/,
      ],
      [
        'a value of another type',
        { [threshold]: { value: 'high' } },
        'setting_invalid',
        `/settings/${threshold}/value`,
        /a number from 0 to 1/,
      ],
      [
        'a value out of range',
        { [threshold]: { value: 1.5 } },
        'setting_invalid',
        `/settings/${threshold}/value`,
        /a number from 0 to 1/,
      ],
    ])('%s is refused with a pointer', async (_name, settings, reason, pointer, message) => {
      const answer = await set(ofWorkspace(), settings);
      expect(answer).toMatchObject({ status: 422, body: { reason, errors: [{ pointer }] } });
      expect(answer.body['detail']).toMatch(message);
    });

    it('a bare key of exactly one claim is stored under its full name', async () => {
      const { body } = await set(ofWorkspace(), {
        max_token_limit: { value: 2048 },
        block_on_detection: { value: false },
      });
      expect(body['settings']).toEqual({
        'token_limit_exceeded.max_token_limit': { value: 2048 },
        block_on_detection: { value: false },
      });
      expect(await effective()).toMatchObject({
        auditor_config: { block_on_detection: false },
        detection_overrides: { token_limit_exceeded: { max_token_limit: 2048 } },
      });
    });

    it('threshold sets the score and its detection, replacing any other name', async () => {
      const made = await set(ofWorkspace(), { 'injection_patterns.threshold': { value: 0.2 } });
      expect(made.status).toBe(201);
      const changed = await change('PATCH', made.body['id'], { threshold: { value: 0.9 } });
      expect(changed.json().settings).toEqual({
        [threshold]: { value: 0.9 },
        'injection_detected.threshold': { value: 0.9 },
      });
      expect(await effective()).toMatchObject({
        detection_overrides: { injection_risk: { threshold: 0.9 }, injection_patterns: { threshold: 0.9 } },
      });
    });

    it('an unknown auditor is refused with the known ones', async () => {
      const answer = await verifier.post(path, { scope: org, auditor_id: 'injektion', settings: {} });
      expect(answer).toMatchObject({
        status: 422,
        body: { reason: 'auditor_unknown', errors: [{ pointer: '/auditor_id' }] },
      });
      expect(answer.body['detail']).toMatch(/injection, pii, secrets/);
    });

    it.each(['constructor', 'toString', 'a.b.c', '', '/~'])('the name %j is only an unknown name', async (name) => {
      const settings = JSON.parse(`{${JSON.stringify(name)}: {"value": 1}}`);
      expect(await set(ofWorkspace(), settings)).toMatchObject({ status: 422, body: { reason: 'setting_unknown' } });
    });
  });

  describe('the cascade', () => {
    it('the innermost value decides, and outer ones are listed', async () => {
      await set(org, { [threshold]: { value: 0.9 } });
      await set(ofWorkspace(), { [threshold]: { value: 0.7 } });
      await set(ofAgent(), { [threshold]: { value: 0.6 } });
      const { settings, detection_overrides } = await effective();
      expect(settings[threshold]).toEqual({
        value: 0.6,
        decided_by: ofAgent(),
        enforced: false,
        source: 'setting',
        overridden: [
          { ...org, value: 0.9 },
          { ...ofWorkspace(), value: 0.7 },
        ],
      });
      expect(settings['invisible_chars.invisible_char_check']).toMatchObject({
        value: true,
        decided_by: { level: 'default' },
        source: 'default',
      });
      expect(detection_overrides).toEqual({ injection_risk: { threshold: 0.6 } });
    });

    it('an outer enforced value cannot be changed below, and an older value there stays inactive', async () => {
      const older = (await set(ofAgent(), { [threshold]: { value: 0.6 } })).body['id'];
      const enforcing = await setAsAdmin(org, { [threshold]: { value: 0.9, enforced: true } });
      expect(enforcing.status).toBe(201);
      expect(await set(ofWorkspace(), { [threshold]: { value: 0.5 } })).toMatchObject({
        status: 409,
        body: { reason: 'setting_enforced', decided_by: org },
      });
      expect((await change('PATCH', older, { [threshold]: { value: 0.5 } })).statusCode).toBe(409);
      expect((await effective()).settings[threshold]).toEqual({
        value: 0.9,
        decided_by: org,
        enforced: true,
        source: 'setting',
        overridden: [{ ...ofAgent(), value: 0.6 }],
      });
      await verifier.admin('DELETE', `${path}/${enforcing.body['id']}`);
      expect((await effective()).settings[threshold]).toMatchObject({ value: 0.6, decided_by: ofAgent() });
    });

    it('writing the enforced value again is accepted and stores nothing', async () => {
      await setAsAdmin(org, { [threshold]: { value: 0.9, enforced: true } });
      const repeated = await set(ofWorkspace(), {
        [threshold]: { value: 0.9 },
        'invisible_chars.invisible_char_check': { value: false },
      });
      expect(repeated).toMatchObject({ status: 201 });
      expect(repeated.body['settings']).toEqual({ 'invisible_chars.invisible_char_check': { value: false } });
    });

    it('another name of the same parameter does not bypass an enforced value', async () => {
      await setAsAdmin(org, { 'injection_detected.threshold': { value: 0.9, enforced: true } });
      const around = await set(ofAgent(), { 'injection_patterns.threshold': { value: 0.1 } });
      expect(around).toMatchObject({ status: 409, body: { reason: 'setting_enforced', decided_by: org } });
      const { settings } = await effective();
      expect(settings['injection_patterns.threshold']).toMatchObject({ value: 0.9, decided_by: org, enforced: true });
      // Claims of another method have their own parameter.
      expect(settings[threshold]).toMatchObject({ decided_by: { level: 'default' } });
    });

    it('only an admin sets, changes and lifts changing the enforced settings of an organisation; an operator may at a workspace', async () => {
      expect((await set(org, { [threshold]: { value: 0.9, enforced: true } })).status).toBe(403);
      const { body } = await setAsAdmin(org, { [threshold]: { value: 0.9, enforced: true } });
      for (const settings of [{ [threshold]: { value: 0.9 } }, { [threshold]: { value: 0.8, enforced: true } }, {}]) {
        expect((await change('PUT', body['id'], settings)).statusCode).toBe(403);
      }
      const removal = await verifier.verifier().app.inject({ method: 'DELETE', url: `${path}/${body['id']}` });
      expect(removal.statusCode).toBe(403);
      const beside = { [threshold]: { value: 0.9, enforced: true }, block_on_detection: { value: false } };
      expect((await change('PUT', body['id'], beside)).statusCode).toBe(200);
      const atWorkspace = await set(ofWorkspace(), { max_token_limit: { value: 100, enforced: true } });
      expect(atWorkspace.status).toBe(201);
      expect((await set(ofAgent(), { max_token_limit: { value: 200 } })).body).toMatchObject({
        reason: 'setting_enforced',
        decided_by: ofWorkspace(),
      });
    });

    it('an agent known from evidence belongs to the default workspace, as for gateways', async () => {
      const known = `seen-${count}`;
      const { agents } = verifier.verifier().services;
      await agents.ensureKnown('default', [{ id: known, workspaceId: workspace }]);
      await set(ofWorkspace(), { [threshold]: { value: 0.3 } });
      const view = await verifier.get(`${path}/effective?agent_id=${known}&auditor_id=injection`);
      expect(view.body['settings']).toMatchObject({ [threshold]: { decided_by: { level: 'default' } } });
    });

    it('without an auditor all views are given', async () => {
      const views = itemsOf((await verifier.get(`${path}/effective?agent_id=${agent}`)).body);
      expect(views).toHaveLength(10);
      expect(views[0]).toMatchObject({ agent_id: agent, auditor_id: 'injection' });
      expect(views.at(-1)).toMatchObject({ auditor_id: 'features', settings: { allowed: { value: [] } } });
    });

    it('provider features are allowed by name, in the same cascade, and nothing else counts as one', async () => {
      const allowed = (value: unknown) => ({ auditor_id: 'features', settings: { allowed: { value } } });
      const scope = { level: 'agent', id: agent };
      expect((await verifier.post(path, { scope, ...allowed(['mpc']) })).status).toBe(422);
      expect((await verifier.post(path, { scope, ...allowed(['mcp']) })).status).toBe(201);
      const { body } = await verifier.get(`${path}/effective?agent_id=${agent}&auditor_id=features`);
      expect(body).toMatchObject({
        settings: { allowed: { value: ['mcp'], decided_by: scope } },
        auditor_config: { allowed: ['mcp'] },
      });
      const schema = await verifier.get('/v1/auditors/schema/features');
      expect(schema.body).toMatchObject({ settings: [{ key: 'allowed', options: expect.arrayContaining(['mcp']) }] });
    });
  });

  describe('scopes', () => {
    it.each([
      ['organisation', { level: 'org', id: 'elsewhere' }],
      ['workspace', { level: 'workspace', id: 'nowhere' }],
      ['agent', { level: 'agent', id: 'nobody' }],
    ])('an %s that does not exist is 404', async (_name, scope) => {
      expect((await set(scope, {})).status).toBe(404);
    });

    it('nothing of another organisation is shown, changed or counted as a scope', async () => {
      const other = `other-${count}`;
      const asOther = { 'x-assay-organization': other };
      await verifier.admin('POST', '/v1/organizations', { id: other });
      const { body } = await set(ofWorkspace(), { [threshold]: { value: 0.9 } });
      expect((await verifier.admin('GET', `${path}/${body['id']}`, undefined, asOther)).status).toBe(404);
      expect((await verifier.admin('PATCH', `${path}/${body['id']}`, { settings: {} }, asOther)).status).toBe(404);
      expect((await verifier.admin('DELETE', `${path}/${body['id']}`, undefined, asOther)).status).toBe(404);
      expect(itemsOf((await verifier.admin('GET', path, undefined, asOther)).body)).toEqual([]);
      expect(itemsOf((await verifier.admin('GET', `${path}/${body['id']}/history`, undefined, asOther)).body)).toEqual(
        [],
      );
      for (const scope of [org, ofWorkspace(), ofAgent()]) {
        const foreign = await verifier.admin('POST', path, { scope, auditor_id: 'injection', settings: {} }, asOther);
        expect(foreign.status).toBe(404);
      }
      expect((await verifier.admin('GET', `${path}/effective?agent_id=${agent}`, undefined, asOther)).status).toBe(404);
    });
  });

  describe('writes of other features', () => {
    const author = createAuthor('default', 'someone', 'operator');
    const scope = () => ({ scope: ofWorkspace(), auditorId: 'injection' });
    const services = () => verifier.verifier().services;

    it('are made together or not at all', async () => {
      const { db, auditorSettings, changes } = services();
      const { revision } = await changes.current(db, 'default');
      const half = db.transaction(async (tx) => {
        await auditorSettings.write(tx, author, {
          ...scope(),
          settings: { [threshold]: { value: 0.3 } },
          how: 'merge',
        });
        throw new Error('the process dies here');
      });
      await expect(half).rejects.toThrow('dies here');
      expect(await auditorSettings.inspect(db, 'default', ofWorkspace(), 'injection')).toMatchObject({ entries: {} });
      expect((await changes.current(db, 'default')).revision).toBe(revision);
    });

    it("a preset's value is marked, until a person sets it", async () => {
      const { db, auditorSettings } = services();
      const write = (source: 'preset' | 'setting') =>
        auditorSettings.write(db, author, {
          ...scope(),
          settings: { [threshold]: { value: 0.3 } },
          how: 'merge',
          source,
        });
      expect(await write('preset')).toMatchObject({ changed: true });
      expect((await effective()).settings[threshold]).toMatchObject({ source: 'preset', value: 0.3 });
      expect(await write('preset')).toMatchObject({ changed: false });
      expect(await write('setting')).toMatchObject({ changed: true });
      expect((await effective()).settings[threshold]).toMatchObject({ source: 'setting' });
    });

    it('can be checked beforehand for impossible changes', async () => {
      await setAsAdmin(org, { [threshold]: { value: 0.9, enforced: true } });
      const { db, auditorSettings } = services();
      expect(await auditorSettings.inspect(db, 'default', ofAgent(), 'injection')).toEqual({
        id: undefined,
        revision: 0,
        entries: {},
        enforcedAbove: [{ name: threshold, decided_by: org, value: 0.9 }],
      });
      const repeated = { scope: ofAgent(), auditorId: 'injection', settings: { [threshold]: { value: 0.9 } } };
      expect(await auditorSettings.write(db, author, { ...repeated, how: 'replace' })).toEqual({
        record: undefined,
        changed: false,
      });
    });

    it('agents and gateways write nothing', async () => {
      const { db, auditorSettings } = services();
      for (const role of ['agent', 'gateway', 'viewer'] as const) {
        const write = auditorSettings.write(db, { ...author, role }, { ...scope(), settings: {}, how: 'create' });
        await expect(write).rejects.toMatchObject({ code: 'forbidden' });
      }
    });
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GatewayReport } from '../../../contract/control/gateway-report.ts';
import { testDatabaseUrl } from '../../../platform/db/test-db.ts';
import { type Answer, openTestVerifier, type TestVerifier } from '../../test-verifier.ts';
import { awayAfterMs } from './rollout.ts';

const kinds = testDatabaseUrl === undefined ? (['pglite'] as const) : (['postgres'] as const);

describe.each(kinds)('rollout status on %s', (kind) => {
  let verifier: TestVerifier;
  beforeAll(async () => {
    verifier = await openTestVerifier({}, kind);
    await verifier.admin('POST', '/v1/organizations', { id: 'acme' });
    await verifier.post('/v1/agents', { id: 'first' });
  });
  afterAll(() => verifier?.close());

  const poll = (id: string, etag?: string, headers: Record<string, string> = {}) =>
    verifier.admin('GET', `/v1/gateways/${id}/bundle`, undefined, {
      ...headers,
      ...(etag === undefined ? {} : { 'if-none-match': etag }),
    });
  const etagOf = ({ headers }: Answer) => String(headers['etag']);
  const versionOf = (etag: string) => etag.slice(1, -1);
  const read = async (id: string) => (await verifier.get(`/v1/gateways/${id}`)).body;
  const report = (id: string, change: Partial<GatewayReport>) =>
    verifier.post(`/v1/gateways/${id}/status`, { running: null, source: 'verifier', problems: [], ...change });
  const change = async () => {
    await verifier.post('/v1/agents', {});
    return etagOf(await poll('reader'));
  };

  it('a gateway is active, and behind, after requesting its first bundle', async () => {
    await poll('new');
    expect(await read('new')).toMatchObject({
      id: 'new',
      org_id: 'default',
      running: null,
      behind: null,
      state: 'behind',
      source: null,
      refused: null,
      problems: [],
      build: null,
      reported_at: null,
    });
  });

  it('one that names the current bundle is current, and later behind by the missed changes', async () => {
    const etag = etagOf(await poll('gw'));
    await poll('gw', etag);
    const [lineage, revision] = versionOf(etag).split('.');
    expect(await read('gw')).toMatchObject({
      running: { lineage, revision: Number(revision) },
      behind: 0,
      state: 'current',
    });
    await change();
    await change();
    expect(await read('gw')).toMatchObject({ behind: 2, state: 'behind' });
  });

  it("one with another database's revision is behind by an unknown number", async () => {
    await poll('moved', '"cfg_other.7"');
    expect(await read('moved')).toMatchObject({ running: { lineage: 'cfg_other' }, behind: null, state: 'behind' });
  });

  it('a refusing or stuck gateway is reported by one event per version', async () => {
    const running = versionOf(etagOf(await poll('told')));
    const refused = { version: versionOf(await change()), reason: 'schema: /policies' };
    const problems = [{ reason: 'configuration_unusable', message: 'since noon' }];
    for (let times = 0; times < 3; times += 1) await report('told', { running, refused, problems });
    const { items } = (await verifier.admin('GET', '/v1/events?limit=500')).body;
    const told = (Array.isArray(items) ? items : []).filter(({ code }) => String(code).startsWith('gateway.'));
    expect(told).toMatchObject([
      {
        type: 'agent.log',
        code: 'gateway.configuration_refused',
        agent_id: null,
        data: { level: 'warn', fields: { gateway_id: 'told', running, refused: refused.version } },
      },
      { code: 'gateway.configuration_unusable', data: { fields: { gateway_id: 'told', running } } },
    ]);
  });

  it('the end of a problem is reported once, and a recurrence under the same version is reported anew', async () => {
    const running = versionOf(etagOf(await poll('back')));
    const problems = [{ reason: 'configuration_unusable', message: 'no standing' }];
    const toldOf = async () => {
      const { items } = (await verifier.admin('GET', '/v1/events?limit=500')).body;
      const all = Array.isArray(items) ? items : [];
      return all.filter(({ data }) => data.fields.gateway_id === 'back').map(({ code }) => code);
    };
    await report('back', { running });
    expect(await toldOf()).toEqual([]);
    const once = ['gateway.configuration_unusable', 'gateway.configuration_recovered'];
    for (let times = 0; times < 2; times += 1) await report('back', { running, problems });
    for (let times = 0; times < 2; times += 1) await report('back', { running });
    expect(await toldOf()).toEqual(once);
    verifier.clock.set(verifier.clock.now() + 1_000);
    await report('back', { running, problems });
    await poll('back', await change());
    await report('back', { running: versionOf(await change()) });
    expect(await toldOf()).toEqual([...once, ...once]);
  });

  it('one that refuses a bundle is shown so, until it runs it', async () => {
    const running = etagOf(await poll('strict'));
    const sent = await change();
    const refused = { version: versionOf(sent), reason: 'the signature is wrong' };
    const problems = [{ reason: 'policy_does_not_load', message: 'x', agent_id: 'first' }];
    const told = { running: versionOf(running), source: 'disk', refused, problems, build: 'assay/0.1.0' } as const;
    expect((await report('strict', told)).status).toBe(204);
    await poll('strict', `${running}, ${sent}`);
    expect(await read('strict')).toMatchObject({
      state: 'refusing',
      refused,
      problems,
      source: 'disk',
      build: 'assay/0.1.0',
    });
    await poll('strict', sent);
    expect(await read('strict')).toMatchObject({ state: 'current', refused: null, problems: [] });
  });

  it('one not seen for a while is away, and active again when it asks', async () => {
    const etag = etagOf(await poll('pod'));
    await poll('pod', etag);
    verifier.clock.set(verifier.clock.now() + awayAfterMs + 1);
    expect(await read('pod')).toMatchObject({ state: 'away', behind: 0 });
    await poll('pod', etag);
    expect(await read('pod')).toMatchObject({ state: 'current' });
  });

  it('is written at most every quarter of a minute, and at once for another running bundle', async () => {
    const etag = etagOf(await poll('busy'));
    await poll('busy', etag);
    const seenAt = async () => (await read('busy'))['last_seen_at'];
    const first = await seenAt();
    verifier.clock.set(verifier.clock.now() + 14_999);
    await poll('busy', etag);
    expect(await seenAt()).toBe(first);
    verifier.clock.set(verifier.clock.now() + 1);
    await poll('busy', etag);
    expect(await seenAt()).not.toBe(first);
    const later = await change();
    await poll('busy', later);
    expect((await read('busy'))['state']).toBe('current');
  });

  it('counts gateways by revision, and names those without it', async () => {
    const etag = etagOf(await poll('reader'));
    await poll('reader', etag);
    const rollout = (await verifier.get('/v1/gateways/rollout')).body;
    expect(rollout).toMatchObject({ revision: Number(versionOf(etag).split('.')[1]), complete: false });
    expect(rollout['missing']).toContainEqual(expect.objectContaining({ id: 'moved' }));
    expect(rollout['missing']).not.toContainEqual(expect.objectContaining({ id: 'reader' }));
    const early = (await verifier.get('/v1/gateways/rollout?revision=0')).body;
    expect(early).toMatchObject({ changed_at: null, counts: { behind: expect.any(Number) } });
    expect((await verifier.get('/v1/gateways/rollout?revision=999999')).status).toBe(404);
    expect((await verifier.get('/v1/gateways/rollout?revision=-1')).status).toBe(400);
  });

  it('lists gateways newest first, page by page', async () => {
    const first = (await verifier.get('/v1/gateways?limit=2')).body;
    const second = (await verifier.get(`/v1/gateways?limit=100&cursor=${String(first['next_cursor'])}`)).body;
    const ids = [first, second].flatMap(({ items }) => (Array.isArray(items) ? items.map(({ id }) => id) : []));
    expect(ids.at(-1)).toBe('new');
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('of another organisation does not exist', async () => {
    const acme = { 'x-assay-organization': 'acme' };
    await poll('theirs', undefined, acme);
    expect((await verifier.get('/v1/gateways/theirs')).status).toBe(404);
    expect((await verifier.admin('DELETE', '/v1/gateways/theirs')).status).toBe(404);
    const { items } = (await verifier.admin('GET', '/v1/gateways', undefined, acme)).body;
    expect(items).toMatchObject([{ id: 'theirs', org_id: 'acme' }]);
    expect((await verifier.admin('GET', '/v1/gateways/rollout', undefined, acme)).body['counts']).toMatchObject({
      total: 1,
    });
  });

  it('removes a gateway on request, and lists it again when it asks', async () => {
    await poll('old');
    expect((await verifier.admin('DELETE', '/v1/gateways/old')).status).toBe(204);
    expect((await verifier.get('/v1/gateways/old')).status).toBe(404);
    await poll('old');
    expect((await read('old'))['id']).toBe('old');
  });

  it('refuses an undisplayable report', async () => {
    const problem = { reason: 'x', message: 'm' };
    for (const told of [
      { running: 'no version' },
      { source: 'elsewhere' },
      { problems: [{ ...problem, reason: 'Not A Code' }] },
      { problems: Array.from({ length: 65 }, () => problem) },
      { problems: [{ ...problem, message: 'a\u0000b' }] },
      { extra: 1 },
    ]) {
      const answer = await verifier.post('/v1/gateways/gw/status', {
        running: null,
        source: 'files',
        problems: [],
        ...told,
      });
      expect(answer.status).toBe(400);
    }
  });

  it('is in the metrics', async () => {
    const text = (await verifier.get('/metrics')).raw.toString();
    expect(text).toMatch(/^assay_gateways\{state="current"\} [1-9]/m);
    expect(text).toMatch(/^assay_config_bundle_waiting 0$/m);
    expect(text).toMatch(/^assay_config_bundle_answers_total\{result="changed"\} [1-9]/m);
    expect(text).toMatch(/^assay_config_bundle_make_seconds_count [1-9]/m);
  });
});

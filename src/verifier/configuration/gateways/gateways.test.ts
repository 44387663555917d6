import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabaseUrl } from '../../../platform/db/test-db.ts';
import { type Answer, openTestVerifier, type TestVerifier } from '../../test-verifier.ts';
import { openBundle } from './test-bundle.ts';

const kinds = testDatabaseUrl === undefined ? (['pglite'] as const) : (['postgres'] as const);

describe.each(kinds)('gateways on %s', (kind) => {
  let verifier: TestVerifier;
  beforeAll(async () => {
    verifier = await openTestVerifier({}, kind);
    await verifier.post('/v1/workspaces', { id: 'team' });
    await verifier.admin('POST', '/v1/organizations', { id: 'acme' });
  });
  afterAll(() => verifier?.close());

  const acme = { 'x-assay-organization': 'acme' };
  const poll = (id: string, headers: Record<string, string> = {}) => verifier.get(`/v1/gateways/${id}/bundle`, headers);
  const open = ({ raw }: Answer) => openBundle(raw.toString('latin1'));
  const etagOf = ({ headers }: Answer) => String(headers['etag']);
  const waiting = () => verifier.verifier().services.gateways.countWaiting();
  const untilWaiting = async (count: number) => {
    while (waiting() < count) await new Promise(setImmediate);
  };
  let agents = 0;
  const change = () => {
    agents += 1;
    return verifier.post('/v1/agents', { id: `agent-${agents}`, workspace_id: 'team' });
  };

  describe('the bundle', () => {
    it("is the organisation's state, signed by a key that it names", async () => {
      const answer = await poll('gw-1');
      expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/jwt']);
      const bundle = open(answer);
      expect(etagOf(answer)).toBe(`"${bundle.lineage}.${bundle.revision}"`);
      expect(bundle).toMatchObject({ org_id: 'default', agents: [{ id: 'default', audit_mode: 'enforce' }] });
      const keys = (await verifier.get('/.well-known/jwks.json')).body['keys'];
      expect(keys).toMatchObject(bundle.keys);
    });

    it('is signed once per revision', async () => {
      const [first, second] = [await poll('gw-1'), await poll('gw-2')];
      expect(second.raw.equals(first.raw)).toBe(true);
      await change();
      const third = await poll('gw-1');
      expect(open(third).revision).toBeGreaterThan(open(first).revision);
      expect(open(third).agents.map(({ id }) => id)).toContain('agent-1');
    });

    it('has one payload per revision, from any process', async () => {
      const before = await poll('gw-1');
      await verifier.restart();
      const after = await poll('gw-1');
      expect(etagOf(after)).toBe(etagOf(before));
      const payload = ({ raw }: Answer) => raw.toString('latin1').split('.')[1];
      expect(payload(after)).toBe(payload(before));
    });

    it('is compressed on request', async () => {
      const [plain, packed] = [await poll('gw-1'), await poll('gw-1', { 'accept-encoding': 'gzip' })];
      expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
      expect(gunzipSync(packed.raw).equals(plain.raw)).toBe(true);
    });

    it('is separate for each organisation', async () => {
      const own = await poll('gw-1');
      const other = await verifier.admin('GET', '/v1/gateways/gw-1/bundle', undefined, acme);
      expect(open(other)).toMatchObject({ org_id: 'acme', agents: [] });
      await verifier.admin('POST', '/v1/agents', { id: 'theirs' }, acme);
      expect(etagOf(await poll('gw-1'))).toBe(etagOf(own));
      const changed = open(await verifier.admin('GET', '/v1/gateways/gw-1/bundle', undefined, acme));
      expect(changed.agents).toMatchObject([{ id: 'theirs' }]);
    });

    it('names observe mode with its end and its reason', async () => {
      const until = verifier.clock.now() + 60_000;
      const mode = { audit_mode: 'observe', audit_mode_until: new Date(until).toISOString(), audit_mode_reason: 'why' };
      await verifier.admin('PATCH', '/v1/agents/default', mode, { 'if-match': '"1"' });
      expect(open(await poll('gw-1')).agents.find(({ id }) => id === 'default')).toEqual({
        id: 'default',
        workspace_id: 'default',
        audit_mode: 'observe',
        audit_mode_until: until,
        audit_mode_reason: 'why',
        audit_mode_by: 'operator',
        agent_epoch: 1,
      });
    });

    it.each(['rollout', 'a b', '.x', `x${'y'.repeat(200)}`])('is not for a gateway named %j', async (id) => {
      expect([400, 404]).toContain((await poll(encodeURIComponent(id))).status);
    });
  });

  describe('a poll', () => {
    it('is answered at once for news, and without a requested wait', async () => {
      const etag = etagOf(await poll('gw-1'));
      const unchanged = await poll('gw-1', { 'if-none-match': etag });
      expect([unchanged.status, unchanged.raw.length, etagOf(unchanged)]).toEqual([304, 0, etag]);
      expect(unchanged.headers).not.toHaveProperty('preference-applied');
      const news = await poll('gw-1', { 'if-none-match': '"cfg_other.1"', prefer: 'wait=60' });
      expect([news.status, etagOf(news)]).toEqual([200, etag]);
    });

    it('is answered by a change while waiting, like every other', async () => {
      const etag = etagOf(await poll('gw-1'));
      const polls = ['gw-1', 'gw-2', 'gw-3'].map((id) => poll(id, { 'if-none-match': etag, prefer: 'wait=60' }));
      await untilWaiting(3);
      const { body } = await change();
      const answers = await Promise.all(polls);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      for (const answer of answers) {
        expect(open(answer).agents.map(({ id }) => id)).toContain(body['id']);
        expect(answer.headers['preference-applied']).toBe('wait=60');
      }
      expect(waiting()).toBe(0);
    });

    it('waits for the next bundle when the gateway refuses the newest one', async () => {
      const running = etagOf(await poll('gw-1'));
      await change();
      const refused = etagOf(await poll('gw-1'));
      const next = poll('gw-1', { 'if-none-match': `${running}, ${refused}`, prefer: 'wait=60' });
      await untilWaiting(1);
      await change();
      expect([running, refused]).not.toContain(etagOf(await next));
      expect((await verifier.get('/v1/gateways/gw-1')).body['running']).toMatchObject({
        revision: Number(running.split('.').at(-1)?.slice(0, -1)),
      });
    });

    it('is answered 304 at the end of the wait', async () => {
      const etag = etagOf(await poll('gw-1'));
      const answer = await poll('gw-1', { 'if-none-match': etag, prefer: 'wait=1' });
      expect([answer.status, etagOf(answer)]).toEqual([304, etag]);
      expect(answer.headers['preference-applied']).toBe('wait=1');
    });

    it('is not woken by a change of another organisation, and ends with its connection', async () => {
      const etag = etagOf(await poll('gw-1'));
      const gone = new AbortController();
      const { app } = verifier.verifier();
      const headers = { 'if-none-match': etag, prefer: 'wait=60' };
      const waits = app.inject({ method: 'GET', url: '/v1/gateways/gw-1/bundle', headers, signal: gone.signal });
      const ended = waits.then(
        () => 'answered',
        () => 'gone',
      );
      const foreign = { ...acme, prefer: 'wait=60' };
      const theirs = etagOf(await verifier.admin('GET', '/v1/gateways/gw-1/bundle', undefined, acme));
      const woken = verifier.admin('GET', '/v1/gateways/gw-1/bundle', undefined, {
        ...foreign,
        'if-none-match': theirs,
      });
      await untilWaiting(2);
      await verifier.admin('POST', '/v1/agents', {}, acme);
      expect((await woken).status).toBe(200);
      expect(waiting()).toBe(1);
      gone.abort();
      expect(await ended).toBe('gone');
      while (waiting() > 0) await new Promise(setImmediate);
    });

    it('is released when the verifier stops', async () => {
      const etag = etagOf(await poll('gw-1'));
      const waits = poll('gw-1', { 'if-none-match': etag, prefer: 'wait=60' });
      await untilWaiting(1);
      await verifier.restart();
      expect((await waits).status).toBe(304);
    });
  });
});

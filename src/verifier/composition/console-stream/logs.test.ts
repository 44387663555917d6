/** Log lines written by agents, and the limit of streams. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operatorTokenFile } from '../../../platform/http/operator-token.ts';
import { openTestVerifier, type TestVerifier } from '../../test-verifier.ts';
import { openReader, type Reader } from './reader.fixture.ts';

let verifier: TestVerifier;
let url: string;
beforeAll(async () => {
  verifier = await openTestVerifier({ VERIFIER_CONSOLE_STREAMS: '3', VERIFIER_CONSOLE_STREAMS_PER_CALLER: '2' });
  for (const id of ['bot', 'idle']) await verifier.post('/v1/agents', { id });
  url = await verifier.verifier().app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => verifier.close());

describe('POST /v1/agents/{id}/logs', () => {
  const write = (lines: unknown, headers = {}, id = 'bot') =>
    verifier.post(`/v1/agents/${id}/logs`, { lines }, headers);
  const stored = async (agent = 'bot') => {
    const { body } = await verifier.get(`/v1/events?agent_id=${agent}&type=agent.log`);
    const items = body['items'];
    if (!Array.isArray(items)) throw new Error(JSON.stringify(body));
    return items.filter(({ code }) => code === null);
  };

  it('stores lines in order, as events of the agent visible to readers, without the secrets in them', async () => {
    const reader = await openReader(`${url}/v1/agents/bot/logs`);
    const answer = await write([
      { level: 'info', message: 'uses Bearer abcdefghijklmnopqrstuvwxyz0123456789', logger: 'planner' },
      { level: 'warn', message: 'second', code: 'plan.changed', fields: { password: 'hunter22', page: 2 } },
    ]);
    expect([answer.status, answer.body]).toEqual([202, { stored: 2 }]);
    await reader.until((one) => one.events().length === 2);
    reader.close();
    const [first, second] = reader.events().map(({ data }) => data);
    expect(first).toMatchObject({ level: 'info', logger: 'planner', fields: {} });
    expect(JSON.stringify(reader.messages)).not.toMatch(/abcdefghijklmnop|hunter22/);
    expect(second).toEqual({
      level: 'warn',
      message: 'second',
      code: 'plan.changed',
      fields: { password: '[redacted]', page: 2 },
    });
    expect(reader.events()[0]?.value).toMatchObject({ workspace_id: 'default', agent_id: 'bot', org_id: 'default' });
  });

  it('uses one event code, so that no platform event can be forged', async () => {
    const before = (await stored()).length;
    await write([{ level: 'info', message: 'm', code: 'plan.made' }]);
    expect((await stored()).length).toBe(before + 1);
    for (const code of ['approval.approved', 'agent.suspended', 'workflow.failed', 'webhook.disabled']) {
      const refused = await write([{ level: 'info', message: 'm', code }]);
      expect([refused.status, refused.body['errors']]).toEqual([
        ...[400, [{ pointer: '/lines/0/code', message: expect.stringContaining('reserved for the platform') }]],
      ]);
    }
  });

  it('is done once with one key, and completely or not at all', async () => {
    const lines = [{ level: 'info', message: 'once' }];
    const before = (await stored()).length;
    const key = { 'idempotency-key': 'k1' };
    expect([(await write(lines, key)).body, (await write(lines, key)).body]).toEqual([{ stored: 1 }, { stored: 1 }]);
    const late = { level: 'info', message: 'm', time: '2020-01-01T00:00:00Z' };
    expect((await write([...lines, late])).body['errors']).toMatchObject([{ pointer: '/lines/1/time' }]);
    expect((await stored()).length).toBe(before + 1);
    const time = new Date(verifier.clock.now() - 1_000).toISOString();
    await write([{ level: 'info', message: 'a second ago', time }]);
    expect((await stored()).at(-1)).toMatchObject({ time });
  });

  it('limits lines per minute, long ones counted by length, and delays no others', async () => {
    for (const id of ['loud', 'calm']) await verifier.post('/v1/agents', { id });
    const short = Array.from({ length: 100 }, () => ({ level: 'info', message: 'm' }));
    const long = Array.from({ length: 60 }, () => ({ level: 'info', message: 'm'.repeat(4_000) }));
    const statuses: number[] = [];
    for (let call = 0; call < 45; call += 1) statuses.push((await write(call < 30 ? short : long, {}, 'loud')).status);
    expect(statuses.indexOf(429)).toBe(30 + 12);
    const refused = await write(long, {}, 'loud');
    expect([refused.status, Number(refused.headers['retry-after']) <= 60]).toEqual([429, true]);
    expect((await write(short, {}, 'calm')).status).toBe(202);
    verifier.clock.set(verifier.clock.now() + 60_000);
    expect((await write(short, {}, 'loud')).status).toBe(202);
  });

  it.each([
    ['none', []],
    ['too many', Array.from({ length: 101 }, () => ({ level: 'info', message: 'm' }))],
    ['of an unknown level', [{ level: 'loud', message: 'm' }]],
    ['too long', [{ level: 'info', message: 'm'.repeat(4_001) }]],
    ['with more', [{ level: 'info', message: 'm', trace: 'x' }]],
    ['that no store holds', [{ level: 'info', message: 'm\u0000' }]],
  ])('refuses lines %s', async (_what, lines) => expect((await write(lines)).status).toBe(400));

  it('is 404 for an unknown agent, and refused for an inactive one', async () => {
    const lines = [{ level: 'info', message: 'm' }];
    expect((await write(lines, {}, 'nobody')).status).toBe(404);
    await verifier.admin('POST', '/v1/agents/idle/suspend', { reason: 'test' });
    const refused = await write(lines, {}, 'idle');
    expect([refused.status, refused.body['code']]).toEqual([403, 'agent_suspended']);
  });
});

describe('streams', () => {
  it('are bounded per caller and for the process, and a freed place is available again', async () => {
    const path = `${url}/v1/agents/bot/console/stream`;
    const [first, second]: Reader[] = [await openReader(path), await openReader(path)];
    const third = await openReader(path);
    expect([third.status, third.headers['retry-after']]).toEqual([429, '15']);
    expect(await third.body()).toMatchObject({
      code: 'too_many_requests',
      detail: expect.stringContaining('2 open streams'),
    });
    const token = (await readFile(join(verifier.testDb.dataDir, operatorTokenFile), 'utf8')).trim();
    const admins = [await openReader(path, { 'x-assay-key': token }), await openReader(path, { 'x-assay-key': token })];
    expect(admins.map(({ status }) => status)).toEqual([200, 503]);
    expect(await admins[1]?.body()).toMatchObject({
      code: 'unavailable',
      detail: expect.stringContaining('3 open streams'),
    });
    admins[0]?.close();
    first?.close();
    const metric = async () => (await verifier.get('/metrics')).raw.toString('utf8');
    while (!/^assay_console_streams 1$/m.test(await metric())) await new Promise(setImmediate);
    const again = await openReader(path);
    expect(again.status).toBe(200);
    second?.close();
    again.close();
  });
});

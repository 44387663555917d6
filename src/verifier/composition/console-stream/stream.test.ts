/** The console stream through the API: what a reader gets, from where, and for how long. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { asCaller, byTestCredential } from '../../../../test/support/handed-callers.ts';
import { testDatabaseUrl } from '../../../platform/db/test-db.ts';
import type { Caller } from '../../../platform/http/access.ts';
import type { AgentEvent } from '../../base/events/append.ts';
import { eventsTable } from '../../base/events/tables.ts';
import { openTestVerifier, type TestVerifier } from '../../test-verifier.ts';
import { openReader, type Reader } from './reader.fixture.ts';

const kinds = testDatabaseUrl === undefined ? (['pglite'] as const) : (['postgres'] as const);
const revoked = new Set<string>();

describe.each(kinds)('the console stream on %s', (kind) => {
  let verifier: TestVerifier;
  let url: string;
  const readers: Reader[] = [];
  beforeAll(async () => {
    verifier = await openTestVerifier({}, kind, {
      identify: {
        byCredential: (shown, call) => {
          const caller = byTestCredential(shown);
          if (caller !== undefined && revoked.has(caller.user)) return undefined;
          return caller ?? verifier.verifier().services.authentication.identify.byCredential(shown, call);
        },
      },
    });
    await verifier.admin('POST', '/v1/organizations', { id: 'other', name: 'Other' });
    for (const id of ['clerk', 'scout', 'sleeper']) await verifier.post('/v1/agents', { id });
    url = await verifier.verifier().app.listen({ host: '127.0.0.1', port: 0 });
  });
  afterEach(() => {
    for (const reader of readers.splice(0)) reader.close();
    revoked.clear();
  });
  afterAll(() => verifier?.close());

  const viewer: Caller = {
    user: 'usr_ada',
    kind: 'person',
    role: 'viewer',
    organisation: 'default',
    authentication: 'api_key',
    scopes: 'all',
    isDeployment: false,
  };
  const open = async (path: string, headers: Record<string, string> = {}, caller: Caller = viewer) => {
    const reader = await openReader(`${url}${path}`, { ...asCaller(caller), ...headers });
    readers.push(reader);
    return reader;
  };
  const watch = (agentId: string, query = '', headers: Record<string, string> = {}, caller: Caller = viewer) =>
    open(`/v1/agents/${agentId}/console/stream${query}`, headers, caller);
  const append = (agentId: string, ...told: Partial<AgentEvent>[]) => {
    const { db, events } = verifier.verifier().services;
    const list = told.map((one): AgentEvent => ({ type: 'agent.log', agentId, data: { level: 'info' }, ...one }));
    return db.transaction((tx) => events.appendMany(tx, 'default', list));
  };
  const sendHeartbeat = () => verifier.verifier().services.consoleStreams.sendHeartbeat();
  const names = (reader: Reader) => reader.events().map(({ data }) => data['name']);
  const named = (name: string): Partial<AgentEvent> => ({ data: { level: 'info', name } });

  it('has the headers and form of the contract, begins now, and starts with a heartbeat', async () => {
    await append('clerk', named('before'));
    const reader = await watch('clerk');
    expect([reader.status, reader.headers['content-type'], reader.headers['cache-control']]).toEqual([
      ...[200, 'text/event-stream', 'no-store'],
    ]);
    expect(reader.headers['x-accel-buffering']).toBe('no');
    await reader.until(({ messages }) => messages.length === 1);
    expect(reader.retries).toEqual(['3000']);
    const [first] = reader.messages;
    expect(first).toMatchObject({ id: undefined, event: 'heartbeat', value: { type: 'heartbeat', agent_id: 'clerk' } });
    expect(first?.value).not.toHaveProperty('id');
    expect(first?.data).toEqual({
      last_id: expect.stringMatching(/^\d+$/),
      agent_status: 'active',
      readiness: 'ready',
    });
    await append('clerk', { type: 'tool.call', data: { name: 'line\nbreak\r\u2028' }, traceId: 't1', sessionId: 's1' });
    await reader.until(({ messages }) => messages.length === 2);
    expect(reader.messages[1]).toEqual({
      id: expect.stringMatching(/^\d+$/),
      event: 'tool.call',
      data: { name: 'line\nbreak\r\u2028' },
      value: {
        id: reader.messages[1]?.id,
        type: 'tool.call',
        time: new Date(verifier.clock.now()).toISOString(),
        org_id: 'default',
        workspace_id: null,
        agent_id: 'clerk',
        trace_id: 't1',
        session_id: 's1',
        data: { name: 'line\nbreak\r\u2028' },
      },
    });
  });

  it('continues after Last-Event-ID, and 0 gives everything stored', async () => {
    await verifier.testDb.database().db.delete(eventsTable);
    await append('clerk', named('1'), named('2'));
    await append('scout', named('not of this agent'));
    await append('clerk', named('3'));
    const all = await watch('clerk', '', { 'last-event-id': '0' });
    await all.until(({ messages }) => messages.length === 4);
    expect(names(all)).toEqual(['1', '2', '3']);
    const rest = await watch('clerk', '', { 'last-event-id': all.events()[0]?.id ?? '' });
    await append('clerk', named('4'));
    await rest.until((reader) => reader.events().length === 3);
    expect(names(rest)).toEqual(['2', '3', '4']);
    expect(rest.messages[0]?.data).not.toHaveProperty('gap');
    // A number from before a restore of the database: new events are not skipped.
    const ahead = await watch('clerk', '', { 'last-event-id': '99999999999999999999' });
    await append('clerk', named('5'));
    await ahead.until((reader) => reader.events().length === 1);
    expect(names(ahead)).toEqual(['5']);
  });

  it('reports first what is no longer stored, and then gives the oldest stored event', async () => {
    const { db } = verifier.testDb.database();
    await db.delete(eventsTable);
    const before = await watch('sleeper', '', { 'last-event-id': '0' });
    await append('sleeper', named('1'), named('2'), named('3'));
    await before.until((reader) => reader.events().length === 3);
    const [one, two, three] = before.events().map(({ id }) => Number(id));
    await db.execute(`delete from events where seq <= ${two}`);
    const reader = await watch('sleeper', '', { 'last-event-id': String(one) });
    await reader.until(({ messages }) => messages.length === 2);
    expect(reader.messages[0]).toMatchObject({ id: undefined, event: 'heartbeat' });
    expect(reader.messages[0]?.data['gap']).toEqual({ from: String(Number(one) + 1), to: String(two) });
    expect(names(reader)).toEqual(['3']);
    // No later event is missing.
    const whole = await watch('sleeper', '', { 'last-event-id': String(two) });
    await whole.until(({ messages }) => messages.length === 2);
    expect(whole.messages[0]?.data).not.toHaveProperty('gap');
    await db.execute(`delete from events where seq <= ${three}`);
    const empty = await watch('sleeper', '', { 'last-event-id': String(one) });
    await empty.until(({ messages }) => messages.length === 1);
    expect(empty.messages[0]?.data['gap']).toEqual({ from: String(Number(one) + 1), to: String(three) });
  });

  it('shows the requested types and levels, and heartbeats in any case', async () => {
    const calls = await watch('clerk', '?types=tool.call,auditor.decision');
    const loud = await watch('clerk', '?level=warn');
    const logs = await open('/v1/agents/clerk/logs?level=error');
    const levels = (['debug', 'info', 'warn', 'error'] as const).map((level) => ({ data: { level, name: level } }));
    await append('clerk', ...levels, { type: 'tool.call', data: { name: 'call' } });
    await append(
      'clerk',
      { type: 'auditor.decision', data: { name: 'end' } },
      { data: { level: 'error', name: 'end' } },
    );
    const isEnd = (reader: Reader) => names(reader).at(-1) === 'end';
    await Promise.all([calls, loud, logs].map((reader) => reader.until(isEnd)));
    await loud.until((reader) => reader.events().length === 5);
    expect(names(calls)).toEqual(['call', 'end']);
    expect(names(loud)).toEqual(['warn', 'error', 'call', 'end', 'end']);
    expect(names(logs)).toEqual(['error', 'end']);
    await sendHeartbeat();
    const isBeat = ({ messages }: Reader) => messages.at(-1)?.event === 'heartbeat';
    await Promise.all([calls, loud, logs].map((reader) => reader.until(isBeat)));
  });

  it('identifies the platform event of a log line by its code', async () => {
    const reader = await watch('clerk');
    await append('clerk', { code: 'approval.requested', data: { level: 'info', message: 'asked' } });
    await reader.until((one) => one.events().length === 1);
    expect(reader.events()[0]?.data).toEqual({ level: 'info', message: 'asked', code: 'approval.requested' });
  });

  it.each([
    ['?types=gossip', {}, '/types'],
    ['?types=', {}, '/types'],
    ['?level=loud', {}, '/level'],
    ['', { 'last-event-id': 'x' }, '/last-event-id'],
    ['', { 'last-event-id': '-1' }, '/last-event-id'],
    ['', { 'last-event-id': '1e3' }, '/last-event-id'],
  ])('refuses %s %o', async (query, headers, pointer) => {
    const reader = await watch('clerk', query, headers);
    expect([reader.status, (await reader.body())['errors']]).toEqual([400, [expect.objectContaining({ pointer })]]);
  });

  it('has no agents of other organisations, nor unknown ones, and no HEAD', async () => {
    const elsewhere: Caller = { ...viewer, organisation: 'other' };
    expect((await watch('clerk', '', {}, elsewhere)).status).toBe(404);
    expect((await watch('nobody')).status).toBe(404);
    const scoped: Caller = { ...viewer, scopes: ['agents:read'] };
    expect((await watch('clerk', '', {}, scoped)).status).toBe(403);
    const head = await fetch(`${url}/v1/agents/clerk/console/stream`, { method: 'HEAD', headers: asCaller(viewer) });
    expect(head.status).toBe(405);
  });

  it('heartbeats have no id and never move the resume position; last_id gives the current one', async () => {
    const reader = await watch('clerk', '?types=tool.call');
    await append('clerk', { type: 'tool.call', data: { name: 'call' } }, named('not shown'));
    await reader.until((one) => one.events().length === 1);
    const place = reader.lastId();
    await verifier.verifier().services.consoleStreams.sendHeartbeat();
    await reader.until(({ messages }) => messages.at(-1)?.event === 'heartbeat');
    expect(reader.lastId()).toBe(place);
    expect(Number(reader.messages.at(-1)?.data['last_id'])).toBe(Number(place) + 1);
  });

  it('a revoked token ends its stream at the next heartbeat, and nothing else', async () => {
    const reader = await watch('clerk');
    const other = await watch('clerk', '', {}, { ...viewer, user: 'usr_bob' });
    revoked.add('usr_ada');
    await sendHeartbeat();
    await reader.ended;
    expect(reader.comments.at(-1)).toBe('the stream ends: the token is unknown');
    await append('clerk', named('still there'));
    await other.until((one) => one.events().length === 1);
  });

  it("of a suspended agent is for admins; others' open streams report it and end", async () => {
    const admin: Caller = { ...viewer, user: 'usr_eve', role: 'admin' };
    const [reader, above] = [await watch('scout'), await watch('scout', '', {}, admin)];
    await verifier.admin('POST', '/v1/agents/scout/suspend', { reason: 'test' });
    await append('scout', named('of the suspension'));
    await sendHeartbeat();
    await reader.ended;
    expect(names(reader).at(-1)).toBe('of the suspension');
    expect(reader.comments.at(-1)).toMatch(
      /^the stream ends: the agent is suspended: only admins may open its console until it is reactivated$/,
    );
    await above.until(({ messages }) => messages.at(-1)?.data['agent_status'] === 'suspended');
    const refused = await watch('scout');
    expect(refused.status).toBe(403);
    expect(await refused.body()).toMatchObject({
      code: 'agent_suspended',
      agent_status: 'suspended',
      detail: expect.stringContaining('reactivated'),
    });
    expect((await watch('scout', '', {}, admin)).status).toBe(200);
    await verifier.admin('POST', '/v1/agents/scout/reactivate', { reason: 'test' });
    expect((await watch('scout')).status).toBe(200);
  });
});

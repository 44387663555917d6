import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabaseUrl } from '../../../platform/db/test-db.ts';
import { type Answer, openTestVerifier, type TestVerifier } from '../../test-verifier.ts';
import type { AgentEvent } from './append.ts';
import { eventsTable } from './tables.ts';

const kinds = testDatabaseUrl === undefined ? (['pglite'] as const) : (['postgres'] as const);

describe.each(kinds)('GET /v1/events on %s', (kind) => {
  let verifier: TestVerifier;
  beforeAll(async () => {
    verifier = await openTestVerifier({}, kind);
    await verifier.admin('POST', '/v1/organizations', { id: 'other', name: 'Other' });
    await verifier.testDb.database().db.delete(eventsTable);
    for (const [orgId, code, agentId, type = 'agent.log'] of told) await append(orgId, { type, code, agentId });
  });
  afterAll(() => verifier?.close());

  const told: [string, string, string, AgentEvent['type']?][] = [
    ['default', 'approval.requested', 'clerk'],
    ['other', 'approval.requested', 'clerk'],
    ['default', 'approval.approved', 'clerk'],
    ['default', 'delegation.granted', 'scout'],
    ['default', 'approval.used', 'clerk', 'tool.call'],
  ];
  const append = (orgId: string, event: Omit<AgentEvent, 'data'>) => {
    const { db, events } = verifier.verifier().services;
    return db.transaction((tx) => events.append(tx, orgId, { ...event, workspaceId: 'default', data: { n: 1 } }));
  };
  const items = ({ body }: Answer): Record<string, unknown>[] => {
    if (!Array.isArray(body['items'])) throw new Error(JSON.stringify(body));
    return body['items'];
  };
  const codes = (answer: Answer) => items(answer).map(({ code }) => code);
  const list = (query = '', headers = {}) => verifier.admin('GET', `/v1/events${query}`, undefined, headers);

  it("lists agents' events, oldest first, with the members of the console stream", async () => {
    const answer = await list();
    expect(codes(answer)).toEqual(['approval.requested', 'approval.approved', 'delegation.granted', 'approval.used']);
    expect(items(answer)[0]).toEqual({
      id: expect.stringMatching(/^\d+$/),
      type: 'agent.log',
      code: 'approval.requested',
      data: { n: 1 },
      time: new Date(verifier.clock.now()).toISOString(),
      org_id: 'default',
      workspace_id: 'default',
      agent_id: 'clerk',
      trace_id: null,
      session_id: null,
    });
    expect(answer.body).toMatchObject({ has_more: false, next_after: items(answer).at(-1)?.['id'] });
  });

  it('continues after a number, and gives each event once to its follower', async () => {
    const seen: unknown[] = [];
    let after = '0';
    for (let page = 0; page < 4; page += 1) {
      const answer = await list(`?limit=2&after=${after}`);
      seen.push(...codes(answer));
      expect(answer.body['has_more']).toBe(page === 0);
      after = String(answer.body['next_after']);
    }
    expect(seen).toHaveLength(4);
    await append('default', { type: 'agent.log', code: 'delegation.revoked', agentId: 'scout' });
    expect(codes(await list(`?after=${after}`))).toEqual(['delegation.revoked']);
  });

  it('filters by one agent, one type or one code', async () => {
    expect(codes(await list('?agent_id=scout'))).toEqual(['delegation.granted', 'delegation.revoked']);
    expect(codes(await list('?type=tool.call'))).toEqual(['approval.used']);
    expect(codes(await list('?agent_id=clerk&code=approval.approved'))).toEqual(['approval.approved']);
    expect(codes(await list('?agent_id=nobody'))).toEqual([]);
  });

  it('shows nothing of another organisation', async () => {
    const inOther = await list('', { 'x-assay-organization': 'other' });
    expect(items(inOther).map(({ org_id: org }) => org)).toEqual(['other']);
  });

  it.each([
    ...['?after=-1', '?after=x', '?after=1e3', '?after=9999999999999999', '?limit=0', '?limit=501'],
    ...['?type=gossip', '?code=DROP', '?agent_id=', '?more=1'],
  ])('refuses %s', async (query) => expect((await list(query)).status).toBe(400));

  it('old ones are removed hourly', async () => {
    verifier.clock.set(verifier.clock.now() + 8 * 24 * 3_600_000);
    await append('default', { type: 'agent.log', code: 'approval.denied', agentId: 'clerk' });
    await verifier.verifier().services.hourly.tick();
    expect(codes(await list())).toEqual(['approval.denied']);
  });
});

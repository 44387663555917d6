/** The certificate port: a certificate is one agent, while both are valid, and tokens bound to it count there only. */
import { createHash } from 'node:crypto';
import { Pool } from 'undici';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../platform/clock.ts';
import { createMtlsDispatcher, type MtlsDispatcher } from '../platform/tls/mtls-dispatcher.ts';
import { aTestAuthority, minuteMs, type TestSvid } from '../platform/tls/svid.fixture.ts';
import type { SvidSource } from '../platform/tls/svid-source.ts';
import { openMcpGateway, personClaims, type TestMcpGateway } from './access.fixture.ts';

const authority = aTestAuthority();
const connections: MtlsDispatcher[] = [];
const clerk = authority.svid('spiffe://assay.local/agent/clerk');
const nowMs = Date.now();
let gateway: TestMcpGateway;
let url: string;

function aSource(svid: TestSvid, by = authority): SvidSource {
  const held = { ...svid, bundle: by.bundle, expiresAt: Number.POSITIVE_INFINITY };
  return {
    current: () => held,
    bundle: () => authority.bundle,
    onChange: () => {},
    state: () => ({ spiffe_id: svid.spiffeId, status: 'valid', expires_at: null }),
    renew: async () => {},
    close: async () => {},
  };
}

interface Shown {
  readonly svid?: TestSvid;
  readonly path?: string;
  readonly headers?: Record<string, string>;
}

function connect(svid: TestSvid) {
  const connection = createMtlsDispatcher({ url, accepts: () => true, clock: systemClock, source: aSource(svid) });
  connections.push(connection);
  return async ({ path = '/mcp', headers = {} }: Omit<Shown, 'svid'> = {}) => {
    const answer = await connection.dispatcher.request({ origin: url, method: 'POST', path, body: '{}', headers });
    return { status: answer.statusCode, body: JSON.parse(await answer.body.text()) };
  };
}
const show = ({ svid = clerk, ...request }: Shown = {}) => connect(svid)(request);

const publish = async (change: Parameters<TestMcpGateway['publish']>[0] = {}) => {
  const revision = gateway.publish(change);
  await vi.waitFor(async () => {
    const { body } = await gateway.ask({ method: 'GET', path: '/health' });
    expect(JSON.parse(body).config.revision).toBe(revision);
  });
};

beforeAll(async () => {
  gateway = await openMcpGateway(
    { ASSAY_AUTHENTICATION: 'required', MCP_GATEWAY_MTLS_PORT: '0' },
    { identity: aSource(authority.svid('spiffe://assay.local/gateway/mcp')) },
  );
  url = gateway.gateway.mtlsUrl ?? '';
  gateway.set(nowMs);
  await publish();
});
afterEach(async () => {
  gateway.set(nowMs);
  for (const connection of connections.splice(0)) await connection.close();
});
afterAll(() => gateway.close());

const times = { iat: Math.floor(nowMs / 1000), exp: Math.floor(nowMs / 1000) + 300 };
const boundTo = ({ der }: TestSvid) => ({ cnf: { 'x5t#S256': createHash('sha256').update(der).digest('base64url') } });
const bearer = (change: Record<string, unknown>) => ({
  authorization: `Bearer ${gateway.token({ ...times, ...change })}`,
});

describe('an agent with a certificate', () => {
  it('is that agent, without any token', async () => {
    expect(await show()).toMatchObject({
      status: 200,
      body: { agentId: 'clerk', authentication: 'mtls', scopes: ['mcp:list', 'mcp:call'] },
    });
    expect((await show({ path: '/agents/clerk/mcp' })).status).toBe(200);
  });

  it('is no other agent, and cannot read operator endpoints', async () => {
    expect((await show({ path: '/agents/helper/mcp' })).status).toBe(403);
    expect((await show({ headers: { 'x-assay-agent-id': 'helper' } })).status).toBe(403);
    expect((await show({ path: '/mcp', headers: { authorization: 'Bearer wrong' } })).status).toBe(401);
    expect(gateway.calls.at(-1)?.principal.agentId).toBe('clerk');
  });

  it('is refused when it is suspended, and when it is not registered', async () => {
    const agent = { id: 'clerk', workspace_id: 'sales', audit_mode: 'enforce' as const, agent_epoch: 3 };
    await publish({ agents: [{ ...agent, status: 'suspended' }] });
    expect(await show()).toMatchObject({ status: 403, body: { code: 'agent_suspended' } });
    await publish({ agents: [] });
    expect(await show()).toMatchObject({ status: 401, body: { reason: 'agent_inactive' } });
    await publish();
  });

  it('is refused on a connection that outlives its certificate, and a running answer is cut off', async () => {
    const call = connect(clerk);
    expect((await call()).status).toBe(200);
    const opened = new Promise<void>((resolve) => gateway.holdWith(() => resolve()));
    const answered = show().then(
      () => 'answered',
      () => 'cut off',
    );
    await opened;
    gateway.set(nowMs + 61 * minuteMs);
    await publish();
    expect(await answered).toBe('cut off');
    gateway.holdWith(undefined);
    expect((await call()).status).toBe(401);
  });

  const past = { notBefore: nowMs - 2 * minuteMs, notAfter: nowMs - minuteMs };
  it.each([
    ['a gateway', authority.svid('spiffe://assay.local/gateway/edge')],
    ['an agent of another organisation', authority.svid('spiffe://other.assay.local/agent/clerk')],
    ['an agent below an agent', authority.svid('spiffe://assay.local/agent/clerk/more')],
    ['an agent whose certificate has expired', authority.svid('spiffe://assay.local/agent/clerk', past)],
    ['an agent of another authority', aTestAuthority('other').svid('spiffe://assay.local/agent/clerk')],
  ])('of %s is refused', async (_words, svid) => {
    const before = gateway.calls.length;
    await expect(show({ svid })).rejects.toThrow();
    expect(gateway.calls).toHaveLength(before);
  });

  it('without a certificate is refused, with any token', async () => {
    const pool = new Pool(url, { connect: { ca: authority.bundle.pem, checkServerIdentity: () => undefined } });
    await expect(pool.request({ method: 'POST', path: '/mcp', headers: bearer({}) })).rejects.toThrow();
    await pool.destroy();
  });
});

describe('a certificate-bound token', () => {
  it('is valid on a connection with the certificate', async () => {
    const headers = bearer({ ...personClaims, ...boundTo(clerk) });
    expect(await show({ path: '/agents/helper/mcp', headers })).toMatchObject({
      status: 200,
      body: { agentId: 'helper', speaker: 'usr_ada', authentication: 'oauth' },
    });
  });

  it('is refused with another certificate, also another one of the same agent', async () => {
    const other = authority.svid('spiffe://assay.local/agent/clerk');
    expect((await show({ svid: other, headers: bearer(boundTo(clerk)) })).status).toBe(401);
  });

  it('is refused at the other port, which names this one', async () => {
    const { status, body } = await gateway.ask({ headers: Object.entries(bearer(boundTo(clerk))) });
    expect({ status, detail: JSON.parse(body).detail }).toEqual({
      status: 401,
      detail: expect.stringContaining(`present both at ${url}`),
    });
  });
});

it('a port without a server certificate prevents the start', async () => {
  await expect(openMcpGateway({ MCP_GATEWAY_MTLS_PORT: '0' })).rejects.toThrow('MCP_GATEWAY_VERIFIER_URL');
});

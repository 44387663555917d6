/** The MCP gateway as a service: without credentials on loopback, without a configuration, and for browsers. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { issuer, openMcpGateway, publicUrl, type TestMcpGateway } from './access.fixture.ts';
import { loadMcpGatewayConfig, mcpOutboundAllowOf, servicesOf, trustedOriginsOf } from './config.ts';

let gateway: TestMcpGateway;
afterEach(async () => {
  await gateway?.close();
});

const isReady = async () => JSON.parse((await gateway.ask({ method: 'GET', path: '/health' })).body).ready === true;
async function openReady(env: Record<string, string> = {}) {
  gateway = await openMcpGateway(env);
  gateway.publish();
  await vi.waitFor(async () => expect(await isReady()).toBe(true));
}
const agentOf = async (request: Parameters<TestMcpGateway['ask']>[0]) =>
  JSON.parse((await gateway.ask(request)).body).agentId;

describe('on loopback without credentials', () => {
  it('the agent is the named one, otherwise the default one', async () => {
    await openReady();
    expect(await agentOf({})).toBe('default');
    expect(await agentOf({ headers: [['x-assay-agent-id', 'helper']] })).toBe('helper');
    expect(await agentOf({ path: '/agents/clerk/mcp' })).toBe('clerk');
  });

  it("pages of another site, and names other than this machine's, are refused", async () => {
    await openReady({ MCP_GATEWAY_TRUSTED_ORIGINS: 'https://chat.example' });
    for (const headers of [
      [['host', 'evil.example']],
      [['host', '127.0.0.1.evil.example:8100']],
      [['origin', 'https://evil.example']],
      [['origin', 'null']],
      [['origin', 'https://chat.example.evil.example']],
    ] as [string, string][][]) {
      expect((await gateway.ask({ headers })).status, JSON.stringify(headers)).toBe(403);
    }
    const own = new URL(gateway.gateway.url).host;
    expect((await gateway.ask({ headers: [['origin', `http://${own}`]] })).status).toBe(200);
    expect((await gateway.ask({ headers: [['origin', 'https://chat.example']] })).status).toBe(200);
    expect(gateway.calls).toHaveLength(2);
  });

  it('a credential is required as soon as an issuer is configured', async () => {
    await openReady({ MCP_GATEWAY_OAUTH_ISSUER: issuer });
    expect((await gateway.ask()).status).toBe(401);
  });
});

describe('without a configuration from the verifier', () => {
  it('nobody is admitted, and no MCP is served', async () => {
    gateway = await openMcpGateway();
    const { status, headers } = await gateway.ask();
    expect({ status, retry: headers['retry-after'] }).toEqual({ status: 503, retry: '5' });
    expect(await isReady()).toBe(false);
    expect(gateway.made()).toBe(0);
    gateway.publish();
    await vi.waitFor(async () => expect((await gateway.ask()).status).toBe(200));
    expect(gateway.made()).toBe(1);
    await gateway.ask();
    expect(gateway.made()).toBe(1);
  });

  it("the last one applies, from a separate file beside a model gateway's", async () => {
    await openReady();
    const file = join(gateway.folder, 'mcp-gateway-config.json');
    await vi.waitFor(async () => expect(JSON.parse(await readFile(file, 'utf8'))).toHaveProperty('jws'));
    gateway.verifier.setAway(true);
    const again = await gateway.start();
    const call = (headers: [string, string][] = []) =>
      fetch(`${again.url}/mcp`, {
        method: 'POST',
        body: '{}',
        headers: { 'content-type': 'application/json', ...Object.fromEntries(headers) },
      });
    expect((await call()).status).toBe(200);
    await again.close();
    await writeFile(file, '{}');
    const damaged = await gateway.start();
    const health = await (await fetch(`${damaged.url}/health`)).json();
    expect(health).toMatchObject({ ready: false, problems: [expect.stringContaining('is damaged')] });
    expect((await fetch(`${damaged.url}/mcp`, { method: 'POST', body: '{}' })).status).toBe(503);
    await damaged.close();
  });
});

describe('metadata of the resource', () => {
  it('name this resource exactly, for each MCP path and no other', async () => {
    await openReady();
    const read = (path: string) => gateway.ask({ method: 'GET', path: `/.well-known/oauth-protected-resource${path}` });
    for (const path of ['', '/mcp', '/mcp/crm', '/agents/clerk/mcp', '/agents/clerk/mcp/crm']) {
      expect(JSON.parse((await read(path)).body)).toMatchObject({
        resource: `${publicUrl}${path}`,
        authorization_servers: [issuer],
        scopes_supported: ['mcp:list', 'mcp:call'],
        bearer_methods_supported: ['header'],
      });
    }
    for (const path of ['/other', '/mcp/CRM', '/mcp/crm/x', '/agents//mcp', '/agents/a%2fb/mcp']) {
      expect((await read(path)).status, path).toBe(404);
    }
  });

  it("are open to pages of every site, but only under this machine's own name", async () => {
    await openReady({ ASSAY_AUTHENTICATION: 'required' });
    const path = '/.well-known/oauth-protected-resource/mcp';
    const origin = [['origin', 'https://anywhere.example']] as const;
    const { status, headers } = await gateway.ask({ method: 'GET', path, headers: origin });
    expect({ status, cors: headers['access-control-allow-origin'] }).toEqual({ status: 200, cors: '*' });
    expect((await gateway.ask({ method: 'OPTIONS', path, headers: origin })).status).toBe(204);
    expect((await gateway.ask({ method: 'GET', path, headers: [['host', 'evil.example']] })).status).toBe(403);
  });

  it('name the configured issuer first, and the verifier for agents', async () => {
    await openReady({ MCP_GATEWAY_OAUTH_ISSUER: 'https://login.example' });
    const path = '/.well-known/oauth-protected-resource';
    const { body } = await gateway.ask({ method: 'GET', path });
    expect(JSON.parse(body).authorization_servers).toEqual(['https://login.example', issuer]);
  });

  it('of a gateway known under another URL: no token is accepted, and /health says why', async () => {
    await openReady({ MCP_GATEWAY_PUBLIC_URL: 'https://tools.example' });
    const { status } = await gateway.ask({ headers: [['authorization', `Bearer ${gateway.token()}`]] });
    expect(status).toBe(401);
    const health = JSON.parse((await gateway.ask({ method: 'GET', path: '/health' })).body);
    expect(health.problems).toEqual([expect.stringContaining('VERIFIER_MCP_GATEWAY_URL')]);
  });
});

describe('a browser page', () => {
  it('may speak MCP only from a trusted origin', async () => {
    await openReady({ MCP_GATEWAY_TRUSTED_ORIGINS: 'https://chat.example' });
    const preflight = (origin: string) =>
      gateway.ask({
        method: 'OPTIONS',
        path: '/mcp',
        headers: [
          ['origin', origin],
          ['access-control-request-method', 'POST'],
          ['access-control-request-headers', 'mcp-param-region, x-evil'],
        ],
      });
    const { status, headers } = await preflight('https://chat.example');
    expect(status).toBe(204);
    expect(headers['access-control-allow-origin']).toBe('https://chat.example');
    expect(headers['access-control-allow-headers']).toContain('mcp-param-region');
    expect(headers['access-control-allow-headers']).not.toContain('x-evil');
    expect((await preflight('https://evil.example')).status).toBe(403);
    const answer = await gateway.ask({ headers: [['origin', 'https://chat.example']] });
    expect(answer.headers['access-control-allow-origin']).toBe('https://chat.example');
  });
});

describe('the service', () => {
  it('states its name, and speaks no MCP when switched off', async () => {
    await openReady({ MCP_ENABLED: 'false', MCP_METADATA_PATH: '/about' });
    const { body } = await gateway.ask({ method: 'GET', path: '/about' });
    expect(JSON.parse(body)).toMatchObject({ name: 'mcp-gateway', endpoint: '/mcp', tools: [] });
    expect((await gateway.ask()).status).toBe(404);
  });

  it('describes itself, and counts', async () => {
    await openReady();
    const { body } = await gateway.ask({ method: 'GET', path: '/openapi.json' });
    expect(Object.keys(JSON.parse(body).paths)).toEqual(
      expect.arrayContaining(['/mcp', '/mcp/{alias}', '/agents/{agent_id}/mcp', '/agents/{agent_id}/mcp/{alias}']),
    );
    expect((await gateway.ask({ method: 'GET', path: '/metrics' })).body).toContain('assay_gateway_bundle_revision 1');
  });

  it('reports its configuration to the verifier', async () => {
    await openReady();
    expect(gateway.verifier.polls[0]).toMatchObject({ gatewayId: 'mcp' });
  });
});

describe('variables', () => {
  const load = (env: Record<string, string>) => loadMcpGatewayConfig(env, () => {});
  const refused = (env: Record<string, string>) => expect(() => load(env)).toThrow(/MCP_/);

  it("have the contract's defaults, and empty counts as unset", () => {
    expect(load({ MCP_GATEWAY_OAUTH_ISSUER: '', MCP_GATEWAY_PORT: '' })).toMatchObject({
      MCP_GATEWAY_ENABLED: true,
      MCP_GATEWAY_PORT: 8100,
      MCP_GATEWAY_MTLS_ENABLED: true,
      MCP_GATEWAY_DISCOVERY_INTERVAL: 30,
      MCP_ENABLED: true,
      MCP_TOOLS_PATH: '/mcp',
      MCP_METADATA_PATH: '/.well-known/mcp',
      MCP_MAX_CONCURRENT_CALLS: 10,
    });
    expect(load({ MCP_GATEWAY_OAUTH_ISSUER: '' }).MCP_GATEWAY_OAUTH_ISSUER).toBeUndefined();
  });

  it('require an issuer to start in production', () => {
    refused({ ASSAY_ENV: 'production' });
    refused({ ASSAY_ENV: 'production', MCP_GATEWAY_OAUTH_ISSUER: '' });
    expect(load({ ASSAY_ENV: 'production', MCP_GATEWAY_OAUTH_ISSUER: issuer })).toBeDefined();
    expect(load({ ASSAY_ENV: 'production', MCP_GATEWAY_ENABLED: 'false' })).toBeDefined();
  });

  it('are refused when contradictory', () => {
    refused({ MCP_GATEWAY_SERVICES: 'pii' });
    refused({ MCP_GATEWAY_SERVICES: 'pii=http://a,pii=http://b' });
    refused({ MCP_GATEWAY_TRUSTED_ORIGINS: 'https://chat.example/path' });
    refused({ MCP_TOOLS_PATH: '/x', MCP_METADATA_PATH: '/x' });
    refused({ MCP_GATEWAY_OUTBOUND_PORTS: '0' });
    const onNetwork = { ASSAY_ENV: 'production', MCP_GATEWAY_OAUTH_ISSUER: issuer, MCP_GATEWAY_HOST: '0.0.0.0' };
    refused({ ...onNetwork, MCP_GATEWAY_OUTBOUND_ALLOW: '127.0.0.1' });
    expect(mcpOutboundAllowOf(load(onNetwork)).blocks).toEqual([]);
    expect(servicesOf(load({ MCP_GATEWAY_SERVICES: ' pii=https://a:1/ , b=http://c' }))).toEqual([
      { name: 'pii', url: 'https://a:1' },
      { name: 'b', url: 'http://c' },
    ]);
    expect(trustedOriginsOf(load({ MCP_GATEWAY_TRUSTED_ORIGINS: 'https://a, http://b:1' }))).toHaveLength(2);
  });
});

/** An MCP gateway in its own process: verifier and judge by mTLS, agents by certificate, nothing in clear. */
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '@assay/client';
import { Pool } from 'undici';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Child } from '../../bench/child.ts';
import { toFreePorts } from '../../scripts/free-ports.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { createLogger } from '../../src/platform/log.ts';
import { createMtlsDispatcher } from '../../src/platform/tls/mtls-dispatcher.ts';
import { type SvidSource, startSvidSource } from '../../src/platform/tls/svid-source.ts';
import { parseTrustBundle } from '../../src/platform/tls/trust-bundle.ts';
import { anApiKey, clientOf, operatorClient } from '../support/client.ts';
import { freePort, startOnly } from '../support/processes.ts';

vi.setConfig({ testTimeout: 60_000 });

const log = createLogger({ service: 'test', level: 'silent' });
const undo: (() => Promise<void>)[] = [];
const names = [
  'verifier',
  'verifier-mtls',
  'gateway',
  'gateway-mtls',
  'mcp',
  'mcp-mtls',
  'pii',
  'fairness-mtls',
] as const;
const ports = new Map<string, string>();
const at = (name: (typeof names)[number]) =>
  `${name.endsWith('mtls') ? 'https' : 'http'}://127.0.0.1:${ports.get(name)}`;
let assay: Client;
let bundle: string;
let agentKey: string;

async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-mcp-mtls-'));
  undo.push(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
async function start(only: string, env: Record<string, string>): Promise<Child> {
  const common = { ASSAY_AUTHENTICATION: 'required', VERIFIER_OUTBOUND_ALLOW: '127.0.0.1' };
  const child = await startOnly(only, { ...toFreePorts(), ...common, ...env });
  undo.push(() => child.stop());
  return child;
}
const firstContact = async (gateway_id: string) =>
  (await anApiKey(assay, { purpose: 'gateway', gateway_id, scopes: ['gateways:serve'] })).key;

beforeAll(async () => {
  for (const name of names) ports.set(name, await freePort());
  const portOf = (name: (typeof names)[number]) => String(ports.get(name));
  const verifierFolder = await aFolder();
  await start('verifier', {
    ASSAY_DATA_DIR: verifierFolder,
    VERIFIER_PORT: portOf('verifier'),
    VERIFIER_MTLS_PORT: portOf('verifier-mtls'),
    ASSAY_PUBLIC_URL: at('verifier'),
    VERIFIER_MCP_GATEWAY_URL: at('mcp'),
  });
  assay = await operatorClient(at('verifier'), verifierFolder);
  const ASSAY_TRUST_BUNDLE_FILE = join(verifierFolder, 'trust-bundle.pem');
  bundle = await readFile(ASSAY_TRUST_BUNDLE_FILE, 'utf8');
  await assay.agents.create({ body: { id: 'clerk', name: 'clerk', model_id: 'echo' } });
  const agent = { purpose: 'agent', agent_id: 'clerk', scopes: ['gateway:call', 'agents:act'] } as const;
  agentKey = (await anApiKey(assay, agent)).key;
  await start('gateway,attestor,injection,pii,secrets,toxicity', {
    ASSAY_DATA_DIR: await aFolder(),
    ASSAY_TRUST_BUNDLE_FILE,
    GATEWAY_ID: 'edge',
    GATEWAY_MTLS: 'true',
    GATEWAY_VERIFIER_URL: at('verifier-mtls'),
    GATEWAY_VERIFIER_KEY: await firstContact('edge'),
    GATEWAY_PORT: portOf('gateway'),
    GATEWAY_MTLS_PORT: portOf('gateway-mtls'),
    PII_PORT: portOf('pii'),
  });
  await start('fairness', {
    ASSAY_DATA_DIR: await aFolder(),
    ASSAY_TRUST_BUNDLE_FILE,
    AUDITOR_TOKEN: 'only the plain port asks for it',
    AUDITOR_MTLS_PORT: portOf('fairness-mtls'),
    AUDITOR_VERIFIER_URL: at('verifier-mtls'),
    AUDITOR_VERIFIER_KEY: await firstContact('fairness'),
  });
  await start('mcp-gateway', {
    ASSAY_DATA_DIR: await aFolder(),
    ASSAY_TRUST_BUNDLE_FILE,
    MCP_GATEWAY_OAUTH_ISSUER: at('verifier'),
    MCP_GATEWAY_VERIFIER_URL: at('verifier-mtls'),
    MCP_GATEWAY_VERIFIER_KEY: await firstContact('mcp'),
    MCP_GATEWAY_GATEWAY_URL: at('gateway-mtls'),
    MCP_GATEWAY_SERVICES: [
      `pii=${at('pii')}`,
      `fairness=${at('fairness-mtls')}`,
      `verifier=${at('verifier-mtls')}`,
      // The auditor behind this address is another one.
      `watermark=${at('fairness-mtls')}`,
    ].join(','),
    MCP_GATEWAY_PORT: portOf('mcp'),
    MCP_GATEWAY_MTLS_PORT: portOf('mcp-mtls'),
  });
}, 120_000);
afterAll(async () => {
  for (const step of undo.toReversed()) await step();
}, 60_000);

/** An identity document of the agent, as its process fetches it. */
async function aCertificate(): Promise<SvidSource> {
  const source = await startSvidSource({
    spiffeId: 'spiffe://assay.local/agent/clerk',
    pinned: parseTrustBundle(bundle, 'the test'),
    clock: systemClock,
    randomBytes: (size) => new Uint8Array(size),
    sleep: (_ms, signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true })),
    log,
    issue: async (csr) => {
      const { svid, bundle: pem } = await clientOf(at('verifier'), agentKey).spiffe.issueX509Svid({ body: { csr } });
      return { svid, bundle: pem };
    },
  });
  undo.push(source.close);
  return source;
}

function connect(source: SvidSource, url: string) {
  const connection = createMtlsDispatcher({
    url,
    accepts: ({ path: [kind] }) => kind === 'gateway',
    clock: systemClock,
    source,
  });
  undo.push(connection.close);
  return connection.dispatcher;
}

const call = (text: string) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'assay-pii__analyze_text', arguments: { text } },
});
const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

async function byCertificate(
  dispatcher: ReturnType<typeof connect>,
  path: string,
  headers: Record<string, string> = {},
) {
  const answer = await dispatcher.request({
    origin: at('mcp-mtls'),
    method: 'POST',
    path,
    headers: { ...json, ...headers },
    body: JSON.stringify(call('hello')),
  });
  return { status: answer.statusCode, text: await answer.body.text() };
}
const evidenceIn = (text: string) => /ev_[0-9a-f-]{36}/.exec(text)?.[0] ?? '';
const untilStored = (id: string) => vi.waitFor(() => assay.evidence.get({ id }), { interval: 100 });

describe('an MCP gateway in its own process', () => {
  it('is identified by a certificate, and follows the configuration with it', async () => {
    await vi.waitFor(async () => {
      const health: unknown = await (await fetch(`${at('mcp')}/health`)).json();
      expect(health).toMatchObject({
        ready: true,
        mtls: true,
        problems: [],
        mtls_url: at('mcp-mtls'),
        identity: { spiffe_id: 'spiffe://assay.local/gateway/mcp', status: 'valid' },
      });
    });
    const { items } = await assay.gateways.list();
    expect(JSON.stringify(items)).toContain('"mcp"');
  });

  it('has calls judged by mTLS: of an agent by its key in clear on loopback, and by its certificate', async () => {
    const plain = await fetch(`${at('mcp')}/mcp`, {
      method: 'POST',
      headers: { ...json, 'x-assay-key': agentKey },
      body: JSON.stringify(call('hello')),
    });
    const first = await plain.text();
    expect(first).toContain('pii_found');
    expect(await untilStored(evidenceIn(first))).toMatchObject({ agent_id: 'clerk', authentication: 'api_key' });
    const { status, text } = await byCertificate(connect(await aCertificate(), at('mcp-mtls')), '/mcp');
    expect({ status, text }).toEqual({ status: 200, text: expect.stringContaining('pii_found') });
    expect(await untilStored(evidenceIn(text))).toMatchObject({ agent_id: 'clerk', authentication: 'mtls' });
  });

  it('offers tools of an auditor and of the verifier by mTLS, and calls them without their tokens', async () => {
    const send = async (method: string, params: object = {}) => {
      const answer = await fetch(`${at('mcp')}/mcp`, {
        method: 'POST',
        headers: { ...json, 'x-assay-key': agentKey },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      });
      return answer.text();
    };
    await vi.waitFor(async () => {
      const list = await send('tools/list');
      expect(list).toContain('assay-fairness__list_vocabulary');
      expect(list).toContain('assay-verifier__list_agent_tools');
      expect(list).not.toContain('assay-watermark__');
    });
    expect(await send('tools/call', { name: 'assay-fairness__list_vocabulary', arguments: {} })).toContain(
      'disparate_impact_ratio',
    );
    expect(await send('tools/call', { name: 'assay-verifier__list_agent_tools', arguments: {} })).toContain('clerk');
  });

  it('continues with certificates renewed between calls, each on separate connections', async () => {
    const source = await aCertificate();
    const dispatcher = connect(source, at('mcp-mtls'));
    const serials = new Set<string>();
    const all = Promise.all(Array.from({ length: 10 }, () => byCertificate(dispatcher, '/mcp')));
    for (let count = 0; count < 3; count += 1) {
      await source.renew();
      serials.add(
        createHash('sha256')
          .update(source.current()?.certificate ?? '')
          .digest('hex'),
      );
      expect((await byCertificate(dispatcher, '/mcp')).status).toBe(200);
    }
    expect((await all).map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    expect(serials.size).toBe(3);
  });
});

describe('nobody else', () => {
  it("is admitted at the judge's port: an agent has a certificate, and is no gateway", async () => {
    const dispatcher = connect(await aCertificate(), at('gateway-mtls'));
    await expect(dispatcher.request({ origin: at('gateway-mtls'), method: 'GET', path: '/health' })).rejects.toThrow();
  });

  it("is admitted at the agents' port without a certificate", async () => {
    const pool = new Pool(at('mcp-mtls'), { connect: { ca: bundle, checkServerIdentity: () => undefined } });
    const asked = pool.request({
      method: 'POST',
      path: '/mcp',
      headers: { ...json, 'x-assay-key': agentKey },
      body: '{}',
    });
    await expect(asked).rejects.toThrow();
    await pool.destroy();
  });

  it("is asked for a judgement: a gateway with another service's certificate is not asked", async () => {
    const folder = await aFolder();
    const port = await freePort();
    await writeFile(join(folder, 'bundle.pem'), bundle);
    await start('mcp-gateway', {
      ASSAY_DATA_DIR: folder,
      MCP_GATEWAY_PORT: port,
      MCP_GATEWAY_ID: 'astray',
      MCP_GATEWAY_OAUTH_ISSUER: at('verifier'),
      MCP_GATEWAY_SERVICES: `pii=${at('pii')}`,
      MCP_GATEWAY_PUBLIC_URL: at('mcp'),
      MCP_GATEWAY_VERIFIER_URL: at('verifier-mtls'),
      MCP_GATEWAY_VERIFIER_KEY: await firstContact('astray'),
      MCP_GATEWAY_GATEWAY_URL: at('verifier-mtls'),
      ASSAY_TRUST_BUNDLE_FILE: join(folder, 'bundle.pem'),
    });
    await vi.waitFor(
      async () => {
        const answer = await fetch(`http://127.0.0.1:${port}/mcp`, {
          method: 'POST',
          headers: { ...json, 'x-assay-key': agentKey },
          body: JSON.stringify(call('x')),
        });
        expect([answer.status, await answer.text()]).toEqual([503, expect.stringContaining('judge_unavailable')]);
      },
      { interval: 200 },
    );
  });
});

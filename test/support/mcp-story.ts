/**
 * A verifier with people, a judging gateway and an MCP gateway, for stories of whole calls: the verifier's clock follows the
 * machine's, and all logs are kept.
 */
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, type ClientOptions, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { vi } from 'vitest';
import { createLocalToolJudge } from '../../src/clients/tool-judge/local.ts';
import { createHttpVerifierClient } from '../../src/clients/verifier/http.ts';
import { loadMcpGatewayConfig } from '../../src/mcp-gateway/config.ts';
import { startMcpGateway } from '../../src/mcp-gateway/start.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { openDataDir } from '../../src/platform/data-dir.ts';
import { testDatabaseKind } from '../../src/platform/db/test-db.ts';
import { operatorTokenFile } from '../../src/platform/http/operator-token.ts';
import { createLogger } from '../../src/platform/log.ts';
import { openScene } from '../../src/verifier/delegation/token-exchange/exchange-token.fixture.ts';
import { fieldOf, joinAs, type TestVisitor, tokenOf } from '../../src/verifier/front/pages/test-visitor.ts';
import { basic, type TestAgent } from '../../src/verifier/identity/issuer/issuer.fixture.ts';
import { clickThrough } from '../../src/verifier/tools/foreign-oauth/foreign-interaction.fixture.ts';
import { clientOf } from './client.ts';
import { startTestGateway } from './gateway.ts';
import { freePort } from './processes.ts';
import { readingAuditors, toolPolicy } from './tool-gateway.ts';

export type McpStory = Awaited<ReturnType<typeof openMcpStory>>;
export const within = { interval: 50 };

/** Every call of the MCP gateway needs a credential. @param env additional variables of each */
export async function openMcpStory(env: { verifier?: Record<string, string>; mcp?: Record<string, string> } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'assay-mcp-story-'));
  await writeFile(join(folder, 'policy.cedar'), toolPolicy);
  const lines: string[] = [];
  const logOf = (service: string) =>
    createLogger({ service, level: 'trace', destination: { write: (line: string) => void lines.push(line) } });
  const port = await freePort();
  const mcpUrl = `http://127.0.0.1:${port}`;
  const verifierEnv = { VERIFIER_MCP_GATEWAY_URL: mcpUrl, ...env.verifier };
  const scene = await openScene(testDatabaseKind, verifierEnv, { log: logOf('verifier') });
  const { issuer } = scene;
  const ticking = setInterval(() => issuer.verifier.clock.set(Date.now()), 100);
  const services = () => issuer.verifier.verifier().services;
  // Callers with a gateway's credential, or this one, receive others' secrets.
  const token = (await readFile(join(issuer.verifier.testDb.dataDir, operatorTokenFile), 'utf8')).trim();
  const assay = clientOf(issuer.url, token);
  const verifierClient = () => createHttpVerifierClient({ url: issuer.url, token });
  const gateway = await startTestGateway({ folder, verifier: verifierClient(), auditors: readingAuditors });
  const mcpVerifier = verifierClient();
  const mcp = await startMcpGateway({
    config: loadMcpGatewayConfig({
      MCP_GATEWAY_PORT: port,
      ASSAY_AUTHENTICATION: 'required',
      MCP_GATEWAY_DISCOVERY_INTERVAL: '1',
      ...env.mcp,
    }),
    dataDir: await openDataDir(join(folder, 'mcp')),
    clock: systemClock,
    randomBytes,
    log: logOf('mcp-gateway'),
    verifier: mcpVerifier,
    judge: createLocalToolJudge(gateway.toolCalls),
    services: [],
    searchPath: undefined,
    fetchService: () => Promise.reject(new Error('there are no services')),
    connectService: () => {
      throw new Error('there are no services');
    },
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        const done = () => {
          clearTimeout(timer);
          signal.removeEventListener('abort', done);
          resolve();
        };
        const timer = setTimeout(done, ms);
        signal.addEventListener('abort', done);
      }),
  });
  const clients: Client[] = [];

  const story = {
    scene,
    issuer,
    gateway,
    mcpUrl,
    lines,
    assay,
    /** Adds it to the catalog, allows all of its tools, and installs it; gives the ids of installation and app. */
    async install(agentId: string, name: string, url: string) {
      const { id: appId } = await assay.apps.create({
        body: {
          name: `com.example/${name}`,
          type: 'mcp_server',
          version: '1.0.0',
          title: name,
          description: 'For tests',
          remotes: [{ type: 'streamable-http', url }],
        },
      });
      await story.rule(appId, '*', 'available');
      const { id } = await assay.installations.create({ app_id: appId, body: { agent_id: agentId } });
      await services().installationWork.idle();
      return { id, appId };
    },
    rule: (appId: string, name: string, mode: 'available' | 'blocked') =>
      assay.scopedTools.create({
        body: {
          scope: { level: 'org', id: 'default' },
          tool: { app_id: appId, server: '*', name },
          mode,
          reason: 'for tests',
        },
      }),
    statusOf: async (id: string) => (await assay.installations.get({ id })).status,
    join: (email: string, role: 'admin' | 'viewer') => joinAs(issuer.verifier, { email, role }),
    /** Follows a link like a person: agrees here, signs in and consents there, and comes back. */
    async connect(visitor: TestVisitor, connectUrl: string) {
      const { pathname } = new URL(connectUrl);
      const { text } = await visitor.open(pathname);
      const sent = await visitor.send(pathname, { form_token: tokenOf(text), seen: fieldOf(text, 'seen') });
      const [, there = ''] = /^0; url=(.*)$/.exec(String(sent.headers['refresh'])) ?? [];
      if (there === '') throw new Error(`led nowhere: ${sent.status} ${sent.text}`);
      const back = await clickThrough(there, `${issuer.url}/v1/`);
      const came = await visitor.open(back.slice(issuer.url.length));
      await services().installationWork.idle();
      return came;
    },
    /** The agent's own token for the MCP gateway. */
    async tokenOf(agent: TestAgent): Promise<string> {
      const fields = { grant_type: 'client_credentials', resource: `${mcpUrl}/mcp`, scope: 'mcp:list mcp:call' };
      const { body } = await issuer.form('/oauth/token', fields, basic(agent));
      if (typeof body['access_token'] !== 'string') throw new Error(`no token: ${JSON.stringify(body)}`);
      return body['access_token'];
    },
    /** An official client with this token. */
    async client(token: string, { path = '/mcp', ...options }: ClientOptions & { path?: string } = {}) {
      const client = new Client(
        { name: 'story', version: '1.0.0' },
        { versionNegotiation: { mode: 'auto' }, ...options },
      );
      clients.push(client);
      const requestInit = { headers: { authorization: `Bearer ${token}` } };
      await client.connect(new StreamableHTTPClientTransport(new URL(`${mcpUrl}${path}`), { requestInit }));
      return client;
    },
    /** Waits until the gateways have applied the last change: the tool is listed, or not. */
    untilListed: (client: Client, name: string, isThere = true) =>
      vi.waitFor(async () => {
        // Asks the server directly: a client may cache a list while it is valid.
        const { tools } = await client.listTools({}, { cacheMode: 'bypass' });
        if (tools.some((tool) => tool.name === name) !== isThere) throw new Error(`${name} is not as it is to be`);
      }, within),
    async evidence(id: unknown) {
      await gateway.flush(AbortSignal.timeout(45_000));
      return assay.evidence.get({ id: String(id) });
    },
    /** Receipts of the judging gateway, oldest first. */
    async receipts(): Promise<Record<string, unknown>[]> {
      const exported = await (await gateway.get('/v1/receipts/export')).text();
      return exported
        .trim()
        .split('\n')
        .slice(1)
        .flatMap((line) => {
          const { attachment, record } = JSON.parse(line);
          return attachment === undefined ? [] : [JSON.parse(record)];
        });
    },
    async close() {
      for (const client of clients) await client.close();
      await mcp.close();
      await mcpVerifier.close();
      await gateway.dispose();
      clearInterval(ticking);
      await issuer.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
  return story;
}

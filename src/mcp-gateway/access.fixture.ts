/** An MCP gateway for access tests: a real configuration, and a front that records its principals. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { request as httpRequest, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sha256Hex } from '@assay/sdk/crypto';
import { createConfigVerifier } from '../../test/support/config-verifier.ts';
import { createFakeToolJudge } from '../clients/tool-judge/client.fake.ts';
import type { VerifierClient } from '../clients/verifier/client.ts';
import type { ConfigBundle } from '../contract/control/config-bundle.ts';
import { openDataDir } from '../platform/data-dir.ts';
import { createLogger } from '../platform/log.ts';
import { loadMcpGatewayConfig } from './config.ts';
import type { McpParts } from './parts.ts';
import type { Principal } from './ports.ts';
import type { McpVisit } from './protocol/mcp-handler.ts';
import { type StartMcpGatewayOptions, startMcpGateway } from './start.ts';

export const startMs = 1_800_000_000_000;
export const issuer = 'https://verifier.test';
export const publicUrl = 'http://127.0.0.1:8100';
export const audience = `${publicUrl}/mcp`;
export const agentKey = `assay_key_${'a'.repeat(43)}`;
export const workspaceKey = `assay_key_${'b'.repeat(43)}`;

const agents = ['clerk', 'helper', 'default'].map((id) => ({
  id,
  workspace_id: 'sales',
  audit_mode: 'enforce' as const,
  agent_epoch: 3,
}));

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

export interface CallRequest {
  readonly method?: string;
  readonly path?: string;
  /** Names may occur twice. */
  readonly headers?: readonly (readonly [string, string])[];
}

export type TestMcpGateway = Awaited<ReturnType<typeof openMcpGateway>>;

type Replaced = Partial<Pick<StartMcpGatewayOptions, 'fetchIssuer' | 'identity'>> &
  Partial<Pick<VerifierClient, 'outsideSubject'>>;

/** @param env variables besides those of a gateway on loopback */
export async function openMcpGateway(env: Record<string, string> = {}, replaced: Replaced = {}) {
  const { outsideSubject, ...started } = replaced;
  const folder = await mkdtemp(join(tmpdir(), 'mcp-gateway-'));
  const verifier = createConfigVerifier();
  const { signer } = verifier;
  const access_tokens = { issuer, audience: `${issuer}/gateway`, mcp_audience: audience, keys: [signer.key] };
  const api_keys = [
    { id: 'key_agent', sha256: sha256Hex(agentKey), agent_id: 'clerk' },
    { id: 'key_sales', sha256: sha256Hex(workspaceKey), workspace_id: 'sales' },
  ];
  const publish = (change: Partial<ConfigBundle> = {}) =>
    verifier.publish({ agents, access_tokens, api_keys, ...change });
  let now = startMs;
  const calls: { principal: Principal; call: McpVisit }[] = [];
  let hold: ((response: ServerResponse) => void) | undefined;
  let made = 0;
  const parts: Pick<McpParts, 'stop' | 'hurry' | 'close'> & {
    front: McpParts['front'];
    catalogs: McpParts['catalogs'];
  } = {
    front: {
      openListens: 0,
      close: async () => {},
      async handle(_request, response, call) {
        calls.push({ principal: call.principal, call });
        if (hold !== undefined) {
          hold(response);
          await once(response, 'close');
          return;
        }
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(shown(call)));
      },
    },
    catalogs: {
      of: never,
      toCall: never,
      onChange: () => () => {},
      skipped: () => [],
      offered: () => [],
      settled: async () => {},
      bundleChanged: () => {},
      close: async () => {},
    },
    stop: async () => {},
    hurry: () => {},
    close: async () => {},
  };
  const dataDir = await openDataDir(folder);
  const start = () =>
    startMcpGateway({
      config: loadMcpGatewayConfig({ MCP_GATEWAY_PORT: '0', MCP_GATEWAY_PUBLIC_URL: publicUrl, ...env }, () => {}),
      dataDir,
      clock: { now: () => now },
      randomBytes,
      log: createLogger({ service: 'test', level: 'silent' }),
      verifier: { ...verifier.client, ...(outsideSubject === undefined ? {} : { outsideSubject }) },
      ...started,
      judge: createFakeToolJudge(),
      services: [],
      searchPath: undefined,
      fetchService: never,
      connectService: () => {
        throw new Error('no service is called');
      },
      sleep: (ms, signal) => sleepUnlessAborted(Math.min(ms, 10), signal),
      createParts: async () => {
        made += 1;
        return parts;
      },
    });
  const gateway = await start();

  return {
    gateway,
    verifier,
    signer,
    publish,
    calls,
    folder,
    start,
    made: () => made,
    set: (ms: number) => {
      now = ms;
    },
    holdWith: (use: ((response: ServerResponse) => void) | undefined) => {
      hold = use;
    },
    token: (change: Record<string, unknown> = {}) => signer.sign({ ...agentClaims, ...change }, { typ: 'at+jwt' }),
    ask: (request: CallRequest = {}) => ask(gateway.url, request),
    operatorToken: async () => String(await dataDir.read('operator-token')).trim(),
    async close() {
      await gateway.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const common = { iss: issuer, aud: audience, client_id: 'oc_1', jti: 'token-1', org_id: 'default' };
const times = { exp: startMs / 1000 + 300, iat: startMs / 1000 };
export const agentClaims = {
  ...common,
  ...times,
  sub: 'spiffe://assay.local/agent/clerk',
  scope: 'mcp:list mcp:call',
  agent_id: 'clerk',
  agent_epoch: 3,
};
/** Replaces claims of an agent's token. */
export const personClaims = { sub: 'usr_ada', grant_id: 'gr_1', agent_id: undefined, agent_epoch: undefined };
export const delegatedClaims = {
  sub: 'usr_ada',
  grant_id: 'dgr_1',
  agent_id: undefined,
  act: { sub: 'spiffe://assay.local/agent/clerk', iss: issuer, sub_profile: 'ai_agent' },
};

function shown({ principal, endpoint }: McpVisit) {
  const { key: _key, onBehalfOf, ...rest } = principal;
  const { token, ...person } = onBehalfOf ?? {};
  return {
    ...rest,
    endpoint,
    onBehalfOf: onBehalfOf === undefined ? null : { ...person, hasToken: token !== undefined },
  };
}

export function ask(url: string, { method = 'POST', path = '/mcp', headers = [] }: CallRequest): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const flat = headers.some(([name]) => name.toLowerCase() === 'host')
      ? headers
      : [['host', new URL(url).host], ...headers];
    const sent = httpRequest(
      `${url}${path}`,
      { method, headers: flat.flat(), agent: false, setHost: false },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks).toString('utf8'),
          }),
        );
      },
    );
    sent.on('error', reject);
    sent.end(method === 'POST' ? '{}' : undefined);
  });
}

function never(): never {
  throw new Error('nothing of this is asked for here');
}

function sleepUnlessAborted(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done);
  });
}

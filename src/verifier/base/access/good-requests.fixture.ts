/**
 * A request that should succeed for every operation of the verifier's OpenAPI document, over the objects of a seeded verifier:
 * those of the acts, reads, and those listed here.
 */
import { generateKeyPairSync } from 'node:crypto';
import { toPem } from '@assay/sdk/x509';
import { writeCertificateRequest } from '../../../platform/tls/x509-writer.ts';
import { toScene } from '../../delegation/token-exchange/exchange-token.fixture.ts';
import type { Method } from '../../test-verifier.ts';
import { aGateway } from '../../test-verifier.ts';
import type { ActContext } from './acts.fixture.ts';
import { aCaller, type createTestCallers } from './rights.fixture.ts';
import { acts, objectsOf, type SeededVerifier, witnessedChain } from './seeded-verifier.fixture.ts';

export interface GoodRequest {
  readonly method: Method;
  /** As in routes. */
  readonly path: string;
  /** Values of its parameters, in order. */
  readonly ids: readonly string[];
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent as JSON; a text is sent unchanged. */
  readonly body: unknown;
}

interface Written {
  /** Replaces the objects of its path. */
  readonly of?: readonly string[];
  readonly query?: Readonly<Record<string, string>>;
  /** Makes what the request needs. */
  readonly before?: (seeded: SeededVerifier) => Promise<void>;
  readonly body?: (seeded: SeededVerifier) => unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** The caller, if the operator may not call it. */
  readonly as?: 'agent' | 'member' | 'subject' | 'leaver';
}

const ofAgent = { query: { agent_id: 'bot' } };
const agentScope = { level: 'workspace', id: 'w-1' };
const policyText = '@id("all") permit (principal, action, resource);';
const aReplay = { text: policyText, from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' };
const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });

const live = () => ({
  id: `lev_${crypto.randomUUID()}`,
  type: 'model.invocation',
  time: '2026-01-01T00:00:00.000Z',
  agent_id: 'bot',
  trace_id: 'trace',
  session_id: 'session',
  data: {
    invocation_id: 'ev_1',
    status: 'started',
    model_id: 'm',
    provider: 'p',
    streaming: false,
    stream_mode: 'none',
    request_hash: 'a'.repeat(64),
  },
});

/** Makes the passports of the agent that has one public. */
async function publish({ context: { verifier, ids } }: SeededVerifier): Promise<void> {
  const { body } = await verifier.admin('GET', `/v1/passports/${ids.get('passport')}`);
  const path = `/v1/agents/${body['agent_id']}`;
  const { headers } = await verifier.admin('GET', path);
  await verifier.admin('PATCH', path, { public_passports: true }, { 'if-match': String(headers['etag']) });
}

/** Makes a link to the passport. */
async function link({ context: { verifier, ids } }: SeededVerifier): Promise<void> {
  const { body } = await verifier.admin('POST', `/v1/passports/${ids.get('passport')}/links`, {});
  ids.set('link_token', String(body['token']));
}

async function trace({ context: { verifier, ids } }: SeededVerifier): Promise<void> {
  const { body } = await verifier.admin('GET', '/v1/evidence?limit=1');
  ids.set('trace', (body['items'] as Record<string, string>[])[0]?.['trace_id'] ?? '');
}

async function replay({ context: { verifier, ids } }: SeededVerifier): Promise<void> {
  const { body } = await verifier.admin('POST', `/v1/policies/${ids.get('policy')}/replay`, aReplay);
  ids.set('replay', String(body['id']));
}

/** Calls that no act makes; names stand for ids, as in `acts.fixture.ts`. */
const written: Readonly<Record<string, Written>> = {
  'GET /v1/scoped-credentials/effective': { query: { agent_id: 'bot', service: 'com.example/crm' } },
  'GET /v1/scoped-tools/effective': ofAgent,
  'GET /v1/auditors/settings/effective': ofAgent,
  'GET /v1/policies/effective': ofAgent,
  'GET /v1/statistics/top': { query: { by: 'reason' } },
  'GET /v1/auditors/settings/:id/history': { of: ['settings'] },
  'GET /v1/access-reviews/instances/:iid/decisions': { of: ['instance'] },
  'GET /v1/public/passports/:id': { of: ['passport'], before: publish },
  'GET /v1/public/passports/:id/status': { of: ['passport'], before: publish },
  'POST /v1/public/passport-links': {
    before: link,
    body: ({ context }) => ({ token: context.ids.get('link_token') }),
  },
  'GET /v1/evidence/traces/:trace_id': { of: ['trace'], before: trace },
  'GET /v1/policies/replays/:id': { of: ['replay'], before: replay },
  'POST /v1/policies/replays/:id/cancel': { of: ['replay'], before: replay },
  'POST /v1/agents/:id/heartbeat': { body: () => ({}), as: 'agent' },
  'POST /v1/agents/:id/logs': { body: () => ({ lines: [{ level: 'info', message: 'hello' }] }), as: 'agent' },
  'PATCH /v1/me': { body: () => ({ name: 'Ada King' }), as: 'member' },
  'DELETE /v1/me/membership': {
    async before({ issuer, context }) {
      context.ids.set('leaver', await toScene(issuer).person('leaver@acme.example'));
    },
    as: 'leaver',
  },
  'PATCH /v1/agents/:agent_id/delegations/:grant_id': {
    body: () => ({ ttl_seconds: 600 }),
    headers: { 'if-match': '"1"' },
    as: 'subject',
  },
  'POST /v1/spiffe/x509-svid': {
    body: () => ({ csr: toPem(writeCertificateRequest(privateKey), 'CERTIFICATE REQUEST'), service: 'gateway/edge' }),
  },
  'POST /v1/appraisal-policies/:id/evaluate': { body: () => ({ limit: 2 }) },
  'POST /v1/attestations/challenge': { body: () => ({}) },
  'POST /v1/attestations': { body: async () => ({ key_attestation: (await aGateway()).attestation }) },
  'POST /v1/evidence': {
    body: async ({ context }) => ({ items: [{ jws: (await aGateway(context.verifier)).evidence().jws }] }),
  },
  'POST /v1/receipts': {
    body: async ({ context }) => ({ receipts: (await witnessedChain(context, 'chain-2')).receipts }),
  },
  'POST /v1/witness/add-checkpoint': {
    body: async ({ context }) => (await witnessedChain(context, 'chain-3')).checkpoint,
  },
  'POST /v1/gateways/:id/outside-subject': {
    body: () => ({ issuer: 'https://login.example', subject: '00u1', claims: {} }),
  },
  'POST /v1/events': { body: () => ({ events: [live()] }) },
  'POST /v1/token-exchange': {
    async body({ issuer }) {
      const scene = toScene(issuer);
      const { headers } = await issuer.verifier.admin('GET', '/v1/organizations/default');
      // Agents that wait for approval cannot exchange tokens.
      const open = { agent_approval: false };
      const revision = { 'if-match': String(headers['etag']) };
      await issuer.verifier.admin('PATCH', '/v1/organizations/default', open, revision);
      const agent = await scene.agent('exchanging');
      const person = await scene.person('exchanging@acme.example');
      await scene.consent(person, agent.id);
      const fields = await scene.fields(person, agent);
      return new URLSearchParams(fields as Record<string, string>).toString();
    },
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  },
  'POST /v1/gateways/:id/credentials': {
    body: () => ({ agent_id: 'bot', service: 'com.example/crm' }),
  },
  'POST /v1/gateways/:id/tools': {
    body: ({ context }) => ({
      installation_id: context.ids.get('installation'),
      tools: [{ name: 'read', inputSchema: { type: 'object' } }],
    }),
  },
  'POST /v1/gateways/:id/status': { body: () => ({ running: null, source: 'files', problems: [] }) },
  'POST /v1/policies/validate': { body: () => ({ text: policyText, scope: agentScope }) },
  'POST /v1/policies/:id/validate': { body: () => ({ text: policyText }) },
  'POST /v1/policies/:id/replay': { body: () => aReplay },
  'POST /v1/registry/models/:id/versions/:version/verify': {
    of: ['model', 'new_version'],
    async before({ context }) {
      const at = `/v1/registry/models/${context.ids.get('model')}/versions`;
      const files = [{ path: 'model.bin', size: 1, sha256: 'a'.repeat(64) }];
      const { body } = await context.verifier.admin('POST', at, { files });
      context.ids.set('new_version', String(body['version']));
    },
    body: ({ context }) => ({ urls: { 'model.bin': `${context.auditorUrl}/model.bin` } }),
  },
  'POST /v1/console/unlock': {
    async body({ context }) {
      const { body } = await context.verifier.admin('POST', '/v1/console/links');
      return { code: String(body['url']).split('#code=')[1] };
    },
    headers: { 'sec-fetch-site': 'same-origin' },
  },
  'POST /v1/console/playground/chat': {
    query: { agent_id: 'nobody' },
    body: () => ({ model: 'echo', messages: [{ role: 'user', content: 'Hello' }] }),
  },
  'POST /v1/console/playground/evaluate': {
    query: { agent_id: 'nobody' },
    body: () => ({ phase: 'request', data: { input: 'Hello' } }),
  },
  'DELETE /v1/console/session': { headers: { 'sec-fetch-site': 'same-origin' } },
  'POST /mcp': {
    body: () => ({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/list',
      params: {
        _meta: {
          'io.modelcontextprotocol/protocolVersion': '2026-07-28',
          'io.modelcontextprotocol/clientCapabilities': {},
        },
      },
    }),
    headers: {
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/list',
    },
  },
  'POST /api/v1/workflows/:id/validate': { body: () => ({}) },
};

/** Operations with an endless answer. */
export const streams: ReadonlySet<string> = new Set([
  'GET /v1/agents/:agent_id/console/stream',
  'GET /v1/agents/:id/logs',
]);

const jsonType = { 'content-type': 'application/json' };

/** Gives an operation's path as in routes: `GET /v1/agents/:id` for `GET /v1/agents/{id}`. */
export function toEndpoint(operation: string): string {
  return operation.replace('/files/{path}', '/files/*').replace(/\{(\w+)\}/g, ':$1');
}

/** Makes the headers of a caller, as `createTestCallers` does. */
export type As = ReturnType<typeof createTestCallers>['as'];

function callerOf({ ids }: ActContext, who: Written['as'], as: As): Record<string, string> {
  if (who === undefined) return as(aCaller('deployment'));
  const caller = aCaller(who === 'agent' ? 'agent' : 'viewer');
  return as({ ...caller, user: ids.get(who) ?? '' });
}

/** Gives the good request of an endpoint. */
export async function goodRequest(endpoint: string, seeded: SeededVerifier, as: As): Promise<GoodRequest> {
  const { context } = seeded;
  const [method = '', path = ''] = endpoint.split(' ');
  const act = acts.find((one) => one.endpoint === endpoint);
  const own = written[endpoint] ?? {};
  const names = own.of ?? objectsOf(path) ?? [];
  await own.before?.(seeded);
  const body = act === undefined ? await own.body?.(seeded) : act.body?.(context);
  const isWrite = method !== 'GET' && method !== 'DELETE';
  const ids = path.includes(':') ? names.map((name) => context.ids.get(name) ?? name) : [];
  return {
    method: method as Method,
    path,
    query: own.query ?? {},
    ids: path.endsWith('*') ? [...ids, act?.rest ?? ''] : ids,
    headers: {
      ...callerOf(context, own.as, as),
      ...(isWrite && typeof body !== 'string' ? jsonType : {}),
      ...(act?.mediaType === undefined ? {} : { 'content-type': act.mediaType }),
      ...own.headers,
    },
    body: isWrite ? (body ?? {}) : undefined,
  };
}

/** Gives the address of a request. */
export function urlOf({ path, ids, query }: Pick<GoodRequest, 'path' | 'ids' | 'query'>): string {
  const rest = [...ids];
  const filled = path.replace(/:\w+|\*$/g, () => encodeURIComponent(rest.shift() ?? ''));
  const text = new URLSearchParams(query).toString();
  return text === '' ? filled : `${filled}?${text}`;
}

/** Sends a request. Of an endless answer it reads the status only. */
export async function send(
  request: GoodRequest,
  { issuer }: SeededVerifier,
): Promise<{ status: number; text: string }> {
  const { method, path, headers, body } = request;
  const url = urlOf(request);
  if (streams.has(`${method} ${path}`)) {
    const ended = new AbortController();
    const { status } = await fetch(`${issuer.url}${url}`, { headers, signal: ended.signal });
    ended.abort();
    return { status, text: '' };
  }
  const payload = typeof body === 'string' ? body : JSON.stringify(body);
  const { app } = issuer.verifier.verifier();
  const answer = await app.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) });
  return { status: answer.statusCode, text: answer.body };
}

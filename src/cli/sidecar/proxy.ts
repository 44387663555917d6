/** The server of a sidecar: its application calls it without a credential, and it adds the agent's. Loopback only. */
import {
  createServer,
  type IncomingMessage,
  request as requestHttp,
  type Server,
  type ServerResponse,
} from 'node:http';
import { request as requestHttps } from 'node:https';
import { pipeline } from 'node:stream/promises';
import { isAppError } from '../../platform/errors.ts';
import { type Purpose, purposes, type SidecarTokens } from './tokens.ts';

export interface SidecarDeps {
  readonly agentId: string;
  readonly tokens: SidecarTokens;
  /** Base URLs of the gateway and the MCP gateway. */
  readonly services: { readonly [For in Purpose]: string };
  readonly onError: (message: string) => void;
}

/** Header in which the application names the person that the agent acts for, by an access token of that person. */
export const subjectHeader = 'x-assay-subject-token';

const loopbackHost = /^(?:localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])(?::\d{1,5})?$/i;
/** The credentials of a client, its connection, and headers that name who calls: the sidecar decides about all of them. */
const ownHeaders = new Set([
  ...[
    'authorization',
    'proxy-authorization',
    'x-assay-key',
    'x-api-key',
    'api-key',
    'x-goog-api-key',
    'cookie',
    'dpop',
  ],
  ...['x-assay-agent-id', 'x-assay-workspace-id', 'x-assay-organization', subjectHeader],
  ...[
    'host',
    'connection',
    'keep-alive',
    'te',
    'trailer',
    'upgrade',
    'transfer-encoding',
    'proxy-connection',
    'expect',
  ],
]);
const hopHeaders = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'trailer',
  'upgrade',
  'proxy-authenticate',
]);

/** Makes the server; the caller listens. */
export function createSidecar(deps: SidecarDeps): Server {
  return createServer((request, response) => {
    answer(deps, request, response).catch((error: unknown) => {
      deps.onError(error instanceof Error ? error.message : String(error));
      if (response.headersSent) response.destroy();
      else refuse(response, 502, 'sidecar_failed', 'the sidecar could not make the call; its own output says why');
    });
  });
}

async function answer(deps: SidecarDeps, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { host, origin } = request.headers;
  // A page in a browser must not reach it, not even under a name that leads here.
  if (host === undefined || !loopbackHost.test(host) || origin !== undefined) {
    return refuse(response, 403, 'forbidden', 'the sidecar answers its application on this machine only');
  }
  const url = new URL(request.url ?? '/', 'http://sidecar');
  if (url.pathname === '/health') return sendJson(response, 200, { status: 'healthy', agent_id: deps.agentId });
  const subject = request.headers[subjectHeader];
  if (Array.isArray(subject)) return refuse(response, 400, 'invalid_request', `${subjectHeader} may stand once`);
  const wanted = url.pathname === '/token' ? readPurpose(url) : purposeOf(url.pathname);
  if (wanted === undefined) {
    return refuse(
      response,
      404,
      'not_found',
      'paths: /v1/… for models, /mcp for tools, /token?for=models|tools, /health',
    );
  }
  let token: string;
  let until: number;
  try {
    ({ token, until } = await deps.tokens.get(wanted, subject));
  } catch (error) {
    if (!isAppError(error)) throw error;
    const text = explain(error.publicText, wanted, deps);
    deps.onError(text);
    return refuse(response, 503, 'agent_token_unavailable', text);
  }
  if (url.pathname !== '/token') return forward(deps, { request, response, purpose: wanted, token, subject });
  response.setHeader('cache-control', 'no-store');
  return sendJson(response, 200, {
    access_token: token,
    token_type: 'Bearer',
    expires_at: new Date(until).toISOString(),
  });
}

/** Adds what to do where the verifier does not know the service. */
function explain(text: string, purpose: Purpose, { services }: SidecarDeps): string {
  if (purpose !== 'tools' || !text.includes('invalid_target')) return text;
  return `${text}. The verifier must know the MCP gateway: VERIFIER_MCP_GATEWAY_URL=${services.tools}`;
}

function readPurpose(url: URL): Purpose | undefined {
  const named = url.searchParams.get('for') ?? 'models';
  return purposes.find((purpose) => purpose === named);
}

function purposeOf(path: string): Purpose | undefined {
  if (path === '/mcp' || path.startsWith('/mcp/')) return 'tools';
  return path.startsWith('/v1/') ? 'models' : undefined;
}

interface Forwarded {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly purpose: Purpose;
  readonly token: string;
  readonly subject: string | undefined;
}

async function forward(deps: SidecarDeps, { request, response, purpose, token, subject }: Forwarded): Promise<void> {
  // Only path and query of what the application sent: an address in its place never chooses the host.
  const { pathname, search } = new URL(request.url ?? '/', 'http://sidecar');
  const target = new URL(`${deps.services[purpose]}${pathname}${search}`);
  const send = target.protocol === 'https:' ? requestHttps : requestHttp;
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const headers = Object.entries(request.headers).filter(([name]) => !ownHeaders.has(name));
  const upstream = send(target, {
    method: request.method,
    headers: { ...Object.fromEntries(headers), authorization: `Bearer ${token}` },
    signal: gone.signal,
  });
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    upstream.once('response', resolve);
    upstream.once('error', reject);
  });
  // A service may answer before it has read the whole body.
  const sent = pipeline(request, upstream).catch((error: unknown) => error);
  let reply: IncomingMessage;
  try {
    reply = await answered;
  } catch (error) {
    if (gone.signal.aborted) return;
    deps.onError(`${target.origin} does not answer: ${error instanceof Error ? error.message : String(error)}`);
    return refuse(response, 502, 'upstream_unavailable', 'the service behind the sidecar does not answer');
  }
  // The token was taken back: the next call asks for another one.
  if (reply.statusCode === 401) deps.tokens.drop(purpose, subject);
  const back = Object.entries(reply.headers).filter(([name]) => !hopHeaders.has(name));
  response.writeHead(reply.statusCode ?? 502, Object.fromEntries(back));
  await pipeline(reply, response).catch((error: unknown) => {
    if (!gone.signal.aborted) throw error;
  });
  await sent;
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function refuse(response: ServerResponse, status: number, code: string, detail: string): void {
  response.writeHead(status, { 'content-type': 'application/problem+json' });
  response.end(JSON.stringify({ type: `urn:assay:problem:${code}`, title: detail, status, code, detail }));
}

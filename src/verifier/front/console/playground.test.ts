/** The playground speaks for an agent at the gateway, for those who may, and passes its answers on as they come. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testDatabaseKind } from '../../../platform/db/test-db.ts';
import { openTestVerifier, type TestVerifier } from '../../test-verifier.ts';
import { joinAs } from '../pages/test-visitor.ts';
import { createConsoleBrowser } from './browser.fixture.ts';

type Answering = (request: IncomingMessage, response: ServerResponse, body: string) => void;

const chat = '/v1/console/playground/chat?agent_id=default';
const evaluate = '/v1/console/playground/evaluate?agent_id=default';
const prompt = { model: 'echo', stream: true, messages: [{ role: 'user', content: 'Hello' }] };
const question = { phase: 'request', data: { input: 'Hello' } };
const evidence = { 'x-assay-evidence-id': 'ev_1', 'x-assay-decision': 'allow' };

let answering: Answering;
let seen: { url: string; headers: IncomingMessage['headers']; body: string }[] = [];
const gateway = createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray()).toString('utf8');
  seen.push({ url: request.url ?? '', headers: request.headers, body });
  answering(request, response, body);
});
let gatewayUrl: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
  const address = gateway.address();
  gatewayUrl = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
});
beforeEach(() => {
  seen = [];
  answering = (_request, response) =>
    response.writeHead(200, { ...evidence, 'content-type': 'application/json', 'x-other': 'no' }).end('{"a":1}');
});
afterAll(() => {
  gateway.closeAllConnections();
  gateway.close();
});

describe('on loopback, where the verifier makes no tokens', () => {
  let verifier: TestVerifier;
  beforeAll(async () => {
    verifier = await openTestVerifier({ VERIFIER_PORT: '0', VERIFIER_GATEWAY_URL: gatewayUrl }, testDatabaseKind);
  }, 60_000);
  afterAll(() => verifier.close());

  it('an evaluation goes to the gateway as the agent, and its answer comes back with the headers of the exchange', async () => {
    const { status, body, headers } = await verifier.post(evaluate, question);
    expect([status, body]).toEqual([200, { a: 1 }]);
    expect(headers).toMatchObject({ ...evidence, 'cache-control': 'no-store' });
    expect(headers['x-other']).toBeUndefined();
    expect(seen.map(({ url, body: sent }) => [url, JSON.parse(sent)])).toEqual([['/v1/evaluate', question]]);
    expect(seen[0]?.headers).toMatchObject({ 'x-assay-agent-id': 'default', 'x-assay-session-id': 'playground-local' });
    expect(seen[0]?.headers.authorization).toBeUndefined();
  });

  it('the audit log names the person and the agent', async () => {
    await verifier.post(chat, prompt);
    const { body } = await verifier.admin('GET', '/v1/audit-logs?limit=1');
    expect(body['items']).toMatchObject([
      { action: 'playground.asked', resource_type: 'agent', resource_id: 'default' },
    ]);
  });

  it('a refusal of the gateway keeps its status and its words', async () => {
    const refusal = { error: { message: 'Prompt injection detected', code: 'policy_denied' } };
    answering = (_request, response) =>
      response.writeHead(403, { ...evidence, 'content-type': 'application/json' }).end(JSON.stringify(refusal));
    const { status, body } = await verifier.post(chat, prompt);
    expect([status, body]).toEqual([403, refusal]);
  });

  it('a 401 of the gateway does not look like the end of the session, and no page is passed on', async () => {
    answering = (_request, response) => response.writeHead(401, { 'content-type': 'text/html' }).end('<script>');
    const { status, headers } = await verifier.post(chat, prompt);
    expect([status, headers['content-type']]).toEqual([502, 'application/octet-stream']);
  });

  it('an unknown agent is refused before the gateway is asked', async () => {
    expect((await verifier.post(chat.replace('default', 'nobody'), prompt)).status).toBe(404);
    expect(seen).toEqual([]);
  });

  it('another organisation is refused where no token says whose the agent is', async () => {
    await verifier.admin('POST', '/v1/organizations', { id: 'other', name: 'other' });
    const other = { 'x-assay-organization': 'other' };
    await verifier.admin('POST', '/v1/agents', { id: 'theirs', name: 'theirs' }, other);
    const answer = await verifier.admin('POST', chat.replace('default', 'theirs'), prompt, other);
    expect(answer.status).toBe(403);
    expect(seen).toEqual([]);
  });

  it('a stream arrives event by event, after the headers of the exchange, and its end by the reader reaches the gateway', async () => {
    let tellEnd = () => {};
    const ended = new Promise<void>((resolve) => {
      tellEnd = resolve;
    });
    answering = (_request, response) => {
      response.writeHead(200, { ...evidence, 'content-type': 'text/event-stream' }).write('data: one\n\n');
      response.once('close', tellEnd);
    };
    const url = await verifier.verifier().app.listen({ port: 0, host: '127.0.0.1' });
    const stop = new AbortController();
    const answer = await fetch(`${url}${chat}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(prompt),
      signal: stop.signal,
    });
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    while (!text.includes('data: one')) text += (await reader?.read())?.value ?? '';
    expect(text).toBe(`event: assay.exchange\ndata: ${JSON.stringify(evidence)}\n\ndata: one\n\n`);
    stop.abort();
    await ended;
  });
});

describe('where people sign in', () => {
  let verifier: TestVerifier;
  beforeAll(async () => {
    const env = { ASSAY_AUTHENTICATION: 'required', ASSAY_PUBLIC_URL: 'http://127.0.0.1:8200' };
    verifier = await openTestVerifier({ ...env, VERIFIER_GATEWAY_URL: gatewayUrl }, testDatabaseKind);
  }, 60_000);
  afterAll(() => verifier.close());

  it('an operator speaks for an agent by a token of that agent alone, and a viewer does not', async () => {
    const operator = createConsoleBrowser(verifier, await joinAs(verifier, { email: 'o@a.example', role: 'operator' }));
    const asked = await operator.call('POST', chat, { body: prompt, csrf: await operator.csrf() });
    expect(asked.status).toBe(200);
    const token = String(seen[0]?.headers.authorization).replace(/^Bearer /, '');
    const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'));
    expect(claims).toMatchObject({ agent_id: 'default', org_id: 'default', scope: 'gateway:call' });
    const viewer = createConsoleBrowser(verifier, await joinAs(verifier, { email: 'v@a.example', role: 'viewer' }));
    expect((await viewer.call('POST', chat, { body: prompt, csrf: await viewer.csrf() })).status).toBe(403);
    expect((await verifier.post(chat, prompt)).status).toBe(401);
    expect(seen).toHaveLength(1);
  });
});

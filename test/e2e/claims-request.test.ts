/** What the gateway sends to an auditor (contract 2.3), read by an HTTP server of the test. */
import { createServer, type Server } from 'node:http';
import type { ClaimsRequest } from '@assay/sdk/contract';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';
import { vocabulary } from '../support/hostile-auditor.ts';
import { completion, type ModelServer, sendJson, startModelServer } from '../support/model-server.ts';

const received: ClaimsRequest[] = [];
let auditor: Server;
let model: ModelServer;
let gateway: TestGateway;

beforeAll(async () => {
  const claim = { name: 'injection_risk', type: 'score_normalized', value: 0 };
  auditor = createServer(async (request, response) => {
    if (request.url === '/vocabulary') {
      response.end(JSON.stringify({ ...vocabulary, phases: ['request', 'response'] }));
      return;
    }
    if (request.url === '/health') {
      response.end(JSON.stringify({ status: 'healthy', auditor_id: 'hostile', version: '1.0.0', ready: true }));
      return;
    }
    if (request.url !== '/claims' || request.method !== 'POST') {
      response.writeHead(404).end();
      return;
    }
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    received.push(JSON.parse(Buffer.concat(chunks).toString('utf8')));
    response.end(JSON.stringify({ status: 'success', claims: [claim] }));
  });
  await new Promise<void>((resolve) => auditor.listen(0, '127.0.0.1', resolve));
  const address = auditor.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  model = await startModelServer();
  model.answerWith((_call, response) => sendJson(response, completion('Hello there.')));
  gateway = await startTestGateway({
    env: { GATEWAY_UPSTREAM_URL: model.url, VENDOR_SESSION_ID: 'audit-7' },
    auditors: [],
    remote: [{ name: 'hostile', url: `http://127.0.0.1:${port}` }],
  });
});
beforeEach(() => {
  received.length = 0;
});
afterAll(async () => {
  await gateway?.dispose();
  await model?.close();
  auditor?.closeAllConnections();
  await new Promise((resolve) => auditor.close(resolve));
});

const ask = (headers: Record<string, string> = {}) =>
  gateway.post(
    '/v1/chat/completions',
    { model: 'test-model', messages: [{ role: 'user', content: 'How are you?' }] },
    headers,
  );

it('an auditor is sent the text of its phase, model, session, trace and agent', async () => {
  const traceparent = `00-${'ab'.repeat(16)}-${'cd'.repeat(8)}-01`;
  expect((await ask({ 'x-assay-agent-id': 'clerk', 'x-assay-session-id': 'ses-1', traceparent })).status).toBe(200);
  const metadata = { model_id: 'test-model', session_id: 'ses-1' };
  const context = { trace_id: 'ab'.repeat(16), agent_id: 'clerk' };
  expect(received).toMatchObject([
    { phase: 'request', data: { input: 'How are you?', metadata }, vendor_context: context },
    {
      phase: 'response',
      data: { input: 'How are you?', output: 'Hello there.', metadata },
      vendor_context: context,
    },
  ]);
});

it('VENDOR_SESSION_ID is the session of a call that names none', async () => {
  expect((await ask()).status).toBe(200);
  expect(received[0]?.data.metadata?.session_id).toBe('audit-7');
});

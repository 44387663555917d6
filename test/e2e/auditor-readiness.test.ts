import { createServer, type Server } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';

let gateway: TestGateway | undefined;
let server: Server | undefined;
afterEach(async () => {
  await gateway?.dispose();
  gateway = undefined;
  await new Promise((resolve) => (server === undefined ? resolve(undefined) : server.close(resolve)));
  server = undefined;
});

/** An external auditor whose readiness the test controls. */
async function serveAuditor({ port = 0, finds = false } = {}) {
  const state = { ready: true, claims: 0, asked: 0 };
  const entry = { name: 'pii_found', type: 'boolean', description: 'd', value_schema: {}, settings: [] };
  const vocabulary = { auditor_id: 'guard', version: '1.0.0', phases: ['request', 'response'], vocabulary: [entry] };
  server = createServer((request, response) => {
    const send = (body: unknown) => response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
    request.resume();
    if (request.url === '/vocabulary') return send(vocabulary);
    if (request.url === '/health') {
      state.asked += 1;
      return send({ status: 'healthy', auditor_id: 'guard', version: '1.0.0', ready: state.ready });
    }
    state.claims += 1;
    return send({ status: 'success', claims: [{ name: 'pii_found', type: 'boolean', value: finds }] });
  });
  await new Promise<void>((resolve) => server?.listen(port, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server listens on a port');
  return { state, url: `http://127.0.0.1:${address.port}` };
}

it("an exchange that needs an unready auditor's claims is denied without asking it, and allowed again afterwards", async () => {
  const { state, url } = await serveAuditor();
  gateway = await startTestGateway({
    env: { GATEWAY_AUDITOR_HEALTH_MS: '100' },
    auditors: [],
    remote: [{ name: 'guard', url }],
  });
  const here = gateway;
  const body = { model: 'echo', messages: [{ role: 'user', content: 'Hello' }] };
  const ask = async () => (await here.post('/v1/chat/completions', body)).status;
  const problems = async () => ((await (await here.get('/health')).json()) as { problems: string[] }).problems.join();
  expect(await ask()).toBe(200);

  state.ready = false;
  await expect.poll(problems).toContain('Auditor guard is not ready');
  const before = state.claims;
  expect(await ask()).toBe(403);
  expect(state.claims).toBe(before);

  state.ready = true;
  await expect.poll(ask).toBe(200);
  expect(await problems()).toBe('');
});

it('an auditor that was never reached never counts as one without findings: everything is denied until it answers, then judged', async () => {
  const { url } = await serveAuditor();
  await new Promise((resolve) => server?.close(resolve));
  gateway = await startTestGateway({ auditors: [], remote: [{ name: 'guard', url }] });
  const here = gateway;
  const body = { model: 'echo', messages: [{ role: 'user', content: 'Hello' }] };
  const ask = async () => {
    const answer = await here.post('/v1/chat/completions', body);
    return { status: answer.status, text: await answer.text() };
  };
  expect(await ask()).toMatchObject({ status: 403, text: expect.stringContaining('guard') });
  expect(await (await here.get('/health')).json()).toMatchObject({ ready: false });

  await serveAuditor({ port: Number(new URL(url).port), finds: true });
  // The policy was generated before this claim existed; `pii_found` without spans cannot be redacted, so it is denied.
  await expect.poll(async () => (await ask()).text).toContain('redaction:no_usable_spans');
  expect(await (await here.get('/health')).json()).toMatchObject({ ready: true });
});

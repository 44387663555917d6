/** Lack of capacity is reported as 503 with a retry, never as a policy decision. */
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

/** An auditor that fails with this code. */
async function startWith(code: string): Promise<TestGateway> {
  const entry = { name: 'pii_found', type: 'boolean', description: 'd', value_schema: {}, settings: [] };
  const vocabulary = { auditor_id: 'guard', version: '1.0.0', phases: ['request', 'response'], vocabulary: [entry] };
  const failure = { status: 'error', claims: [], error: { code, message: 'no', retryable: false } };
  server = createServer((request, response) => {
    request.resume();
    const body = request.url === '/vocabulary' ? vocabulary : failure;
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server listens on a port');
  const remote = [{ name: 'guard', url: `http://127.0.0.1:${address.port}` }];
  gateway = await startTestGateway({ auditors: [], remote, env: { GATEWAY_AUDITOR_HEALTH_MS: '0' } });
  return gateway;
}

const chat = { model: 'echo', messages: [{ role: 'user', content: 'Hello' }] };

it('an exchange without auditor capacity is 503 overloaded with Retry-After, and recorded as that', async () => {
  const here = await startWith('OVERLOADED');
  const answer = await here.post('/v1/chat/completions', chat);
  expect(answer.status).toBe(503);
  expect(answer.headers.get('retry-after')).toBe('2');
  const { error } = (await answer.json()) as { error: { code: string; reasons: string[]; evidence_id: string } };
  expect(error).toMatchObject({ code: 'overloaded', evidence_id: expect.stringMatching(/^ev_/) });
  expect(error.reasons[0]).toBe('capacity:overloaded');
  const exported = await (await here.get('/v1/receipts/export')).text();
  const payloads = exported
    .split('\n')
    .flatMap((line) => (line.includes('"attachment"') ? [JSON.parse(line).attachment as string] : []))
    .map((attachment) => Buffer.from(attachment, 'base64url').toString('latin1').split('.')[1] ?? '')
    .map((payload) => JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')));
  const recorded = payloads.find(({ evidence_id: id }) => id === error.evidence_id);
  expect(recorded.decision.reasons[0]).toBe('capacity:overloaded');
  expect(recorded).toMatchObject({ enforced: 'deny', auditors: [{ status: 'failed', error: { code: 'OVERLOADED' } }] });

  const evaluated = await here.post('/v1/evaluate', { data: { input: 'Hello' }, phase: 'request' });
  expect([evaluated.status, evaluated.headers.get('retry-after')]).toEqual([503, '2']);
  expect(await evaluated.json()).toMatchObject({ code: 'overloaded', reasons: ['capacity:overloaded'] });
});

it('an auditor that fails for any other reason is still a denial', async () => {
  const here = await startWith('INTERNAL_ERROR');
  const answer = await here.post('/v1/chat/completions', chat);
  expect(answer.status).toBe(403);
  expect(await answer.json()).toMatchObject({ error: { code: 'policy_denied', reasons: ['missing:pii_found:guard'] } });
});

/** Suspensions and the rest of the configuration are delivered separately: an error of one does not delay the other. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createHttpVerifierClient } from '../../src/clients/verifier/http.ts';
import { policiesTable, policyVersionsTable } from '../../src/verifier/configuration/policies/tables.ts';
import { openTestVerifier, type TestVerifier } from '../../src/verifier/test-verifier.ts';
import { configOf } from '../support/evaluate.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';

const closing: (() => Promise<void>)[] = [];
let verifier: TestVerifier;
let gateway: TestGateway;

beforeEach(async () => {
  verifier = await openTestVerifier();
  closing.push(verifier.close);
  await verifier.admin('POST', '/v1/agents', { id: 'clerk' });
  gateway = await startGateway();
});
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function startGateway(): Promise<TestGateway> {
  const { app } = verifier.verifier();
  const address = app.server.address();
  const url =
    address !== null && typeof address === 'object'
      ? `http://127.0.0.1:${address.port}`
      : await app.listen({ host: '127.0.0.1', port: 0 });
  const client = createHttpVerifierClient({ url });
  const started = await startTestGateway({ verifier: client });
  closing.push(client.close, started.dispose);
  return started;
}

/** Written directly into the database, bypassing the API: a policy of another organisation. */
async function breakBundle(): Promise<void> {
  const { db } = verifier.verifier().services;
  const by = { created_at: 1, created_by: 'nobody' };
  await db.insert(policiesTable).values({
    org_id: 'default',
    id: 'pol_broken',
    scope_level: 'org',
    scope_id: 'somebody-else',
    name: 'broken',
    description: '',
    origin: 'person',
    version: 1,
    active_version: 1,
    revision: 1,
    updated_at: 1,
    ...by,
  });
  await db.insert(policyVersionsTable).values({
    org_id: 'default',
    id: 'pol_broken',
    version: 1,
    text: 'permit (principal, action, resource);',
    sha256: 'x',
    problems: [],
    ...by,
  });
}

async function call(at: TestGateway): Promise<string> {
  const body = { data: { input: 'hello' }, phase: 'request' };
  const response = await at.post('/v1/evaluate', body, { 'x-assay-agent-id': 'clerk' });
  return response.status === 200 ? 'answered' : JSON.parse(await response.text()).code;
}
const within = { timeout: 2_000, interval: 20 };

it('a suspension takes effect within two seconds, and ends, while no bundle is readable', async () => {
  await expect.poll(() => call(gateway), within).toBe('answered');
  await breakBundle();
  const { status } = await verifier.admin('POST', '/v1/agents/clerk/suspend', { reason: 'incident 3' });
  expect(status).toBe(200);
  await expect.poll(() => call(gateway), within).toBe('agent_suspended');
  const { revision, standing_revision: standing } = await configOf(gateway);
  expect(standing).toBeGreaterThan(Number(revision));
  await verifier.admin('POST', '/v1/agents/clerk/reactivate', { reason: 'over' });
  await expect.poll(() => call(gateway), within).toBe('answered');
});

/** Escalation of responses and plain completions. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ApprovingVerifier, createApprovingVerifier } from '../support/approving-verifier.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';
import { type ModelServer, sendEvents, sendJson, startModelServer } from '../support/model-server.ts';
import { provenEvidence } from '../support/windows.ts';

const policy = `@id("open") permit (principal, action, resource);
@id("attack") @response("escalate") @reason("An attack needs a person")
forbid (principal, action, resource)
when { context.claims has injection_risk && context.claims.injection_risk.greaterThan(decimal("0.5")) };`;

let folder: string;
let verifier: ApprovingVerifier;
let model: ModelServer;
let gateway: TestGateway;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-approvals-'));
  await writeFile(join(folder, 'policy.cedar'), policy);
  model = await startModelServer();
  verifier = createApprovingVerifier();
  verifier.publish();
  gateway = await startTestGateway({ folder, verifier: verifier.client, env: { GATEWAY_UPSTREAM_URL: model.url } });
});

afterEach(async () => {
  await gateway.dispose();
  await model.close();
  await rm(folder, { recursive: true, force: true });
});

const pending = { code: 'policy_denied', next_action: 'retry', approval: { status: 'pending' } };

async function expectPending(response: Response): Promise<void> {
  expect(response.status).toBe(403);
  expect(await response.json()).toMatchObject({ error: pending });
}

describe('an escalated request', () => {
  it.each([
    ['/v1/responses', { model: 'm', instructions: 'Be kind.', input: [{ role: 'user', content: 'ATTACK' }] }],
    ['/v1/completions', { model: 'm', prompt: 'ATTACK' }],
  ])('at %s is refused with its required approval, and passes once when approved', async (path, body) => {
    model.answerWith((_call, response) =>
      sendJson(response, { id: 'r_1', object: 'response', status: 'completed', output: [], choices: [] }),
    );
    await expectPending(await gateway.post(path, body));
    verifier.decide('approved');
    expect((await gateway.post(path, body)).status).toBe(200);
    await expectPending(await gateway.post(path, body));
    expect(model.seen).toHaveLength(1);
  });
});

describe('an escalated answer of /v1/responses', () => {
  it.each([false, true])('is kept, and released once approved, in its items (stream: %s)', async (stream) => {
    let answers = 0;
    model.answerWith((_call, response) => {
      answers += 1;
      const item = {
        type: 'function_call',
        id: 'fc_1',
        call_id: 'call_1',
        name: 'send',
        arguments: JSON.stringify({ to: `ATTACK number ${answers}` }),
      };
      const body = { id: 'resp_1', object: 'response', status: 'completed', model: 'm', output: [item] };
      if (!stream) return sendJson(response, body);
      const data = JSON.stringify({ type: 'response.completed', response: body });
      return sendEvents(response, [`event: response.completed\ndata: ${data}\n\n`]);
    });
    const ask = () => gateway.post('/v1/responses', { model: 'm', input: 'hello', stream });
    await expectPending(await ask());
    verifier.decide('approved');
    const passes = await ask();
    expect(passes.headers.get('x-assay-approval-status')).toBe('approved');
    expect(await passes.text()).toContain('ATTACK number 1');
    expect(answers).toBe(1);
    await expectPending(await ask());
    const approved = { enforced: 'allow', approval: { status: 'approved', phase_index: 1 } };
    expect((await provenEvidence(gateway))[1]).toMatchObject(approved);
  });
});

/** Escalation end to end: a gateway, its verifier, and a person who decides there. */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from '@assay/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toFreePorts } from '../../scripts/free-ports.ts';
import { type RunningServices, startServices } from '../../src/services.ts';
import { operatorClient } from '../support/client.ts';
import { makeDataFolder } from '../support/data-folder.ts';

const policy = `@id("open") permit (principal, action, resource);
@id("risky") @response("escalate") @reason("This model is on trial") @risk("high")
forbid (principal, action == Assay::Action::"invoke", resource)
when { context.phase == "request" && context.model_id == "risky" };
@id("pay") @response("escalate")
forbid (principal, action == Assay::Action::"call_tool", resource == Assay::Tool::"pay");`;

let services: RunningServices;
let assay: Client;
let folder: string;

beforeAll(async () => {
  folder = await makeDataFolder('assay-approval-');
  const policyFile = join(folder, 'gateway-policy.cedar');
  await writeFile(policyFile, policy);
  const env = { ASSAY_DATA_DIR: folder, ASSAY_LOG_LEVEL: 'silent', ...toFreePorts(), GATEWAY_POLICY_FILE: policyFile };
  services = await startServices({ env, only: ['injection', 'verifier', 'gateway', 'attestor'] });
  assay = await operatorClient(services.urls['verifier'], folder);
  await assay.agents.create({ body: { id: 'clerk', name: 'Clerk', owner_id: 'operator' } });
});
afterAll(async () => {
  await services?.close();
  await rm(folder, { recursive: true, force: true });
});

async function post(path: string, body: unknown) {
  const headers = { 'content-type': 'application/json', 'x-assay-agent-id': 'clerk' };
  const response = await fetch(`${services.urls['gateway']}${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  return { http: response.status, headers: response.headers, body: JSON.parse(await response.text()) };
}

async function ask(model: string) {
  const { http, headers, body } = await post('/v1/chat/completions', {
    model,
    messages: [{ role: 'user', content: 'hi' }],
  });
  return { http, evidence: headers.get('x-assay-evidence-id') ?? '', error: body.error };
}

describe('an approval at the verifier', () => {
  it('lets exactly one of twenty concurrent retries pass', { timeout: 60_000 }, async () => {
    // Waits until the gateway has the verifier's keys.
    await expect
      .poll(async () => (await ask('risky')).error.reason, { timeout: 30_000, interval: 50 })
      .toBe('grant_pending');
    const { http, error } = await ask('risky');
    expect(error).toMatchObject({ code: 'policy_denied', reason: 'grant_pending', approval: { status: 'pending' } });
    const { id } = error.approval;
    expect(await assay.approvals.get({ id })).toMatchObject({
      kind: 'policy_escalation',
      status: 'pending',
      agent_id: 'clerk',
      risk: 'high',
      display: { policies: [{ id: 'risky', reason: 'This model is on trial' }] },
    });
    expect(http).toBe(403);
    await assay.approvals.approve({ id, body: {} });

    const answers = await Promise.all(Array.from({ length: 20 }, () => ask('risky')));
    const [passed, ...more] = answers.filter((answer) => answer.http === 200);
    expect(more).toEqual([]);
    const waiting = new Set(answers.flatMap((answer) => answer.error?.approval?.id ?? []));
    expect([...waiting]).toEqual([expect.not.stringMatching(id)]);

    await services.flush(AbortSignal.timeout(45_000));
    const evidence = await assay.evidence.get({ id: passed?.evidence ?? '' });
    expect(evidence).toMatchObject({
      enforced: 'allow',
      agent_id: 'clerk',
      approval: { id, status: 'approved', policies: ['risky'], approvers: ['operator'] },
    });
    const used = await assay.approvals.get({ id });
    expect(used.result).toMatchObject({ used_by: passed?.evidence });

    const [next = ''] = waiting;
    await assay.approvals.deny({ id: next, body: { reason: 'once was enough' } });
    expect((await ask('risky')).error).toMatchObject({ reason: 'policy_denied', next_action: 'none' });
  });

  it('is for exactly that tool call', async () => {
    const call = (amount: number) => {
      const data = { input: JSON.stringify({ amount }), metadata: { tool: 'pay' } };
      return post('/v1/evaluate', { phase: 'execution', data });
    };
    const { body } = await call(5);
    expect(body).toMatchObject({ decision: 'deny', reason: 'grant_pending', next_action: 'retry' });
    await assay.approvals.approve({ id: body.approval.id, body: {} });
    expect((await call(6)).body).toMatchObject({ decision: 'deny', reason: 'grant_pending' });
    expect((await call(5)).body).toMatchObject({ decision: 'allow', approval: { status: 'approved' } });
    expect((await call(5)).body).toMatchObject({ decision: 'deny', reason: 'grant_pending' });
  });
});

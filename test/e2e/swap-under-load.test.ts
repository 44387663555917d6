import { afterEach, expect, it } from 'vitest';
import { aBundlePolicy, createConfigVerifier } from '../support/config-verifier.ts';
import { configOf } from '../support/evaluate.ts';
import { recordedEvidence } from '../support/evidence.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';
import { completion, type ModelServer, sendJson, startModelServer } from '../support/model-server.ts';

const revisions = 25;
const agents = ['one', 'two', 'three', 'four'];
let gateway: TestGateway | undefined;
let model: ModelServer | undefined;

afterEach(async () => {
  await gateway?.dispose();
  await model?.close();
});

/** States its revision in every decision, and reads a claim that contains a setting of the same revision. */
const policyOf = (revision: number, agent: string) => `
@id("permit-${revision}-${agent}") permit (principal, action, resource);
@id("request-${revision}-${agent}") @response("warn") forbid (principal, action, resource)
  when { context.claims has injection_risk && context.claims.injection_risk.greaterThan(decimal("0.5")) };`;

const configOfRevision = (revision: number) => ({
  agents: agents.map((id) => ({ id, workspace_id: `of-${id}`, audit_mode: 'enforce' as const })),
  workspaces: agents.map((id) => ({ id: `of-${id}` })),
  policies: agents.map((id) => aBundlePolicy('workspace', `of-${id}`, policyOf(revision, id))),
  settings: agents.map((id) => ({
    scope: { level: 'workspace' as const, id: `of-${id}` },
    auditor_id: 'attack',
    settings: { 'injection_risk.threshold': { value: revision / 100 } },
  })),
});

it('with bundles in quick succession under load no exchange is dropped, and none uses two bundles', async () => {
  const held: (() => void)[] = [];
  model = await startModelServer();
  // Answers are late and out of order, so that many exchanges are in flight while bundles change.
  model.answerWith((_call, response) => {
    held.push(() => sendJson(response, completion('fine')));
    if (held.length >= 6) for (const answer of held.splice(0, 3).toReversed()) answer();
  });
  const verifier = createConfigVerifier();
  verifier.publish(configOfRevision(1));
  gateway = await startTestGateway({ verifier: verifier.client, env: { GATEWAY_UPSTREAM_URL: model.url } });
  const post = async (agent: string) => {
    const body = { model: 'm', messages: [{ role: 'user', content: 'hello' }] };
    return (await gateway?.post('/v1/chat/completions', body, { 'x-assay-agent-id': agent }))?.status;
  };

  const statuses: Promise<number | undefined>[] = [];
  for (let revision = 2; revision <= revisions; revision += 1) {
    verifier.publish(configOfRevision(revision));
    for (const agent of agents) statuses.push(post(agent), post(agent));
    await new Promise((resolve) => setImmediate(resolve));
    await gateway.get('/health');
  }
  const running = gateway;
  await expect.poll(async () => (await configOf(running)).revision).toBe(revisions);
  for (const agent of agents) statuses.push(post(agent));
  const drain = setInterval(() => {
    for (const answer of held.splice(0)) answer();
  }, 5);
  expect(new Set(await Promise.all(statuses))).toEqual(new Set([200]));
  clearInterval(drain);

  const evidence = await recordedEvidence(gateway);
  expect(evidence).toHaveLength(statuses.length);
  for (const { config, agent_id: agent, decision, claims, workspace_id: workspace } of evidence) {
    const revision = config?.revision ?? 0;
    expect(workspace).toBe(`of-${agent}`);
    expect(decision.policy_id).toBe(`workspace/of-${agent}`);
    expect(decision.reasons).toEqual([`permit-${revision}-${agent}`]);
    expect(new Set(claims.map(({ provenance }) => provenance?.['threshold']))).toEqual(new Set([revision / 100]));
  }
  expect(new Set(evidence.map(({ config }) => config?.revision)).size).toBeGreaterThan(2);
}, 60_000);

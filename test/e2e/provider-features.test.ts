import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ConfigBundle } from '../../src/contract/control/config-bundle.ts';
import { attackAuditor } from '../support/auditors.ts';
import { type ConfigVerifier, createConfigVerifier } from '../support/config-verifier.ts';
import { configOf } from '../support/evaluate.ts';
import { recordedEvidence } from '../support/evidence.ts';
import { startTestGateway, type TestGateway, type TestGatewayOptions } from '../support/gateway.ts';
import { completion, type ModelServer, sendJson, startModelServer } from '../support/model-server.ts';

const servers = [{ type: 'url', url: 'https://mcp.example', name: 'remote' }];
const line = 'assay settings set features allowed mcp';

let model: ModelServer;
const running: TestGateway[] = [];
beforeAll(async () => {
  model = await startModelServer();
  model.answerWith((_call, response) => sendJson(response, completion('Hello there.')));
});
afterEach(async () => {
  for (const gateway of running.splice(0)) await gateway.dispose();
  model.seen.length = 0;
});
afterAll(() => model.close());

async function start(env: Record<string, string> = {}, options: TestGatewayOptions = {}): Promise<TestGateway> {
  const own = { GATEWAY_UPSTREAM_URL: model.url, ...env };
  const gateway = await startTestGateway({ env: own, auditors: [attackAuditor], ...options });
  running.push(gateway);
  return gateway;
}

const ask = (gateway: TestGateway, rest: object, headers: Record<string, string> = {}) =>
  gateway.post(
    '/v1/chat/completions',
    { model: 'm', messages: [{ role: 'user', content: 'Hi' }], ...rest },
    { 'x-assay-agent-id': 'bot', ...headers },
  );

const allow = (
  level: 'org' | 'workspace' | 'agent',
  id: string,
  value: string[],
): ConfigBundle['settings'][number] => ({
  scope: { level, id },
  auditor_id: 'features',
  settings: { allowed: { value } },
});

async function withSettings(...settings: ConfigBundle['settings']): Promise<[TestGateway, ConfigVerifier]> {
  const verifier = createConfigVerifier();
  verifier.publish({ settings });
  const gateway = await start({}, { verifier: verifier.client });
  await expect.poll(async () => (await configOf(gateway)).revision).toBe(1);
  return [gateway, verifier];
}

describe('a provider feature', () => {
  it('is refused with the line that allows it, and never reaches the model server', async () => {
    const gateway = await start();
    const response = await ask(gateway, { mcp_servers: servers });
    expect(response.status).toBe(403);
    expect(await response.text()).toContain(line);
    expect(model.seen).toEqual([]);
    const [evidence] = await recordedEvidence(gateway);
    expect(evidence).toMatchObject({
      features: ['mcp'],
      schema_version: '2.4.0',
      decision: { reasons: ['default.feature-mcp'] },
      phases: [{ settings: { features: { allowed: [] } } }],
    });
  });

  it('passes once the setting names it, and Evidence contains the allowed features', async () => {
    const [gateway] = await withSettings(allow('agent', 'bot', ['mcp']));
    expect((await ask(gateway, { mcp_servers: servers })).status).toBe(200);
    expect(model.seen).toHaveLength(1);
    expect((await ask(gateway, { tools: [{ type: 'code_interpreter' }] })).status).toBe(403);
    const [evidence] = await recordedEvidence(gateway);
    expect(evidence).toMatchObject({
      features: ['mcp'],
      enforced: 'allow',
      phases: [{ settings: { features: { allowed: ['mcp'] } } }, { phase: 'response', decision: 'allow' }],
    });
  });

  it("follows a change of the setting, and one agent's cached answer is not used for another", async () => {
    const [gateway, verifier] = await withSettings(allow('agent', 'other', ['mcp']));
    const told = async (agent: string) =>
      (await ask(gateway, { mcp_servers: servers }, { 'x-assay-agent-id': agent })).status;
    for (const _ of [1, 2]) expect([await told('other'), await told('bot')]).toEqual([200, 403]);
    const revision = verifier.publish({ settings: [allow('org', 'default', ['mcp'])] });
    await expect.poll(async () => (await configOf(gateway)).revision).toBe(revision);
    expect([await told('other'), await told('bot')]).toEqual([200, 200]);
  });

  it('passes when GATEWAY_ALLOWED_FEATURES names it and nobody sets it', async () => {
    const gateway = await start({ GATEWAY_ALLOWED_FEATURES: 'mcp, skills' });
    expect((await ask(gateway, { mcp_servers: servers })).status).toBe(200);
    await expect(start({ GATEWAY_ALLOWED_FEATURES: 'mpc' })).rejects.toThrow('GATEWAY_ALLOWED_FEATURES names mpc');
  });

  it('is only noted when it searches', async () => {
    const gateway = await start();
    expect((await ask(gateway, { web_search_options: { search_context_size: 'low' } })).status).toBe(200);
    const [evidence] = await recordedEvidence(gateway);
    expect(evidence).toMatchObject({ features: ['web_search'], enforced: 'allow' });
  });

  it('is recognised in the betas header too', async () => {
    const gateway = await start();
    await ask(gateway, {}, { 'anthropic-beta': 'mcp-client-2025-04-04,mine-2026-01-01' });
    const [evidence] = await recordedEvidence(gateway);
    expect(evidence?.features).toEqual(['beta:mcp-client', 'unknown_beta']);
  });
});

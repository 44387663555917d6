import { serveAuditor } from '@assay/sdk';
import { afterEach, describe, expect, it } from 'vitest';
import type { ConfigBundle } from '../../src/contract/control/config-bundle.ts';
import { patternAuditor } from '../support/auditors.ts';
import { aBundlePolicy, type ConfigVerifier, createConfigVerifier } from '../support/config-verifier.ts';
import { configOf, evaluate, operatorHeaders, provenanceOf } from '../support/evaluate.ts';
import { recordedEvidence } from '../support/evidence.ts';
import { startTestGateway, type TestGateway, type TestGatewayOptions } from '../support/gateway.ts';

const permit = '@id("door") permit (principal, action, resource);';
const running: { dispose(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of running.splice(0)) await one.dispose();
});

async function start(verifier: ConfigVerifier, options: TestGatewayOptions = {}): Promise<TestGateway> {
  const gateway = await startTestGateway({ verifier: verifier.client, ...options });
  running.push(gateway);
  return gateway;
}

type Scope = ConfigBundle['settings'][number]['scope'];
function threshold(
  level: Scope['level'],
  id: string,
  value: number,
  enforced = false,
): ConfigBundle['settings'][number] {
  const settings = { 'injection_risk.threshold': { value, ...(enforced ? { enforced } : {}) } };
  return { scope: { level, id }, auditor_id: 'attack', settings };
}

describe('configured settings', () => {
  it('reach the auditors, innermost first and enforced ones before all, and the claims name them', async () => {
    const verifier = createConfigVerifier();
    const agents = [{ id: 'inner', workspace_id: 'eu', audit_mode: 'enforce' as const }];
    verifier.publish({ agents, settings: [threshold('org', 'default', 0.4)] });
    const gateway = await start(verifier);
    const used = async (agent: string) => {
      return provenanceOf(await evaluate(gateway, 'x', { agent }), 'injection_risk')?.['threshold'];
    };
    expect(await used('other')).toBe(0.4);
    const settings = [
      threshold('org', 'default', 0.4),
      threshold('workspace', 'eu', 0.5),
      threshold('agent', 'inner', 0.6),
    ];
    verifier.publish({ agents, settings });
    await expect.poll(() => used('inner')).toBe(0.6);
    expect(await used('other')).toBe(0.4);
    verifier.publish({
      agents,
      settings: [...settings.slice(0, 1), threshold('workspace', 'eu', 0.7, true), ...settings.slice(2)],
    });
    await expect.poll(() => used('inner')).toBe(0.7);
  });

  it('are made stricter by a caller, and looser by the operator token only', async () => {
    const verifier = createConfigVerifier();
    verifier.publish({ settings: [threshold('org', 'default', 0.4)] });
    const gateway = await start(verifier);
    const at = (value: number) => ({ context: { detection_overrides: { injection_risk: { threshold: value } } } });
    const used = async (value: number, headers = {}) => {
      const result = await evaluate(gateway, 'x', { ...at(value), headers });
      return provenanceOf(result, 'injection_risk')?.['threshold'];
    };
    expect(await used(0.3)).toBe(0.3);
    expect(await evaluate(gateway, 'x', at(0.5))).toMatchObject({ status: 403, reason: 'setting_not_stricter' });
    expect(await used(0.5, await operatorHeaders(gateway))).toBe(0.5);
  });

  it('apply below the settings of a policy, and for the claims of others beside it', async () => {
    const verifier = createConfigVerifier();
    const own = `@id("own") @detection("{\\"injection_risk\\": {\\"threshold\\": 0.2}}") @response("warn") forbid (principal, action, resource)
      when { context.claims has injection_risk && context.claims.injection_risk.greaterThan(decimal("0.5")) };`;
    const plain = `@id("plain") @response("warn") forbid (principal, action, resource)
      when { context.claims has injection_risk && context.claims.injection_risk.greaterThan(decimal("0.5")) };`;
    verifier.publish({
      policies: [aBundlePolicy('org', 'default', `${permit}\n${own}\n${plain}`)],
      settings: [threshold('org', 'default', 0.4)],
    });
    const gateway = await start(verifier);
    const result = await evaluate(gateway, 'x', {
      context: { detection_overrides: { injection_risk: { threshold: 0.3 } } },
    });
    // The policy's own detection and the claims beside it are both instances, which overrides do not change.
    expect(provenanceOf(result, 'injection_risk')).toMatchObject({ threshold: 0.4 });
    expect(provenanceOf(result, 'own.injection_risk')).toMatchObject({ threshold: 0.2 });
  });

  it('unknown to every auditor are reported and not sent: nobody is denied for them', async () => {
    const verifier = createConfigVerifier();
    const settings = { 'injection_risk.no_such': { value: 1 } };
    verifier.publish({ settings: [{ scope: { level: 'org', id: 'default' }, auditor_id: 'attack', settings }] });
    const gateway = await start(verifier);
    expect(await evaluate(gateway, 'x')).toMatchObject({ decision: 'allow' });
    const { problems } = await configOf(gateway);
    expect(problems).toMatchObject([{ reason: 'unknown_setting', agent_id: 'default' }]);
  });
});

describe('configured chains', () => {
  const reads = (claim: string) =>
    `${permit}\n@id("found") forbid (principal, action, resource) when { context.claims has ${claim} && context.claims.${claim} };`;

  async function serveWords() {
    const served = await serveAuditor(patternAuditor('pii_found', /NUMBER/g), { env: {}, host: '127.0.0.1', port: 0 });
    running.push({ dispose: () => served.close() });
    return served;
  }

  it("ask an auditor registered by the organisation at its url, in the workspace's phases", async () => {
    const served = await serveWords();
    const vocabulary = JSON.parse(await (await fetch(`${served.url}/vocabulary`)).text());
    const verifier = createConfigVerifier();
    verifier.publish({
      auditors: [{ id: 'pattern', url: served.url, port: 1, vocabulary }],
      agents: [{ id: 'one', workspace_id: 'eu', audit_mode: 'enforce' }],
      workspaces: [{ id: 'eu', auditorChain: { preRequest: [{ auditorId: 'pattern' }] } }],
      policies: [aBundlePolicy('workspace', 'eu', reads('pii_found'))],
    });
    const gateway = await start(verifier);
    expect(await evaluate(gateway, 'NUMBER', { agent: 'one' })).toMatchObject({ decision: 'deny', reasons: ['found'] });
    expect(await evaluate(gateway, 'NUMBER', { agent: 'two' })).toMatchObject({ decision: 'allow' });
    const [first, second] = await recordedEvidence(gateway);
    expect(first?.auditors.map(({ name, boundary }) => `${name} ${boundary}`)).toEqual(['pattern remote']);
    expect(second?.auditors.map(({ name }) => name)).toEqual(['attack', 'private']);
    const response = { data: { output: 'NUMBER' }, phase: 'response' };
    const after = await gateway.post('/v1/evaluate', response, { 'x-assay-agent-id': 'one' });
    expect(await after.json()).toMatchObject({ decision: 'allow', claims: [] });
  });

  it('give an agent without policies the default policy of its own chain', async () => {
    const verifier = createConfigVerifier();
    verifier.publish({
      agents: [{ id: 'one', workspace_id: 'eu', audit_mode: 'enforce' }],
      workspaces: [{ id: 'eu', auditorChain: { preRequest: [{ auditorId: 'attack' }] } }],
    });
    const gateway = await start(verifier);
    expect(await evaluate(gateway, 'ATTACK', { agent: 'one' })).toMatchObject({
      decision: 'deny',
      reasons: ['default.injection'],
    });
    expect((await recordedEvidence(gateway))[0]?.auditors.map(({ name }) => name)).toEqual(['attack']);
  });

  it("deny policies that read an unreachable auditor's claims, and name the agent", async () => {
    const verifier = createConfigVerifier();
    verifier.publish({
      agents: [{ id: 'one', workspace_id: 'eu', audit_mode: 'enforce' }],
      workspaces: [{ id: 'eu', auditorChain: { preRequest: [{ auditorId: 'gone' }] } }],
      policies: [aBundlePolicy('workspace', 'eu', reads('lost_claim'))],
    });
    const gateway = await start(verifier);
    expect(await evaluate(gateway, 'x', { agent: 'one' })).toMatchObject({
      decision: 'deny',
      reasons: ['missing:*:gone', 'config:policy_not_loadable'],
    });
    expect(await evaluate(gateway, 'x', { agent: 'two' })).toMatchObject({ decision: 'allow' });
    const [evidence] = await recordedEvidence(gateway);
    expect(evidence?.decision.errors.join('\n')).toMatch(/lost_claim[\s\S]*auditor gone has no address/);
    await expect
      .poll(() => verifier.reports.at(-1)?.problems)
      .toMatchObject([{ reason: 'policy_not_loadable', agent_id: 'one' }, { reason: 'auditor_without_place' }]);
    verifier.publish({ agents: [{ id: 'one', workspace_id: 'eu', audit_mode: 'enforce' }] });
    await expect.poll(async () => (await evaluate(gateway, 'x', { agent: 'one' })).decision).toBe('allow');
  });

  it("learn an auditor's unknown claims once it answers", async () => {
    const served = await serveWords();
    const verifier = createConfigVerifier();
    verifier.publish({
      organization: {
        items: [{ name: 'words', image: 'acme/words', port: 1, url: served.url, auditor_id: 'pattern' }],
      },
      policies: [aBundlePolicy('org', 'default', reads('pii_found'))],
    });
    const gateway = await start(verifier);
    await expect.poll(async () => (await evaluate(gateway, 'x')).decision).toBe('allow');
    expect(await evaluate(gateway, 'NUMBER')).toMatchObject({ decision: 'deny', reasons: ['found'] });
  });
});

describe('trial policies', () => {
  const door = aBundlePolicy('org', 'default', permit, { id: 'door' });
  const tried = (text: string, version = 7) =>
    aBundlePolicy('org', 'default', text, { id: 'tried', version, mode: 'shadow' });

  it('are recorded beside the decision and never enforced, with their required claims', async () => {
    const verifier = createConfigVerifier();
    const shadow = `@id("try") forbid (principal, action, resource)
      when { context.claims has pii_found && context.claims.pii_found };`;
    verifier.publish({ policies: [door, tried(shadow)] });
    const gateway = await start(verifier);
    expect(await evaluate(gateway, 'PRIVATE1')).toMatchObject({ decision: 'allow', reasons: ['door'] });
    expect(await evaluate(gateway, 'nothing')).toMatchObject({ decision: 'allow' });
    const recorded = (await recordedEvidence(gateway)).map(({ shadow: runs }) => runs);
    const run = { policy_id: 'tried', version: 7, phase_index: 0 };
    expect(recorded).toEqual([
      [{ ...run, decision: 'deny', reasons: ['try'] }],
      [{ ...run, decision: 'allow', reasons: ['door'] }],
    ]);
  });

  it('are asked in both phases of a proxied call', async () => {
    const verifier = createConfigVerifier();
    verifier.publish({
      policies: [door, tried('@id("try") forbid (principal, action, resource) when { context.phase == "response" };')],
    });
    const gateway = await start(verifier);
    const chat = { model: 'm', messages: [{ role: 'user', content: 'hello' }] };
    expect((await gateway.post('/v1/chat/completions', chat)).status).toBe(200);
    const [evidence] = await recordedEvidence(gateway);
    expect(evidence?.shadow).toMatchObject([
      { phase_index: 0, decision: 'allow' },
      { phase_index: 1, decision: 'deny', reasons: ['try'] },
    ]);
  });

  it('may have other detection settings than their active version', async () => {
    const verifier = createConfigVerifier();
    const version = (
      threshold: number,
    ) => `@id("same") @detection("{\\"injection_risk\\": {\\"threshold\\": ${threshold}}}") @response("warn")
      forbid (principal, action, resource) when { context.claims has injection_risk && context.claims.injection_risk.greaterThan(decimal("0.5")) };`;
    const active = aBundlePolicy('org', 'default', version(0.8), { id: 'tried' });
    verifier.publish({ policies: [door, active, tried(version(0.3))] });
    const gateway = await start(verifier);
    const result = await evaluate(gateway, 'ATTACK');
    expect(result).toMatchObject({ decision: 'allow' });
    expect(provenanceOf(result, 'same.injection_risk')).toMatchObject({ threshold: 0.8 });
    expect(provenanceOf(result, 'shadow.tried.same.injection_risk')).toMatchObject({ threshold: 0.3 });
    expect((await recordedEvidence(gateway))[0]?.shadow).toMatchObject([{ decision: 'allow' }]);
  });

  it('are reported in the record when they do not load, and stop nothing', async () => {
    const verifier = createConfigVerifier();
    verifier.publish({
      policies: [door, tried('forbid (principal, action, resource) when { context.claims.nothing };')],
    });
    const gateway = await start(verifier);
    expect(await evaluate(gateway, 'x')).toMatchObject({ decision: 'allow' });
    const [evidence] = await recordedEvidence(gateway);
    expect(evidence?.shadow).toMatchObject([{ decision: 'error', reasons: [expect.stringContaining('nothing')] }]);
  });
});

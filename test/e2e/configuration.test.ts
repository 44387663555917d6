import { afterEach, describe, expect, it } from 'vitest';
import { aBundlePolicy, type ConfigVerifier, createConfigVerifier } from '../support/config-verifier.ts';
import { configOf, evaluate } from '../support/evaluate.ts';
import { recordedEvidence } from '../support/evidence.ts';
import { startTestGateway, type TestGateway, type TestGatewayOptions } from '../support/gateway.ts';

const permit = '@id("door") permit (principal, action, resource);';
const forbidAll = (id: string) => `@id("${id}") forbid (principal, action, resource);`;

const running: TestGateway[] = [];
afterEach(async () => {
  for (const gateway of running.splice(0)) await gateway.dispose();
});

async function start(verifier: ConfigVerifier, options: TestGatewayOptions = {}): Promise<TestGateway> {
  const gateway = await startTestGateway({ verifier: verifier.client, ...options });
  running.push(gateway);
  return gateway;
}

const untilRevision = (gateway: TestGateway, revision: number) =>
  expect.poll(async () => (await configOf(gateway)).revision).toBe(revision);

describe('a gateway with a verifier', () => {
  const calls: readonly [string, unknown][] = [
    ['/v1/evaluate', { data: { input: 'hello' }, phase: 'request' }],
    ['/v1/chat/completions', { model: 'echo', messages: [{ role: 'user', content: 'hello' }] }],
    ['/v1/messages', { model: 'echo', max_tokens: 5, messages: [{ role: 'user', content: 'hello' }] }],
  ];

  it('answers nothing, never by its files, until the verifier was reached', async () => {
    const verifier = createConfigVerifier();
    verifier.setAway(true);
    const gateway = await start(verifier);
    for (const [path, body] of calls) {
      const response = await gateway.post(path, body);
      expect([path, response.status, response.headers.get('retry-after')]).toEqual([path, 503, '5']);
      expect(await response.text()).toContain('configuration_unavailable');
    }
    expect((await gateway.get('/v1/models')).status).toBe(503);
    const health = JSON.parse(await (await gateway.get('/health')).text());
    expect(health).toMatchObject({
      ready: false,
      problems: [expect.stringContaining('configuration yet')],
      config: { version: null, verifier: 'away', problems: [{ reason: 'verifier_never_reached' }] },
    });
    verifier.setAway(false);
    verifier.publish();
    await untilRevision(gateway, 1);
    expect(await evaluate(gateway, 'ATTACK')).toMatchObject({ decision: 'deny', reasons: ['default.injection'] });
  });

  it('answers nothing, never by its files, when the first bundle is unreadable', async () => {
    const verifier = createConfigVerifier();
    verifier.publishText('broken', 'cfg_one.4');
    const gateway = await start(verifier);
    const response = await gateway.post(...(calls[0] ?? ['', {}]));
    expect([response.status, (await configOf(gateway)).problems]).toMatchObject([503, [{ reason: 'bundle_refused' }]]);
  });

  it('applies a change at once, and every Evidence names its bundle', async () => {
    const verifier = createConfigVerifier();
    verifier.publish();
    const gateway = await start(verifier);
    expect(await evaluate(gateway, 'hello')).toMatchObject({ decision: 'allow', policy_id: 'policy' });
    verifier.publish({ policies: [aBundlePolicy('org', 'default', `${permit}\n${forbidAll('closed')}`)] });
    await untilRevision(gateway, 2);
    expect(await evaluate(gateway, 'hello')).toMatchObject({ decision: 'deny', reasons: ['closed'] });
    const evidence = await recordedEvidence(gateway);
    expect(evidence.map(({ config }) => config?.revision)).toEqual([1, 2]);
    const { hash, version } = await configOf(gateway);
    expect(evidence[1]?.config).toEqual({ revision: 2, hash });
    expect(evidence[1]?.schema_version).toBe('2.4.0');
    await expect.poll(() => verifier.reports.at(-1)).toMatchObject({ running: version, problems: [] });
  });

  it('adds a forbid-only policy to its default policy, which a permit replaces', async () => {
    const verifier = createConfigVerifier();
    const shut = '@id("shut") forbid (principal, action == Assay::Action::"call_tool", resource);';
    verifier.publish({ policies: [aBundlePolicy('org', 'default', shut)] });
    const gateway = await start(verifier);
    expect(await evaluate(gateway, 'hello')).toMatchObject({ decision: 'allow', policy_id: 'org/default' });
    expect(await evaluate(gateway, 'ATTACK')).toMatchObject({ decision: 'deny', reasons: ['default.injection'] });
    const call = { data: { input: 'hello', metadata: { tool: 'shell' } }, phase: 'execution' };
    expect(await (await gateway.post('/v1/evaluate', call)).json()).toMatchObject({
      decision: 'deny',
      reasons: ['shut'],
    });
    verifier.publish({ policies: [aBundlePolicy('org', 'default', `${permit}\n${shut}`)] });
    await untilRevision(gateway, 2);
    expect(await evaluate(gateway, 'ATTACK')).toMatchObject({ decision: 'allow', reasons: ['door'] });
  });

  it('with GATEWAY_CONFIG=files never asks, and decides by its files', async () => {
    const verifier = createConfigVerifier();
    verifier.publish({ policies: [aBundlePolicy('org', 'default', forbidAll('closed'))] });
    const gateway = await start(verifier, { env: { GATEWAY_CONFIG: 'files' } });
    expect(await evaluate(gateway, 'hello')).toMatchObject({ decision: 'allow' });
    expect(await configOf(gateway)).toMatchObject({ source: 'files', verifier: 'off', problems: [] });
    expect(verifier.polls).toEqual([]);
  });

  it('decides differently for agents of two workspaces at the same time', async () => {
    const verifier = createConfigVerifier();
    verifier.publish({
      agents: [
        { id: 'one', workspace_id: 'open', audit_mode: 'enforce' },
        { id: 'two', workspace_id: 'shut', audit_mode: 'enforce' },
      ],
      policies: [
        aBundlePolicy('workspace', 'open', permit),
        aBundlePolicy('workspace', 'shut', `${permit}\n${forbidAll('shut')}`),
      ],
    });
    const gateway = await start(verifier);
    const asked = ['one', 'two', 'three', 'two', 'one', 'three'];
    const answers = await Promise.all(asked.map((agent) => evaluate(gateway, 'hello', { agent })));
    expect(answers.map(({ decision }) => decision)).toEqual(['allow', 'deny', 'allow', 'deny', 'allow', 'allow']);
    const workspaces = (await recordedEvidence(gateway)).map(({ agent_id, workspace_id, decision }) => {
      return `${agent_id} ${workspace_id} ${decision.policy_id}`;
    });
    expect(new Set(workspaces)).toEqual(
      new Set(['one open workspace/open', 'two shut workspace/shut', 'three default policy']),
    );
  });

  it('uses one bundle from the first to the last Evidence of a streamed answer', async () => {
    const verifier = createConfigVerifier();
    verifier.publish();
    const gateway = await start(verifier, { env: { GATEWAY_STREAM_MODE: 'window' } });
    const messages = [{ role: 'user', content: 'One. Two. Three.' }];
    const response = await gateway.post('/v1/chat/completions', { model: 'm', messages, stream: true });
    verifier.publish({ policies: [aBundlePolicy('org', 'default', `${permit}\n${forbidAll('closed')}`)] });
    await untilRevision(gateway, 2);
    expect(await response.text()).toContain('[DONE]');
    const evidence = await recordedEvidence(gateway);
    expect(evidence.map(({ config, enforced }) => [config?.revision, enforced])).toEqual([
      [1, 'allow'],
      [1, 'allow'],
    ]);
  });

  it('lets an agent observe until its time is over, and an observing gateway never blocks', async () => {
    const verifier = createConfigVerifier();
    const agent = (id: string, untilMs?: number) => {
      const until = untilMs === undefined ? {} : { audit_mode_until: untilMs };
      return { id, workspace_id: 'default', audit_mode: 'observe' as const, ...until };
    };
    verifier.publish({ agents: [agent('always'), agent('still', Date.now() + 60_000), agent('over', Date.now() - 1)] });
    const gateway = await start(verifier);
    const enforced = async (id: string) => (await evaluate(gateway, 'ATTACK', { agent: id })).enforced;
    expect(await enforced('always')).toBe('allow');
    expect(await enforced('still')).toBe('allow');
    expect(await enforced('over')).toBe('deny');
    const observing = await start(verifier, { env: { GATEWAY_MODE: 'observe' } });
    expect((await evaluate(observing, 'ATTACK', { agent: 'over' })).enforced).toBe('allow');
  });
});

describe('an invalid bundle', () => {
  const broken: [string, string, (verifier: ConfigVerifier) => string][] = [
    ['a wrong signature', 'signature', ({ signer }) => `${signer.sign(aBundle(signer)).slice(0, -8)}AAAAAAAA`],
    ['the key of somebody else', 'key_unknown', () => createConfigVerifier().signer.sign(aBundle())],
    ['another organisation', 'organization', ({ signer }) => signer.sign(aBundle(signer, { org_id: 'acme' }))],
    ['a shape of its own', 'schema', ({ signer }) => signer.sign({ ...aBundle(signer), policies: [{ id: 'x' }] })],
    [
      'an unknown major version',
      'schema_version',
      ({ signer }) => signer.sign(aBundle(signer, { schema_version: '2.0.0' })),
    ],
    ['an older revision', 'rollback', ({ signer }) => signer.sign(aBundle(signer, { revision: 3 }))],
    ['another type', 'format', ({ signer }) => signer.sign(aBundle(signer), { typ: 'passport+jwt' })],
  ];
  function aBundle(signer = createConfigVerifier().signer, change: object = {}) {
    const policies = [aBundlePolicy('org', 'default', forbidAll('stranger'))];
    const base = { schema_version: '1.0.0', iss: 'v', iat: 1, org_id: 'default', lineage: 'cfg_one', revision: 9 };
    return {
      ...base,
      keys: [signer.key],
      organization: {},
      workspaces: [],
      agents: [],
      auditors: [],
      settings: [],
      policies,
      ...change,
    };
  }

  it.each(broken)('is refused for %s: the former one stays, with an alarm', async (_name, reason, make) => {
    const verifier = createConfigVerifier();
    verifier.publish({ revision: 5 });
    const gateway = await start(verifier);
    verifier.publishText(make(verifier), 'cfg_one.9');
    const problems = async () => (await configOf(gateway)).problems;
    await expect.poll(problems).toMatchObject([{ reason: 'bundle_refused' }]);
    expect((await configOf(gateway)).revision).toBe(5);
    expect(await evaluate(gateway, 'hello')).toMatchObject({ decision: 'allow' });
    expect(await (await gateway.get('/metrics')).text()).toContain(
      `assay_gateway_bundle_refused_total{reason="${reason}"} 1`,
    );
    await expect
      .poll(() => verifier.reports.at(-1))
      .toMatchObject({ running: 'cfg_one.5', refused: { version: 'cfg_one.9' } });
    verifier.publish({ revision: 10 });
    await untilRevision(gateway, 10);
    expect(await problems()).toEqual([]);
  });

  it('of another lineage is accepted when signed by a trusted key, and counted', async () => {
    const verifier = createConfigVerifier();
    verifier.publish({ revision: 5 });
    const gateway = await start(verifier);
    verifier.publish({ revision: 1, lineage: 'cfg_two' });
    await untilRevision(gateway, 1);
    expect(await (await gateway.get('/metrics')).text()).toContain('assay_gateway_bundle_lineage_changes_total 1');
    verifier.publish({ revision: 4, lineage: 'cfg_one' });
    await expect.poll(async () => (await configOf(gateway)).problems).toMatchObject([{ reason: 'bundle_refused' }]);
  });
});

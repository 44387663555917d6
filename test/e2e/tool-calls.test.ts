/** Tool calls at the gateway: judged before and after, recorded once, and nothing shown that was not recorded. */
import { canonicalize, sha256Hex } from '@assay/sdk/crypto';
import { afterEach, describe, expect, it } from 'vitest';
import type { ToolCallAnswer, ToolCallOutcome, ToolCallQuestion } from '../../src/contract/tool-calls.ts';
import { isAppError } from '../../src/platform/errors.ts';
import { configOf } from '../support/evaluate.ts';
import { aQuestion, aResult, judgeOptions, startToolGateway, type ToolGateway } from '../support/tool-gateway.ts';

let world: ToolGateway;
afterEach(() => world?.dispose());

const begin = (change: Partial<ToolCallQuestion> = {}) => world.judge().begin(aQuestion(change), judgeOptions());
const end = (callId: string, outcome: ToolCallOutcome = aResult('Ada, Berlin')) =>
  world.judge().end(callId, outcome, judgeOptions());

async function allowed(change: Partial<ToolCallQuestion> = {}) {
  const answer = await begin(change);
  if (answer.decision !== 'allow') throw new Error(`${answer.decision} ${JSON.stringify(answer)}`);
  return answer;
}
const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'none',
    (error: unknown) => (isAppError(error) ? error.code : String(error)),
  );
const hash = (value: object) => sha256Hex(canonicalize(value));

describe('a tool call', () => {
  it('is decided by the settings of its agent, arguments and result alike, without provider features', async () => {
    const policy = `@id("open") permit (principal, action, resource);
@id("set") forbid (principal, action, resource) when { context.features.isEmpty() && context.claims has injection_risk &&
  context.claims.injection_risk.greaterThanOrEqual(context.settings.attack.injection_risk.threshold) };`;
    world = await startToolGateway({ policy });
    const settings = { 'injection_risk.threshold': { value: 0.5 } };
    const revision = world.verifier.publish({
      settings: [{ scope: { level: 'agent', id: 'clerk' }, auditor_id: 'attack', settings }],
    });
    await expect.poll(async () => (await configOf(world.gateway())).revision).toBe(revision);
    const denied = { decision: 'deny', reasons: ['set'] };
    expect(await begin({ arguments: { text: 'ASK' } })).toMatchObject(denied);
    const other = aQuestion().caller;
    expect(await begin({ arguments: { text: 'ASK' }, caller: { ...other, agent_id: 'porter' } })).toMatchObject({
      decision: 'allow',
    });
    const { call_id: callId } = await allowed();
    expect(await end(callId, aResult('ASK'))).toMatchObject(denied);
    const used = { features: [], phases: [{ settings: { attack: { 'injection_risk.threshold': 0.5 } } }] };
    expect((await world.recorded())[0]).toMatchObject(used);
  });

  it('has one Evidence and one receipt, with its tool and both hashes, once its result is shown', async () => {
    world = await startToolGateway();
    const { call_id: callId, evidence_id: evidenceId } = await allowed({ arguments: { z: 1, a: 'Ada' } });
    expect(await world.recorded()).toEqual([]);
    const outcome = aResult('Ada, Berlin');
    expect(await end(callId, outcome)).toEqual({
      decision: 'allow',
      evidence_id: evidenceId,
      redacted: false,
      result: { content: [{ type: 'text', text: 'Ada, Berlin' }] },
    });
    const hashes = {
      request_hash: hash({ a: 'Ada', z: 1 }),
      response_hash: hash({ content: [{ type: 'text', text: 'Ada, Berlin' }] }),
    };
    const [evidence, ...others] = await world.recorded();
    expect(others).toEqual([]);
    expect(evidence).toMatchObject({
      evidence_id: evidenceId,
      phase: 'execution',
      tool: 'find',
      server: 'crm',
      agent_id: 'clerk',
      ...hashes,
      session_id: 's-1',
      authentication: 'api_key',
      enforced: 'allow',
      phases: [{ phase: 'execution' }, { phase: 'execution' }],
    });
    expect(await world.receipts()).toMatchObject([{ tool: 'find', verdict: 'allow', ...hashes }]);
  });

  it('with denied arguments is recorded at once, and there is nothing to end', async () => {
    world = await startToolGateway();
    const answer = await begin({ arguments: { deep: [{ text: 'an ATTACK' }] } });
    expect(answer).toMatchObject({ decision: 'deny', reasons: ['attack'], messages: ['No attacks'] });
    expect(answer).not.toHaveProperty('call_id');
    expect(await world.recorded()).toMatchObject([
      { evidence_id: answer.evidence_id, tool: 'find', enforced: 'deny', response_hash: hash(answer) },
    ]);
    expect(await world.receipts()).toMatchObject([{ tool: 'find', verdict: 'deny' }]);
    expect(
      await world
        .gateway()
        .get('/metrics')
        .then((response) => response.text()),
    ).toContain('assay_gateway_tool_calls_held 0');
  });

  it('continues with findings in its arguments replaced, inside of nested strings only', async () => {
    world = await startToolGateway();
    const given = { list: [{ note: 'call PRIVATE12 "now"', n: 3 }], a: 'PRIVATE7' };
    const answer = await allowed({ arguments: given });
    const replaced = { a: '[REDACTED:private]', list: [{ n: 3, note: 'call [REDACTED:private] "now"' }] };
    expect(answer).toMatchObject({ redacted: true, arguments: replaced });
    await end(answer.call_id);
    expect(await world.recorded()).toMatchObject([
      { request_hash: hash(given), redacted_request_hash: hash(replaced) },
    ]);
  });

  it('shows its result with findings replaced in every text of it, and its shape kept', async () => {
    world = await startToolGateway();
    const { call_id: callId } = await allowed();
    const result = {
      content: [
        { type: 'text', text: 'PRIVATE1 and more' },
        { type: 'image', data: 'iVBORw0KGgo=', mimeType: 'image/png' },
        { type: 'resource', resource: { uri: 'file:///a', text: 'PRIVATE2' } },
        { type: 'resource', resource: { uri: 'file:///b', blob: 'AAAA' } },
      ],
      structuredContent: { name: 'PRIVATE3', n: 1 },
    };
    const answer = await end(callId, { kind: 'result', result });
    expect(answer).toMatchObject({
      decision: 'allow',
      redacted: true,
      result: {
        content: [
          { type: 'text', text: '[REDACTED:private] and more' },
          { type: 'image', data: 'iVBORw0KGgo=', mimeType: 'image/png' },
          { type: 'resource', resource: { uri: 'file:///a', text: '[REDACTED:private]' } },
          { type: 'resource', resource: { uri: 'file:///b', blob: 'AAAA' } },
        ],
        structuredContent: { name: '[REDACTED:private]', n: 1 },
      },
    });
    const [evidence] = await world.recorded();
    expect(evidence?.uninspected).toEqual([
      { where: '/content/1/data', kind: 'image' },
      { where: '/content/3/resource/blob', kind: 'file' },
    ]);
    expect(evidence?.redacted_response_hash).toBe(hash({ ...Object(answer).result }));
  });

  it('shows nothing of a denied result', async () => {
    world = await startToolGateway();
    const { call_id: callId, evidence_id: evidenceId } = await allowed();
    const answer = await end(callId, aResult('ignore that: ATTACK'));
    expect(answer).toMatchObject({ decision: 'deny', evidence_id: evidenceId, reasons: ['attack'] });
    expect(JSON.stringify(answer)).not.toContain('ignore that');
    expect(await world.receipts()).toMatchObject([{ tool: 'find', verdict: 'deny' }]);
  });

  it('is ended once', async () => {
    world = await startToolGateway();
    const { call_id: callId } = await allowed();
    await end(callId);
    expect(await codeOf(end(callId))).toBe('not_found');
    expect(await world.recorded()).toHaveLength(1);
  });

  it.each(['refused', 'failed', 'unknown', 'cancelled'] as const)('is recorded as such when %s', async (kind) => {
    world = await startToolGateway();
    const { call_id: callId, evidence_id: evidenceId } = await allowed();
    const outcome = { kind, code: 'tool_failed', message: 'the tool failed' };
    expect(await end(callId, outcome)).toEqual({ decision: 'allow', evidence_id: evidenceId, redacted: false });
    expect(await world.recorded()).toMatchObject([{ evidence_id: evidenceId, response_hash: hash(outcome) }]);
  });

  it('may be judged by its server', async () => {
    world = await startToolGateway();
    expect(await begin({ server: 'vault' })).toMatchObject({ decision: 'deny', reasons: ['vault'] });
    expect(await begin({ server: 'crm' })).toMatchObject({ decision: 'allow' });
    // In the reverse order, so that no cached answer is used for another server.
    expect(await begin({ server: 'vault' })).toMatchObject({ decision: 'deny' });
  });

  it('continues unchanged in observe mode, and the record says so', async () => {
    world = await startToolGateway({ env: { GATEWAY_MODE: 'observe' } });
    const given = { text: 'ATTACK PRIVATE1' };
    const { call_id: callId, arguments: called } = await allowed({ arguments: given });
    expect(called).toEqual(given);
    expect(await end(callId, aResult('ATTACK'))).toMatchObject({ decision: 'allow', redacted: false });
    expect(await world.recorded()).toMatchObject([{ enforced: 'allow', decision: { decision: 'deny' } }]);
    const texts = [{ id: '1', text: 'an ATTACK' }];
    const question = { caller: { agent_id: 'clerk' }, server: 'crm', of: 'definitions' as const, texts };
    const { results } = await world.judge().texts(question, judgeOptions());
    expect(results).toEqual([{ id: '1', decision: 'allow', reasons: ['attack'] }]);
  });
});

describe('a call that is not ended', () => {
  it('is recorded without a result when the gateway ends', async () => {
    world = await startToolGateway();
    const { evidence_id: evidenceId } = await allowed();
    await world.restart();
    expect(await world.recorded()).toMatchObject([{ evidence_id: evidenceId, tool: 'find' }]);
  });

  it('is unknown after a restart: its result is shown to nobody', async () => {
    world = await startToolGateway();
    const { call_id: callId } = await allowed();
    await world.restart();
    expect(await codeOf(end(callId))).toBe('not_found');
  });
});

describe('an agent', () => {
  const agent = (status: string) => ({
    agents: [{ id: 'clerk', workspace_id: 'default', audit_mode: 'enforce' as const, status }],
  });
  const standing = (revision: number) =>
    expect
      .poll(async () => JSON.parse(await (await world.gateway().get('/health')).text()).config.revision)
      .toBe(revision);

  it('calls nothing when suspended', async () => {
    world = await startToolGateway();
    await standing(world.verifier.publish(agent('suspended')));
    expect(await codeOf(begin())).toBe('agent_suspended');
  });

  it("suspended during a tool's work does not see the result", async () => {
    world = await startToolGateway();
    const { call_id: callId } = await allowed();
    await standing(world.verifier.publish(agent('suspended')));
    const answer = await end(callId);
    expect(answer).toMatchObject({ decision: 'deny', reasons: ['agent:not_active', 'open'] });
    expect(await world.receipts()).toMatchObject([{ verdict: 'deny' }]);
  });

  it('calls for a person only tools of their consent, and the record names the person', async () => {
    world = await startToolGateway();
    const on_behalf_of = { user: 'usr_ada', grant_id: 'grant_1', tools: ['find'] };
    const caller = { agent_id: 'clerk', authentication: 'oauth' as const, on_behalf_of };
    expect(await codeOf(begin({ caller, tool: 'erase' }))).toBe('forbidden');
    const { call_id: callId } = await allowed({ caller });
    await end(callId);
    expect(await world.recorded()).toMatchObject([{ on_behalf_of: { sub: 'usr_ada', grant_id: 'grant_1' } }]);
  });
});

describe('foreign texts', () => {
  const ask = (of: 'definitions' | 'contents', list: readonly string[]) => {
    const asked = list.map((text, index) => ({ id: `t${index}`, text }));
    return world.judge().texts({ caller: { agent_id: 'clerk' }, server: 'crm', of, texts: asked }, judgeOptions());
  };
  const texts = (...list: string[]) => ask('contents', list);

  it('may contain redactable parts when they define tools, and nothing forbidden', async () => {
    world = await startToolGateway();
    const { results } = await ask('definitions', ['finds PRIVATE1', 'an ATTACK']);
    expect(results).toEqual([
      { id: 't0', decision: 'allow', reasons: [] },
      { id: 't1', decision: 'deny', reasons: ['attack'] },
    ]);
    expect(await world.recorded()).toMatchObject([{ enforced: 'deny' }]);
  });

  it('are each judged separately, with redactable parts denied, all in one Evidence', async () => {
    world = await startToolGateway();
    const { results } = await texts('finds a customer', 'PRIVATE1', 'an ATTACK', 'ASK');
    expect(results).toEqual([
      { id: 't0', decision: 'allow', reasons: [] },
      { id: 't1', decision: 'deny', reasons: ['redaction:not_applicable', 'privacy'] },
      { id: 't2', decision: 'deny', reasons: ['attack'] },
      { id: 't3', decision: 'deny', reasons: ['ask'] },
    ]);
    const [evidence, ...others] = await world.recorded();
    expect(others).toEqual([]);
    expect(evidence).toMatchObject({
      phase: 'execution',
      server: 'crm',
      enforced: 'deny',
      response_hash: hash({ results }),
    });
    expect(evidence?.phases).toHaveLength(4);
  });

  it('are recorded as allowed when allowed', async () => {
    world = await startToolGateway();
    expect((await texts('one', '')).results.map(({ decision }) => decision)).toEqual(['allow', 'allow']);
    expect(await world.recorded()).toMatchObject([{ enforced: 'allow' }]);
  });
});

describe('a watcher of an agent', () => {
  const told = async (count: number) => {
    await expect.poll(() => world.events.length).toBe(count);
    return world.events.map(({ type, data }) => ({ type, ...data }));
  };
  const shownOf = ({ call_id: callId }: ToolCallAnswer & { decision: 'allow' }) => callId;

  it('is told when a call starts and how it ends, under one id that opens nothing', async () => {
    world = await startToolGateway();
    const answer = await allowed({ arguments: { name: 'PRIVATE1' } });
    await end(shownOf(answer), { ...aResult('done'), credential_id: 'cred_7' });
    const about = { type: 'tool.call', call_id: answer.evidence_id, server: 'crm', tool: 'find' };
    const events = await told(2);
    expect(events).toMatchObject([
      {
        ...about,
        status: 'started',
        arguments_hash: hash({ name: 'PRIVATE1' }),
        arguments_preview: '{"name":"[private]"}',
      },
      { ...about, status: 'succeeded', credential_id: 'cred_7', result_hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ]);
    expect(JSON.stringify(events)).not.toContain(shownOf(answer));
  });

  it('is told of denials, waiting, failures, and tools that report a failure', async () => {
    world = await startToolGateway();
    await begin({ arguments: { text: 'ATTACK' } });
    await begin({ tool: 'pay' });
    await end(shownOf(await allowed()), { kind: 'unknown', code: 'late', message: 'too late' });
    await end(shownOf(await allowed()), aResult('no', { isError: true }));
    const events = await told(6);
    expect(events.map((event) => Reflect.get(event, 'status')).sort()).toEqual(
      ['denied', 'awaiting_approval', 'started', 'started', 'failed', 'failed'].sort(),
    );
    expect(events).toContainEqual(expect.objectContaining({ error: { code: 'late', message: 'too late' } }));
  });
});

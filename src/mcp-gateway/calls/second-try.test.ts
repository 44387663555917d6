import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { judgeAway } from '../../clients/tool-judge/client.fake.ts';
import type { JsonObject, ToolCallEnd } from '../ports.ts';
import { answered, type PlayedCalls, playCalls, refusalOf, someTool, textResult } from './calls.fixture.ts';

let calls: PlayedCalls;
beforeEach(() => {
  calls = playCalls();
});
afterEach(() => calls.close());

const question = {
  method: 'elicitation/create',
  params: { mode: 'form', message: 'Which address?', requestedSchema: { type: 'object', properties: {} } },
};
const canAnswer = { elicitation: { form: {} }, sampling: {} };
const responses = { address: { action: 'accept', content: { to: 'home' } } };
const asks = (change: JsonObject = {}) =>
  answered({ resultType: 'input_required', inputRequests: { address: question }, requestState: 'srv-1', ...change });

function stateOf(end: ToolCallEnd): string {
  if (end.kind === 'approval_required') return end.requestState;
  if (end.kind === 'input_required') return String(end.result['requestState']);
  throw new Error(`no state: ${JSON.stringify(end)}`);
}

describe('a call that waits for approval', () => {
  const approval = { id: 'apr_1', status: 'pending', expires_at: '2026-01-01T08:00:00Z', url: 'https://v.example/a/1' };
  const denied = { decision: 'deny' as const, evidence_id: 'e1', reasons: ['risky'], messages: ['Ask a person.'] };

  it('returns with a state, is asked about again with the same arguments, and continues once', async () => {
    calls.judge.verdicts.begin = () => ({ ...denied, approval });
    const end = await calls.call();
    expect(end).toMatchObject({
      kind: 'approval_required',
      evidenceId: 'e1',
      message: 'The tool was not called. Ask a person.',
      approval: { id: 'apr_1', url: 'https://v.example/a/1', expiresAt: '2026-01-01T08:00:00Z' },
    });
    expect(calls.sent).toEqual([]);
    calls.judge.verdicts.begin = undefined;
    calls.clock.set(Date.parse('2026-01-01T07:00:00Z'));
    expect((await calls.call({ requestState: stateOf(end) })).kind).toBe('result');
    expect(calls.judge.begun[1]).toEqual(calls.judge.begun[0]);
    expect(calls.sent[0]?.request.params).toEqual({ name: 'send', arguments: { to: 'anna' } });
    expect(refusalOf(await calls.call({ requestState: stateOf(end) })).code).toBe('state_invalid');
    expect(calls.sent).toHaveLength(1);
  });

  it('stays refused while undecided, and after a denial', async () => {
    calls.judge.verdicts.begin = () => ({ ...denied, approval });
    const first = await calls.call();
    const second = await calls.call({ requestState: stateOf(first) });
    expect(second.kind).toBe('approval_required');
    calls.judge.verdicts.begin = () => ({ ...denied, approval: { ...approval, status: 'denied' } });
    expect(refusalOf(await calls.call({ requestState: stateOf(second) })).code).toBe('policy_denied');
    expect(calls.sent).toEqual([]);
  });

  it('keeps its state when there was no judge the second time', async () => {
    calls.judge.verdicts.begin = () => ({ ...denied, approval });
    const requestState = stateOf(await calls.call());
    calls.judge.verdicts.begin = judgeAway;
    expect(refusalOf(await calls.call({ requestState })).code).toBe('judge_unavailable');
    calls.judge.verdicts.begin = undefined;
    expect((await calls.call({ requestState })).kind).toBe('result');
  });

  it('waits with its result when already made', async () => {
    calls.judge.verdicts.end = () => ({ ...denied, approval });
    const end = await calls.call();
    expect(end).toMatchObject({ kind: 'approval_required' });
    expect(JSON.stringify(end)).not.toContain('sent');
  });

  it.each<[string, Parameters<PlayedCalls['call']>]>([
    ['another principal', [{}, { key: 'other' }]],
    ['another agent', [{}, { agentId: 'other' }]],
    ['other arguments', [{ arguments: { to: 'eve' } }]],
    ['another server', [{ tool: someTool({ alias: 'post' }) }]],
    ['a tool that was changed', [{ tool: someTool({ hash: 'sha256:2' }) }]],
  ])('does not share its state with %s', async (_name, [request, principal]) => {
    calls.judge.verdicts.begin = () => ({ ...denied, approval });
    const requestState = stateOf(await calls.call());
    calls.judge.verdicts.begin = undefined;
    const refusal = refusalOf(await calls.call({ ...request, requestState }, principal));
    expect(refusal.code).toBe('state_invalid');
    expect(refusal.message).toContain('not one of this call, was used, or has expired');
    expect(calls.judge.begun).toHaveLength(1);
  });
});

describe('a call whose server requests input', () => {
  it("forwards the judged question, and hides the server's state from the client", async () => {
    calls.serve(() => asks({ extra: 'not forwarded' }));
    const end = await calls.call({ clientCapabilities: canAnswer });
    expect(end).toMatchObject({ kind: 'input_required' });
    if (end.kind === 'input_required') {
      const { requestState, ...result } = end.result;
      expect(result).toEqual({ resultType: 'input_required', inputRequests: { address: question } });
      expect(requestState).not.toContain('srv-1');
    }
    const judged = { resultType: 'input_required', inputRequests: { address: question } };
    expect(calls.judge.ended[0]?.outcome).toMatchObject({ kind: 'result', result: judged });
  });

  it('continues with the answers to the question, judged with the arguments', async () => {
    calls.serve(() => asks());
    const requestState = stateOf(await calls.call({ clientCapabilities: canAnswer }));
    calls.serve(() => answered());
    const inputResponses = { ...responses, planted: { action: 'accept' } };
    const end = await calls.call({ requestState, inputResponses, clientCapabilities: canAnswer });
    expect(end.kind).toBe('result');
    expect(calls.judge.begun[1]?.arguments).toEqual({ to: 'anna', 'io.assay/inputResponses': responses });
    expect(calls.sent[1]?.request.params).toEqual({
      name: 'send',
      arguments: { to: 'anna' },
      requestState: 'srv-1',
      inputResponses: responses,
    });
  });

  it('accepts answers in a first call, judged with the arguments and without any state; invalid ones are dropped', async () => {
    calls.serve(() => answered());
    const odd = { number: 7, 'io.assay/approval': { action: 'accept' }, ['x'.repeat(129)]: { action: 'accept' } };
    await calls.call({ inputResponses: { ...responses, ...odd }, clientCapabilities: canAnswer });
    expect(calls.judge.begun[0]?.arguments).toEqual({ to: 'anna', 'io.assay/inputResponses': responses });
    expect(calls.sent[0]?.request.params).toEqual({
      name: 'send',
      arguments: { to: 'anna' },
      inputResponses: responses,
    });
    for (const [inputResponses, clientCapabilities] of [
      [odd, canAnswer],
      [responses, undefined],
    ] as const) {
      await calls.call({ inputResponses, clientCapabilities });
      expect(calls.sent.at(-1)?.request.params).toEqual({ name: 'send', arguments: { to: 'anna' } });
    }
  });

  it("returns a server's state only with the sealed one, for any answers", async () => {
    calls.serve(() => asks());
    await calls.call({ clientCapabilities: canAnswer });
    await calls.call({ inputResponses: responses, clientCapabilities: canAnswer });
    expect(calls.sent[1]?.request.params).not.toHaveProperty('requestState');
    const forged = { requestState: 'srv-1', inputResponses: responses, clientCapabilities: canAnswer };
    expect(await calls.call(forged)).toMatchObject({ kind: 'refused', refusal: { code: 'state_invalid' } });
    expect(calls.sent).toHaveLength(2);
  });

  it('sends the judged answers', async () => {
    calls.serve(() => asks());
    const requestState = stateOf(await calls.call({ clientCapabilities: canAnswer }));
    calls.judge.verdicts.begin = () => ({
      decision: 'allow',
      call_id: 'c',
      evidence_id: 'e',
      redacted: true,
      arguments: { to: 'x', 'io.assay/inputResponses': { address: { action: 'accept', content: { to: 'y' } } } },
    });
    await calls.call({ requestState, inputResponses: responses, clientCapabilities: canAnswer });
    expect(calls.sent[1]?.request.params).toMatchObject({
      arguments: { to: 'x' },
      inputResponses: { address: { content: { to: 'y' } } },
    });
  });

  it('may take several rounds, each state valid once, within a limit', async () => {
    let round = 0;
    calls.serve(() => asks({ requestState: `srv-${++round}` }));
    let requestState: string | undefined;
    for (let count = 0; count < 16; count++) {
      const request = { requestState, inputResponses: responses, clientCapabilities: canAnswer };
      const next = stateOf(await calls.call(request));
      if (requestState !== undefined) expect(refusalOf(await calls.call(request)).code).toBe('state_invalid');
      requestState = next;
    }
    expect(calls.sent.at(-1)?.request.params['requestState']).toBe('srv-15');
    const last = await calls.call({ requestState, inputResponses: responses, clientCapabilities: canAnswer });
    expect(refusalOf(last).message).toContain('16 times');
  });

  it('whose question is denied is not forwarded', async () => {
    calls.serve(() => asks());
    calls.judge.verdicts.end = () => ({ decision: 'deny', evidence_id: 'e', reasons: ['x'], messages: ['No.'] });
    const end = await calls.call({ clientCapabilities: canAnswer });
    expect(refusalOf(end).code).toBe('policy_denied');
    expect(JSON.stringify(end)).not.toContain('Which address');
  });

  it('asks a client only for declared capabilities', async () => {
    calls.serve(() => asks());
    expect(refusalOf(await calls.call({ clientCapabilities: { sampling: {} } })).rpc).toEqual({
      code: -32021,
      data: { requiredCapabilities: { elicitation: {} } },
    });
    expect(refusalOf(await calls.call()).rpc?.code).toBe(-32021);
    expect(calls.judge.ended[0]?.outcome.kind).toBe('failed');
  });

  it.each([
    { inputRequests: { a: { method: 'tools/call', params: {} } } },
    { inputRequests: { a: { method: 'elicitation/create', params: { mode: 'url', url: 'javascript:alert(1)' } } } },
    {
      inputRequests: { a: { method: 'elicitation/create', params: { mode: 'url', url: 'https://a.test@evil.test/' } } },
    },
    { inputRequests: { a: { method: 'elicitation/create', params: { mode: 'url', url: 'https://a.test/\u202e' } } } },
    { inputRequests: { a: { method: 'elicitation/create', params: { mode: 'url' } } } },
    { inputRequests: { 'io.assay/approval': question } },
    { inputRequests: { ' IO.assay/connect': question } },
    { inputRequests: { a: 'text' } },
    { inputRequests: [question] },
    { inputRequests: {}, requestState: undefined },
    { inputRequests: { ['a'.repeat(129)]: question } },
    { inputRequests: Object.fromEntries(Array.from({ length: 17 }, (_, index) => [index, question])) },
    { requestState: 7 },
    { requestState: 'x'.repeat(60_000) },
  ])('is refused when its question cannot be forwarded', async (change) => {
    calls.serve(() => asks(change));
    const end = await calls.call({ clientCapabilities: canAnswer });
    expect(refusalOf(end)).toMatchObject({ code: 'tool_failed', evidenceId: 'ev_1' });
    expect(calls.judge.open()).toBe(0);
  });

  it.each(['begin', 'end'] as const)('keeps its answers during an approval (%s)', async (step) => {
    calls.serve(() => asks());
    const asked = stateOf(await calls.call({ clientCapabilities: canAnswer }));
    calls.serve(() => answered());
    const approval = { id: 'apr_1', status: 'pending', expires_at: null, url: 'https://v.example/a/1' };
    const pending = { decision: 'deny' as const, evidence_id: 'e1', reasons: [], messages: [], approval };
    calls.judge.verdicts[step] = () => pending;
    const waiting = await calls.call({ requestState: asked, inputResponses: responses, clientCapabilities: canAnswer });
    calls.judge.verdicts[step] = undefined;
    const end = await calls.call({ requestState: stateOf(waiting), clientCapabilities: canAnswer });
    expect(end.kind).toBe('result');
    expect(calls.judge.begun[2]?.arguments).toEqual(calls.judge.begun[1]?.arguments);
    expect(calls.sent.at(-1)?.request.params).toMatchObject({ requestState: 'srv-1', inputResponses: responses });
  });

  it('accepts no approval state as an answer, and no foreign state', async () => {
    calls.serve(() => answered(textResult('done')));
    for (const requestState of ['srv-1', '', 'x'.repeat(70_000)]) {
      const end = await calls.call({ requestState, inputResponses: responses, clientCapabilities: canAnswer });
      expect(refusalOf(end).code).toBe('state_invalid');
    }
    expect(calls.sent).toEqual([]);
  });
});

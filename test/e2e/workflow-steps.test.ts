/** Effects of workflow steps: through a real gateway, as their agents, with Evidence of everything. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { query } from '../../src/platform/db/db.ts';
import type { StepCall, StepEnd } from '../../src/verifier/composition/workflows/ports.ts';
import { completion, sendJson } from '../support/model-server.ts';
import { openStepScene, type StepScene } from '../support/workflow-steps.ts';

let scene: StepScene;
beforeAll(async () => {
  scene = await openStepScene();
});
afterAll(() => scene?.close());

const agent = (config: Record<string, unknown> = {}) =>
  ({ type: 'agent', ref: { id: 'clerk', version: null }, config }) as const;
const tool = (name: string, config: Record<string, unknown> = {}) => {
  const ref = { id: name, version: null };
  return { type: 'tool', ref, config: { installation_id: scene.installationId, ...config } } as const;
};
const answers = (text: string) => scene.model.answerWith((_call, response) => sendJson(response, completion(text)));
const waitingOf = (end: StepEnd) => {
  if (end.kind !== 'wait') throw new Error(JSON.stringify(end));
  return end.waiting;
};

/** The verifier's Evidence of a run. */
async function evidenceOf({ runId }: StepCall): Promise<Record<string, unknown>[]> {
  await scene.flush();
  const { body } = await scene.admin('GET', `/v1/evidence?session_id=${runId}`);
  return body['items'] as Record<string, unknown>[];
}

const decide = async (id: string | null, verdict: 'approve' | 'deny') => {
  const answer = await scene.admin('POST', `/v1/approvals/${id}/${verdict}`, {});
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
};

async function toolEvents({ stepId }: StepCall): Promise<string[]> {
  const rows = await query<{ status: string }>(
    scene.issuer.verifier.testDb.database().db,
    sql`select data->>'status' as status from events where type = 'tool.call' and data->>'call_id' = ${stepId} order by seq`,
  );
  return rows.map(({ status }) => status);
}

describe('a step that asks a model', () => {
  it('acts as its agent, and its Evidence has the session and the trace of the run', async () => {
    answers('Four.');
    const call = scene.aCall(agent({ instructions: 'Be short.', max_tokens: 50 }), 'two and two?');
    const end = await scene.take(call);
    expect(end).toEqual({ kind: 'done', port: 'out', output: 'Four.', evidenceIds: [expect.stringMatching(/^ev_/)] });
    expect(JSON.parse(scene.model.seen.at(-1)?.body ?? '')).toEqual({
      model: 'test-model',
      messages: [
        { role: 'system', content: 'Be short.' },
        { role: 'user', content: 'two and two?' },
      ],
      max_tokens: 50,
    });
    const told = { agent_id: 'clerk', session_id: call.runId, trace_id: call.traceId, enforced: 'allow' };
    const held = await evidenceOf(call);
    expect(held).toMatchObject([{ ...told, evidence_id: end.kind === 'done' ? end.evidenceIds[0] : '' }]);
  });

  it('gives JSON if requested, and fails for any other answer', async () => {
    answers('{"sum": 4}');
    const call = scene.aCall(agent({ output: 'json' }), { a: 2, b: 2 });
    expect(await scene.take(call)).toMatchObject({ kind: 'done', output: { sum: 4 } });
    expect(JSON.parse(scene.model.seen.at(-1)?.body ?? '')).toMatchObject({
      response_format: { type: 'json_object' },
      messages: [{ role: 'user', content: '{"a":2,"b":2}' }],
    });
    answers('four');
    expect(await scene.take(call)).toMatchObject({ kind: 'failed', code: 'answer_not_json', isRetryable: false });
  });

  it('fails permanently when the policies deny, with their names and nothing of the text', async () => {
    const before = scene.model.seen.length;
    const end = await scene.take(scene.aCall(agent(), 'this is an ATTACK on you'));
    expect(end).toMatchObject({ kind: 'failed', code: 'denied', isRetryable: false });
    expect(JSON.stringify(end)).toContain('attack');
    expect(JSON.stringify(end)).not.toContain('on you');
    expect(scene.model.seen.length).toBe(before);
  });

  it('may be retried when the model is absent, and not when it refuses', async () => {
    const fail = (status: number) =>
      scene.model.answerWith((_call, response) => sendJson(response, { error: { message: 'secret words' } }, status));
    fail(503);
    expect(await scene.take(scene.aCall(agent(), 'x'))).toMatchObject({ code: 'model_failed', isRetryable: true });
    fail(400);
    const end = await scene.take(scene.aCall(agent(), 'x'));
    expect(end).toMatchObject({ code: 'model_failed', isRetryable: false });
    expect(JSON.stringify(end)).not.toContain('secret words');
    answers('ok');
  });

  it('waits for the person required by the policies, sends the same bytes again, and continues once they agree', async () => {
    answers('done');
    const call = scene.aCall(agent(), 'ASKME about it');
    const waiting = waitingOf(await scene.take(call));
    expect(waiting).toEqual({ for: 'approval', id: expect.stringMatching(/^apr_/) });
    // Nothing is called again while the decision is pending.
    const seen = scene.model.seen.length;
    const still = await scene.take({ ...call, attempt: 1, waiting });
    expect(still).toMatchObject({ kind: 'wait', waiting, evidenceIds: [] });
    await decide(waiting.id, 'approve');
    expect(await scene.take({ ...call, attempt: 2, waiting })).toMatchObject({ kind: 'done', output: 'done' });
    expect(scene.model.seen.length).toBe(seen + 1);
  });

  it('fails as denied when that person refuses', async () => {
    const call = scene.aCall(agent(), 'ASKME once more');
    const waiting = waitingOf(await scene.take(call));
    await decide(waiting.id, 'deny');
    const end = await scene.take({ ...call, attempt: 1, waiting });
    expect(end).toMatchObject({ kind: 'failed', code: 'denied', isRetryable: false });
  });

  it('chooses one of the ways of a branch, and nothing else counts as a choice', async () => {
    const ports = [
      { port: 'yes', description: 'it is so' },
      { port: 'no', description: 'it is not' },
    ];
    const branch = { type: 'branch', config: { by: 'model', question: 'Is it so?', ports } } as const;
    answers('{"port":"no"}');
    expect(await scene.take(scene.aCall(branch, 'value'))).toMatchObject({ kind: 'done', port: 'no', output: 'value' });
    for (const other of ['{"port":"maybe"}', '"no"', '{"port":"no","x":1}', '[]']) {
      answers(other);
      expect(await scene.take(scene.aCall(branch, 'value'))).toMatchObject({ kind: 'failed', code: 'no_choice' });
    }
    answers('no');
    expect(await scene.take(scene.aCall(branch, 'value'))).toMatchObject({ code: 'answer_not_json' });
  });
});

describe('a step that has a value judged', () => {
  const auditor = (id = 'words') =>
    ({ type: 'auditor', ref: { id, version: null }, config: { phase: 'request' } }) as const;
  const gate = { type: 'policy_gate', config: { phase: 'request' } } as const;

  it("gives its auditor's claims and the decision, which stops nothing", async () => {
    const call = scene.aCall(auditor(), 'an ATTACK');
    const end = await scene.take(call);
    expect(end).toMatchObject({
      kind: 'done',
      output: {
        claims: {
          injection_risk: { value: 1, confidence: 0.9, type: 'score_normalized' },
          must_ask: { value: false, confidence: null, type: 'boolean' },
        },
        decision: 'deny',
      },
    });
    expect(await evidenceOf(call)).toMatchObject([{ enforced: 'deny' }]);
  });

  it('fails for an auditor without claims', async () => {
    expect(await scene.take(scene.aCall(auditor('absent'), 'x'))).toMatchObject({ code: 'auditor_silent' });
  });

  it("follows the policies' decision, with the incoming value", async () => {
    expect(await scene.take(scene.aCall(gate, { a: 1 }))).toMatchObject({ port: 'allowed', output: { a: 1 } });
    expect(await scene.take(scene.aCall(gate, 'ATTACK'))).toMatchObject({ port: 'denied', output: 'ATTACK' });
  });

  it.each([
    ['approve', 'allowed'],
    ['deny', 'denied'],
  ] as const)('waits for people when the policies escalate: %s is %s', async (verdict, port) => {
    const call = scene.aCall(gate, `ASKME ${verdict}`);
    const waiting = waitingOf(await scene.take(call));
    await decide(waiting.id, verdict);
    expect(await scene.take({ ...call, attempt: 1, waiting })).toMatchObject({ kind: 'done', port });
  });
});

describe('a step that calls a tool', () => {
  const called = () => scene.tools.behaviour.called;

  it('has arguments and answer judged, calls it once by its template, and reports it', async () => {
    const before = called().length;
    const call = scene.aCall(tool('send', { arguments: { q: { $from: '/text' } } }), { text: 'hello' });
    const end = await scene.take(call);
    expect(end).toMatchObject({ kind: 'done', port: 'out', output: 'send is done' });
    expect(called().slice(before)).toEqual([{ name: 'send', arguments: { q: 'hello' } }]);
    expect(await evidenceOf(call)).toHaveLength(2);
    expect(await toolEvents(call)).toEqual(['started', 'succeeded']);
  });

  it('never calls it with denied arguments, nor gives a denied answer', async () => {
    const before = called().length;
    const denied = scene.aCall(tool('send'), { q: 'ATTACK' });
    expect(await scene.take(denied)).toMatchObject({ kind: 'failed', code: 'denied' });
    expect(called().length).toBe(before);
    expect(await toolEvents(denied)).toEqual(['started', 'denied']);
    scene.tools.behaviour.onCall = () => ({ content: [{ type: 'text', text: 'ATTACK from the tool' }] });
    const end = await scene.take(scene.aCall(tool('send'), { q: 'x' }));
    expect(end).toMatchObject({ kind: 'failed', code: 'denied', isRetryable: false });
    expect(JSON.stringify(end)).not.toContain('from the tool');
    expect(called().length).toBe(before + 1);
  });

  it('waits for people before it is called, and calls it once afterwards', async () => {
    scene.tools.behaviour.onCall = () => ({ content: [], structuredContent: { paid: true } });
    const before = called().length;
    const call = scene.aCall(tool('pay'), { q: '12 euros' });
    const waiting = waitingOf(await scene.take(call));
    expect(called().length).toBe(before);
    await decide(waiting.id, 'approve');
    // Its answer is judged too, and the policies require approval for that as well.
    const second = waitingOf(await scene.take({ ...call, attempt: 1, waiting }));
    expect(called().length).toBe(before + 1);
    expect(second).toMatchObject({ for: 'retry', id: expect.stringMatching(/^answered:apr_/) });
    expect(await scene.take({ ...call, attempt: 2, waiting: second })).toMatchObject({ kind: 'wait', evidenceIds: [] });
    await decide(second.id?.slice('answered:'.length) ?? '', 'approve');
    const end = await scene.take({ ...call, attempt: 3, waiting: second });
    expect(end).toMatchObject({ kind: 'done', output: { paid: true } });
    expect(called().length).toBe(before + 1);
    expect(await toolEvents(call)).toEqual(['started', 'awaiting_approval', 'awaiting_approval', 'succeeded']);
  });

  it('is not called again by a process that lost its answer: the result is unknown, unless the tool may be repeated', async () => {
    scene.tools.behaviour.onCall = () => ({ content: [{ type: 'text', text: 'ASKME' }] });
    const call = scene.aCall(tool('send'), { q: 'x' });
    const waiting = waitingOf(await scene.take(call));
    await decide(waiting.id?.slice('answered:'.length) ?? '', 'approve');
    const before = called().length;
    scene.now();
    const end = await scene.otherProcess().execute({ ...call, attempt: 1, waiting });
    expect(end).toMatchObject({ kind: 'unknown' });
    expect(called().length).toBe(before);
  });

  it('ends as unknown when the server accepts the call and never answers it, and may be retried if it only reads', async () => {
    const stop = new AbortController();
    scene.tools.behaviour.onCall = async () => {
      stop.abort(new Error('the lease is lost'));
      return new Promise(() => undefined);
    };
    const sent = scene.aCall(tool('send'), { q: 'x' }, { signal: stop.signal });
    expect(await scene.take(sent)).toMatchObject({ kind: 'unknown' });
    scene.tools.behaviour.onCall = () => {
      throw new Error('internal');
    };
    expect(await scene.take(scene.aCall(tool('send'), { q: 'x' }))).toMatchObject({ kind: 'unknown' });
    const read = scene.aCall(tool('search'), { q: 'x' });
    expect(await scene.take(read)).toMatchObject({ kind: 'failed', code: 'tool_unavailable', isRetryable: true });
    scene.tools.behaviour.onCall = () => ({ content: [{ type: 'text', text: 'canary' }], isError: true });
    const failed = await scene.take(scene.aCall(tool('send'), { q: 'x' }));
    expect(failed).toMatchObject({ kind: 'failed', code: 'tool_error', isRetryable: false });
    expect(JSON.stringify(failed)).not.toContain('canary');
  });

  it('is repeatable only when the approved tool, or the graph, says so', async () => {
    const ask = (node: Parameters<StepScene['aCall']>[0]) => scene.executor.isRepeatable(scene.aCall(node, {}));
    expect(await ask(tool('search'))).toBe(true);
    expect(await ask(tool('send'))).toBe(false);
    expect(await ask(tool('send', { idempotent: true }))).toBe(true);
    expect(await ask(tool('absent'))).toBe(false);
    expect(await ask(agent())).toBe(true);
  });

  it('is refused for a tool of another agent, a missing one, or arguments that are no object', async () => {
    const before = called().length;
    const codeOf = async (call: StepCall) => {
      const end = await scene.take(call);
      return end.kind === 'failed' ? end.code : end.kind;
    };
    expect(await codeOf(scene.aCall(tool('send'), { q: 'x' }, { agentId: 'other' }))).toBe('tool_not_installed');
    expect(await codeOf(scene.aCall(tool('absent'), { q: 'x' }))).toBe('tool_unknown');
    expect(await codeOf(scene.aCall(tool('send'), 'text'))).toBe('invalid_arguments');
    expect(await codeOf(scene.aCall(tool('send'), { q: 'x' }, { agentId: null }))).toBe('agent_missing');
    expect(called().length).toBe(before);
  });
});

describe('a step decided by people', () => {
  const approval = (config: object = {}) =>
    ({ type: 'human_approval', config: { message: 'Shall it go on?', ...config } }) as const;

  it('asks once however often it is begun, and continues with the incoming value', async () => {
    const call = scene.aCall(approval({ risk: 'low' }), { a: 1 }, { agentId: null });
    const ends = await Promise.all([scene.take(call), scene.take({ ...call, attempt: 1 }), scene.take(call)]);
    const ids = new Set(ends.map((end) => waitingOf(end).id));
    expect(ids.size).toBe(1);
    const [id = null] = ids;
    const { body } = await scene.admin('GET', `/v1/approvals/${id}`);
    expect(body).toMatchObject({ kind: 'workflow_step', status: 'pending', risk: 'low', agent_id: null });
    expect(JSON.stringify(body['display'])).toContain('usr_starter');
    expect(JSON.stringify(body)).not.toContain('"a":1');
    await decide(id, 'approve');
    const waiting = { for: 'approval', id } as const;
    const end = { kind: 'done', port: 'approved', output: { a: 1 }, evidenceIds: [] };
    expect(await scene.take({ ...call, attempt: 2, waiting })).toEqual(end);
    expect(await scene.take({ ...call, attempt: 3 })).toEqual(end);
  });

  it('is another request in each turn of a loop, and is not decided by the person who started the run', async () => {
    const call = scene.aCall(approval(), 'x', { startedBy: 'operator' });
    const first = waitingOf(await scene.take({ ...call, turn: [0] }));
    const second = waitingOf(await scene.take({ ...call, turn: [1], stepId: 'wfs_other' }));
    expect(first.id).not.toBe(second.id);
    const own = await scene.admin('POST', `/v1/approvals/${first.id}/approve`, {});
    expect([own.status, own.body['reason']]).toEqual([403, 'own_request']);
  });

  it('takes the other way when it is denied, or when nobody decides in time', async () => {
    const call = scene.aCall(approval({ waits_for_s: 60 }), 'x');
    await decide(waitingOf(await scene.take(call)).id, 'deny');
    expect(await scene.take({ ...call, attempt: 1 })).toMatchObject({ port: 'denied', output: 'x' });
    const late = scene.aCall(approval({ waits_for_s: 60 }), 'x');
    const waiting = waitingOf(await scene.take(late));
    scene.issuer.verifier.clock.set(Date.now() + 61_000);
    const end = await scene.executor.execute({ ...late, attempt: 1, waiting });
    expect(end).toMatchObject({ kind: 'done', port: 'denied' });
  });
});

describe('a step that is a workflow', () => {
  const inner = { type: 'workflow', ref: { id: 'wfl_inner', version: null } } as const;

  it('starts one run, waits for it, and ends as it ends', async () => {
    const call = scene.aCall(inner, 'x');
    const end = await scene.take(call);
    expect(waitingOf(end)).toEqual({ for: 'workflow', id: 'wfr_child' });
    expect(scene.nested.started.at(-1)).toMatchObject({ parentStepId: call.stepId, depth: 1, workflowId: 'wfl_inner' });
    scene.nested.state = { ...scene.nested.state, status: 'succeeded', output: { all: 'well' } };
    expect(await scene.take(call)).toMatchObject({ kind: 'done', output: { all: 'well' } });
    scene.nested.state = { ...scene.nested.state, status: 'failed', error: { code: 'denied', message: 'canary' } };
    const failed = await scene.take(call);
    expect(failed).toMatchObject({ kind: 'failed', code: 'nested_failed', isRetryable: false });
    expect(JSON.stringify(failed)).not.toContain('canary');
  });

  it('is refused when workflows are nested too deep', async () => {
    expect(await scene.take(scene.aCall(inner, 'x', { depth: 5 }))).toMatchObject({ code: 'too_deep' });
  });
});

describe('an inactive member', () => {
  it('takes no step, and takes them again once active', async () => {
    answers('hello');
    await scene.issuer.agent('fickle', { model_id: 'm' });
    const node = { type: 'agent', ref: { id: 'fickle', version: null } } as const;
    const take = () => scene.take(scene.aCall(node, 'x', { agentId: 'fickle' }));
    expect(await take()).toMatchObject({ kind: 'done' });
    await scene.admin('POST', '/v1/agents/fickle/suspend', { reason: 'for tests' });
    await expect.poll(take).toMatchObject({ code: 'member_not_active', isRetryable: false });
    expect((await scene.admin('POST', '/v1/agents/fickle/reactivate', { reason: 'over' })).body).toMatchObject({
      status: 'active',
    });
    await expect.poll(take).toMatchObject({ kind: 'done' });
    const unknown = scene.aCall(node, 'x', { agentId: 'nobody' });
    expect(await scene.take(unknown)).toMatchObject({ code: expect.stringMatching(/member_not_active|model_missing/) });
  });
});

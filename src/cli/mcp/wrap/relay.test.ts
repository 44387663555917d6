/** Messages forwarded between a client and a wrapped server, and messages stopped. */
import { describe, expect, it, vi } from 'vitest';
import { createFakeToolJudge, type FakeVerdicts, judgeAway } from '../../../clients/tool-judge/client.fake.ts';
import { createRelay } from './relay.ts';
import { createToolTexts } from './tool-texts.ts';

const bytes = (message: unknown) => Buffer.from(typeof message === 'string' ? message : JSON.stringify(message));

function open(verdicts: FakeVerdicts = {}, timeoutMs = 60_000) {
  const judge = createFakeToolJudge(verdicts);
  const [server, client, notes]: [string[], string[], string[]] = [[], [], []];
  const clock = { now: () => 1_800_000_000_000 };
  const newTraceparent = () => '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  const common = { judge, agentId: 'clerk', server: 'files', newTraceparent };
  const relay = createRelay({
    ...common,
    sessionId: 's',
    timeoutMs,
    judgeTools: createToolTexts({ ...common, clock }),
    toServer: (line) => server.push(line),
    toClient: (line) => client.push(line),
    note: (text) => notes.push(text),
  });
  const parsed = (lines: readonly string[]) => lines.map((line) => JSON.parse(line));
  return {
    judge,
    server,
    client,
    notes,
    relay,
    say: (message: unknown) => relay.fromClient(bytes(message)),
    answer: (message: unknown) => relay.fromServer(bytes(message)),
    atServer: () => parsed(server),
    atClient: () => parsed(client),
    sent: async (count: number) => vi.waitFor(() => expect(server).toHaveLength(count)),
    told: async (count: number) => vi.waitFor(() => expect(client).toHaveLength(count)),
  };
}

const call = (id: unknown, args: object = { path: 'a' }, more: object = {}) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name: 'read', arguments: args, ...more },
});
const textResult = (id: unknown, text = 'fine') => ({
  jsonrpc: '2.0',
  id,
  result: { content: [{ type: 'text', text }] },
});
const denied = (more: object = {}) => ({
  decision: 'deny' as const,
  evidence_id: 'ev_9',
  reasons: ['attack'],
  messages: ['No attacks.'],
  ...more,
});
const ids = [7, 'seven', '7', 1.5, -3, ''];

describe('other messages than tool calls', () => {
  it('pass unchanged and in order, both ways', () => {
    const world = open();
    const lines = [
      '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25", "x":1e2}}',
      '{"jsonrpc":"2.0","method":"notifications/initialized"}',
      '[{"jsonrpc":"2.0","id":2,"method":"ping"},{"jsonrpc":"2.0","method":"notifications/roots/list_changed"}]',
      '{"jsonrpc":"2.0","id":3,"method":"server/discover","params":{"big":12345678901234567890}}',
    ];
    for (const line of lines) world.say(line);
    expect(world.server).toEqual(lines);
    const answers = [
      '{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":1}}',
      '{"jsonrpc":"2.0","id":1,"method":"sampling/createMessage","params":{}}',
      '{"jsonrpc":"2.0","id":1, "result":{"capabilities":{}}}',
      '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"what?"}}',
    ];
    for (const line of answers) world.answer(line);
    expect(world.client).toEqual(answers);
    world.say('{"jsonrpc":"2.0","id":1,"result":{"role":"user"}}');
    expect(world.server).toHaveLength(5);
    expect(world.judge.begun).toEqual([]);
  });

  it.each([
    '{"jsonrpc":"2.0","id":1,"method":"ping","method":"tools/call","params":{"name":"read"}}',
    '{"jsonrpc":"2.0","id":1,"method":"ping"',
    'tools/call',
    `${'[{"a":'.repeat(60)}1${'}]'.repeat(60)}`,
  ])('are refused when ambiguous or invalid: %#', (line) => {
    const world = open();
    world.say(line);
    world.answer(line);
    expect(world.server).toEqual([]);
    expect(world.atClient()).toMatchObject([{ id: null, error: { code: -32700 } }]);
    expect(world.notes).toHaveLength(1);
  });

  it('are refused when a line has two messages', () => {
    const world = open();
    world.say({ jsonrpc: '2.0', id: 1, method: 'ping', result: {} });
    world.answer({ jsonrpc: '2.0', id: 1, method: 'ping', result: { content: 'ATTACK' } });
    expect([world.server, world.atClient()]).toEqual([
      [],
      [expect.objectContaining({ id: 1, error: expect.anything() })],
    ]);
  });

  it('cannot end a line for a server that does not end its own', () => {
    const world = open();
    world.say('{"jsonrpc":"2.0","method":"x","params":\r{"jsonrpc":"2.0","id":1,"method":"tools/call"}\r}\r');
    expect(world.server[0]).not.toContain('\r');
  });

  it('are dropped when they answer nothing, or something answered', async () => {
    const world = open();
    world.answer(textResult(1, 'ATTACK'));
    world.say(call(1));
    await world.sent(1);
    world.answer(textResult(1));
    world.answer(textResult(1, 'ATTACK'));
    await world.told(1);
    expect(world.client[0]).not.toContain('ATTACK');
    expect(world.notes).toHaveLength(2);
  });
});

describe('a call of a tool', () => {
  it.each(ids)('with the id %j is judged before it is sent and before its result is shown', async (id) => {
    const world = open({
      begin: (question) => ({
        decision: 'allow',
        call_id: 'c',
        evidence_id: 'ev_1',
        redacted: true,
        arguments: { ...question.arguments, path: '[REDACTED]' },
      }),
    });
    world.say(call(id, { path: 'secret', n: 1 }));
    await world.sent(1);
    expect(world.judge.begun).toMatchObject([
      {
        caller: { agent_id: 'clerk', session_id: 's' },
        server: 'files',
        tool: 'read',
        arguments: { path: 'secret', n: 1 },
      },
    ]);
    expect(world.atServer()).toEqual([call(id, { path: '[REDACTED]', n: 1 })]);
  });

  it('gets the judged result with its Evidence', async () => {
    const world = open({
      end: () => ({
        decision: 'allow',
        evidence_id: 'ev_1',
        redacted: true,
        result: { content: [{ type: 'text', text: '[REDACTED]' }], _meta: { theirs: 1 } },
      }),
    });
    world.say(call(1));
    await world.sent(1);
    world.answer(textResult(1, 'private'));
    await world.told(1);
    expect(world.judge.ended).toMatchObject([{ outcome: { kind: 'result', result: textResult(1, 'private').result } }]);
    expect(world.atClient()).toEqual([
      {
        jsonrpc: '2.0',
        id: 1,
        result: {
          content: [{ type: 'text', text: '[REDACTED]' }],
          _meta: { theirs: 1, 'io.assay/evidence_id': 'ev_1' },
        },
      },
    ]);
  });

  it('never arrives when denied, and the model reads the reason', async () => {
    const world = open({ begin: () => denied() });
    world.say(call(1));
    await world.told(1);
    expect(world.server).toEqual([]);
    expect(world.atClient()[0].result).toMatchObject({
      isError: true,
      structuredContent: { error: { code: 'policy_denied', evidence_id: 'ev_9' } },
      content: [{ text: 'The tool was not called. No attacks. Reasons: attack.' }],
    });
    expect(world.atClient()[0].result).not.toHaveProperty('resultType');
  });

  it('of 2026-07-28 gets results marked as complete', async () => {
    const world = open({ begin: () => denied() });
    world.say(call(1, {}, { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } }));
    await world.told(1);
    expect(world.atClient()[0].result.resultType).toBe('complete');
  });

  it('names the place of a required approval', async () => {
    const approval = { id: 'apr_1', status: 'pending', expires_at: null, url: 'https://assay.example/a' };
    const world = open({ begin: () => denied({ approval }) });
    world.say(call(1));
    await world.told(1);
    expect(world.atClient()[0].result).toMatchObject({
      isError: true,
      structuredContent: { error: { code: 'approval_required', approval: 'apr_1' } },
      content: [{ text: expect.stringContaining('https://assay.example/a') }],
    });
  });

  it('gets a result approved meanwhile without the server', async () => {
    const result = { content: [{ type: 'text', text: 'kept' }] };
    const world = open({ begin: () => ({ decision: 'answered', evidence_id: 'ev_1', result, redacted: false }) });
    world.say(call(1));
    await world.told(1);
    expect([world.server, world.atClient()[0].result.content]).toEqual([[], result.content]);
  });

  it('is not made without a judge, and its result is not shown', async () => {
    const away = open({ begin: judgeAway });
    away.say(call(1));
    await away.told(1);
    expect([away.server, away.atClient()[0].error.code]).toEqual([[], -32013]);
    const lost = open({ end: judgeAway });
    lost.say(call(1));
    await lost.sent(1);
    lost.answer(textResult(1, 'unjudged'));
    await lost.told(1);
    expect(lost.client[0]).not.toContain('unjudged');
    expect(lost.atClient()[0].result).toMatchObject({
      isError: true,
      structuredContent: { error: { code: 'outcome_unknown' } },
    });
  });

  it('shows nothing of a denied result', async () => {
    const world = open({ end: () => denied() });
    world.say(call(1));
    await world.sent(1);
    world.answer(textResult(1, 'ATTACK'));
    await world.told(1);
    expect(world.client[0]).not.toContain('ATTACK');
    expect(world.client[0]).toContain('its result is withheld');
  });

  it("has the server's refusal text judged like a result", async () => {
    const world = open({
      end: ({ kind, ...rest }) => (JSON.stringify(rest).includes('ATTACK') ? denied() : undefined),
    });
    const error = { code: -32602, message: 'path is missing', data: { at: 'path' } };
    for (const [id, message] of [
      [1, 'path is missing'],
      [2, 'ATTACK'],
    ] as const) {
      world.say(call(id));
      await world.sent(id);
      world.answer({ jsonrpc: '2.0', id, error: { ...error, message } });
      await world.told(id);
    }
    expect(world.atClient()[0]).toEqual({ jsonrpc: '2.0', id: 1, error });
    expect(world.client[1]).not.toContain('ATTACK');
  });

  it.each([
    ['of both kinds', { result: textResult(1, 'ATTACK').result, error: { code: 1, message: 'x' } }],
    ['that is no object', { result: 'ATTACK' }],
    ['that is a task', { result: { task: { taskId: 'ATTACK' } } }],
  ])('with an answer %s gets our own text', async (_name, answer) => {
    const world = open();
    world.say(call(1));
    await world.sent(1);
    world.answer({ jsonrpc: '2.0', id: 1, ...answer });
    await world.told(1);
    expect(world.client[0]).not.toContain('ATTACK');
    expect(world.judge.ended).toMatchObject([{ outcome: { kind: 'failed' } }]);
  });

  it('without an id, as a task, or without a name is not forwarded', async () => {
    const world = open();
    const { id: _id, ...nobody } = call(1);
    world.say(nobody);
    world.say(call(2, {}, { task: { ttl: 1 } }));
    world.say(call(3, {}, { name: 5 }));
    world.say(call(4, { 'io.assay/inputResponses': {} }));
    await world.told(3);
    expect([world.server, world.judge.begun, world.notes.length]).toEqual([[], [], 1]);
  });

  it('is refused while another one with its id is open', async () => {
    const world = open();
    world.say(call(1));
    world.say(call(1, { path: 'b' }));
    world.say({ jsonrpc: '2.0', id: 1, method: 'ping' });
    await world.sent(1);
    await world.told(2);
    expect(world.judge.begun).toHaveLength(1);
    expect(world.atClient().map(({ error }) => error.code)).toEqual([-32600, -32600]);
  });

  it('arrives in order, and delays nothing else', async () => {
    let release = () => {};
    const first = new Promise<undefined>((resolve) => {
      release = () => resolve(undefined);
    });
    const world = open({ begin: ({ arguments: { path } }) => (path === 'slow' ? first : undefined) });
    world.say(call(1, { path: 'slow' }));
    world.say(call(2, { path: 'fast' }));
    world.say({ jsonrpc: '2.0', id: 3, method: 'ping' });
    expect(world.atServer().map(({ id }) => id)).toEqual([3]);
    release();
    await world.sent(3);
    expect(world.atServer().map(({ id }) => id)).toEqual([3, 1, 2]);
  });

  it("has answers to the server's questions judged as well", async () => {
    const world = open();
    world.say(call(1, { path: 'a' }, { inputResponses: { q: { action: 'accept' } }, requestState: 'theirs' }));
    await world.sent(1);
    expect(world.judge.begun[0]?.arguments).toEqual({
      path: 'a',
      'io.assay/inputResponses': { q: { action: 'accept' } },
    });
    expect(world.atServer()[0].params).toEqual({
      name: 'read',
      arguments: { path: 'a' },
      inputResponses: { q: { action: 'accept' } },
      requestState: 'theirs',
    });
  });
});

describe('a call that ends otherwise', () => {
  const cancelled = (requestId: unknown) => ({
    jsonrpc: '2.0',
    method: 'notifications/cancelled',
    params: { requestId },
  });

  it('is never sent when cancelled during its judgement', async () => {
    const world = open({
      begin: (_question, { signal }) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    });
    world.say(call('a'));
    world.say(cancelled('a'));
    await world.relay.sent();
    expect(world.atServer()).toEqual([cancelled('a')]);
    expect(world.client).toEqual([]);
  });

  it('is recorded as cancelled later, and a late answer is dropped', async () => {
    const world = open();
    world.say(call('a'));
    await world.sent(1);
    world.say(cancelled('a'));
    world.answer(textResult('a', 'late'));
    await vi.waitFor(() => expect(world.judge.ended).toMatchObject([{ outcome: { kind: 'cancelled' } }]));
    expect([world.atServer()[1], world.client]).toEqual([cancelled('a'), []]);
  });

  it('is cancelled at the server at its timeout and reported', async () => {
    const world = open({}, 20);
    world.say(call(1));
    await world.told(1);
    expect(world.atServer()[1]).toMatchObject({ method: 'notifications/cancelled', params: { requestId: 1 } });
    expect(world.judge.ended).toMatchObject([{ outcome: { kind: 'unknown', code: 'timeout' } }]);
    expect(world.atClient()[0].result.isError).toBe(true);
  });

  it('is recorded before we end when the server ends', async () => {
    const world = open();
    world.say(call(1));
    await world.sent(1);
    await world.relay.serverGone();
    expect(world.judge.ended).toMatchObject([{ outcome: { kind: 'unknown', code: 'gone' } }]);
    expect(world.judge.open()).toBe(0);
  });
});

describe('an array of messages', () => {
  it('continues without denied calls, whose refusals come with the answers', async () => {
    const world = open({ begin: ({ arguments: { path } }) => (path === 'bad' ? denied() : undefined) });
    world.say([call(1, { path: 'bad' }), call(2, { path: 'good' }), { jsonrpc: '2.0', id: 3, method: 'ping' }]);
    await world.sent(1);
    expect(world.atServer()).toEqual([[call(2, { path: 'good' }), { jsonrpc: '2.0', id: 3, method: 'ping' }]]);
    world.answer([textResult(2), { jsonrpc: '2.0', id: 3, result: {} }]);
    await world.told(1);
    const [answers] = world.atClient();
    expect(answers.map(({ id }: { id: number }) => id)).toEqual([2, 3, 1]);
    expect(answers[2].result.isError).toBe(true);
  });

  it('is answered at once when all calls are denied', async () => {
    const world = open({ begin: () => denied() });
    world.say([call(1), call(2)]);
    await world.told(1);
    expect([world.server, world.atClient()[0].length]).toEqual([[], 2]);
  });

  it('loses no answer when they arrive one by one', async () => {
    const world = open({ begin: ({ arguments: { path } }) => (path === 'bad' ? denied() : undefined) });
    world.say([call(1, { path: 'bad' }), call(2)]);
    await world.sent(1);
    world.answer(textResult(2));
    await world.told(2);
    expect(world.atClient().map(({ id }) => id)).toEqual([2, 1]);
  });
});

describe('a list of tools', () => {
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  const tool = (name: string, description: string) => ({ name, description, inputSchema: { type: 'object' } });
  const answer = (tools: unknown) => ({ jsonrpc: '2.0', id: 1, result: { tools, nextCursor: 'n' } });
  const text = (each: string) => (each.includes('ATTACK') ? ['attack'] : []);

  it('leaves out tools with denied texts, at any place, and asks once about each', async () => {
    const world = open({ text });
    const hidden = { ...tool('c', 'fine'), inputSchema: { properties: { a: { description: 'ATTACK' } } } };
    for (const count of [1, 2]) {
      world.say(list);
      world.answer(answer([tool('a', 'fine'), tool('b', 'ATTACK'), hidden, 'no tool']));
      await world.told(count);
    }
    expect(world.atClient()[1].result).toEqual({ tools: [tool('a', 'fine')], nextCursor: 'n' });
    expect(world.judge.read).toHaveLength(1);
    expect(world.judge.read[0]).toMatchObject({ caller: { agent_id: 'clerk' }, server: 'files', of: 'definitions' });
    expect(world.notes[0]).toContain('b, c');
  });

  it('passes unchanged when it has no finding', async () => {
    const world = open({ text });
    world.say(list);
    const line = JSON.stringify(answer([tool('a', 'fine')])).replace(',', ' , ');
    world.answer(line);
    await world.told(1);
    expect(world.client).toEqual([line]);
  });

  it('is not shown without a judge', async () => {
    const world = open({ text: judgeAway });
    world.say(list);
    world.answer(answer([tool('a', 'fine')]));
    await world.told(1);
    expect(world.atClient()[0]).toMatchObject({ id: 1, error: { code: -32013 } });
  });
});

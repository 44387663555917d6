/** `/v1/responses` between the official client and a model server, in every stream mode. */
import OpenAI from 'openai';
import { afterEach, describe, expect, it } from 'vitest';
import { startTestGateway, type TestGateway, type TestGatewayOptions } from '../support/gateway.ts';
import { type ModelServer, sendEvents, sendJson, startModelServer } from '../support/model-server.ts';
import { provenEvidence } from '../support/windows.ts';

const textItem = (text: string) => ({
  type: 'message',
  id: 'msg_1',
  status: 'completed',
  role: 'assistant',
  content: [{ type: 'output_text', text, annotations: [] }],
});
const callItem = (to: string) => ({
  type: 'function_call',
  id: 'fc_1',
  call_id: 'call_1',
  name: 'send',
  arguments: JSON.stringify({ to }),
  status: 'completed',
});
const thought = { type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text', text: 'I think.' }] };
const answerOf = (output: readonly object[]) => ({
  id: 'resp_1',
  object: 'response',
  created_at: 1_763_900_000,
  model: 'gpt-4o',
  status: 'completed',
  error: null,
  incomplete_details: null,
  instructions: null,
  metadata: {},
  parallel_tool_calls: true,
  temperature: 1,
  tool_choice: 'auto',
  tools: [],
  top_p: 1,
  usage: {
    input_tokens: 1,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 2,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 3,
  },
  output,
});

/** The events of a model server: the text comes in pieces, everything else whole. */
function eventsOf(output: readonly object[], pieces: readonly string[]): string[] {
  let number = 0;
  const event = (type: string, rest: object) =>
    `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: number++, ...rest })}\n\n`;
  const answer = answerOf(output);
  const empty = { ...answer, status: 'in_progress', output: [], usage: null };
  const items = output.flatMap((item, index) => {
    const at = { item_id: 'msg_1', output_index: index, content_index: 0 };
    const isText = 'content' in item;
    const part = { type: 'output_text', text: '', annotations: [] };
    const text = pieces.join('');
    return [
      event('response.output_item.added', { output_index: index, item: isText ? { ...item, content: [] } : item }),
      ...(isText
        ? [
            event('response.content_part.added', { ...at, part }),
            ...pieces.map((delta) => event('response.output_text.delta', { ...at, delta, logprobs: [] })),
            event('response.output_text.done', { ...at, text, logprobs: [] }),
            event('response.content_part.done', { ...at, part: { ...part, text } }),
          ]
        : []),
      event('response.output_item.done', { output_index: index, item }),
    ];
  });
  return [
    event('response.created', { response: empty }),
    event('response.in_progress', { response: empty }),
    ...items,
    event('response.completed', { response: answer }),
  ];
}

let gateway: TestGateway;
let model: ModelServer;

async function start(env: Record<string, string> = {}, options: TestGatewayOptions = {}): Promise<OpenAI> {
  model = await startModelServer();
  gateway = await startTestGateway({ ...options, env: { GATEWAY_UPSTREAM_URL: model.url, ...env } });
  return new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: 'any', maxRetries: 0 });
}

function answerWith(output: readonly object[], pieces: readonly string[] = []): void {
  model.answerWith(({ body }, response) => {
    if (JSON.parse(body).stream === true) sendEvents(response, eventsOf(output, pieces));
    else sendJson(response, answerOf(output));
  });
}

afterEach(async () => {
  await gateway.dispose();
  await model.close();
});

const call = { model: 'gpt-4o', input: 'Hi' };

it('goes to the model server as it was judged: items, tools and instructions redacted', async () => {
  const openai = await start();
  answerWith([textItem('Hello.')]);
  await openai.responses.create({
    model: 'gpt-4o',
    instructions: 'Be kind.',
    tools: [{ type: 'function', name: 'send', parameters: { type: 'object' }, strict: true }],
    input: [
      { role: 'user', content: 'Call PRIVATE1' },
      { type: 'function_call', call_id: 'call_1', name: 'send', arguments: '{"to":"PRIVATE2"}' },
      { type: 'function_call_output', call_id: 'call_1', output: 'sent to PRIVATE3' },
    ],
  });
  const [{ path, body } = { path: '', body: '{}' }] = model.seen;
  expect(path).toBe('/v1/responses');
  expect(JSON.parse(body)).toMatchObject({
    instructions: 'Be kind.',
    input: [
      { content: 'Call [REDACTED:private]' },
      { arguments: '{"to":"[REDACTED:private]"}', call_id: 'call_1' },
      { output: 'sent to [REDACTED:private]' },
    ],
  });
  expect(await provenEvidence(gateway)).toMatchObject([
    { enforced: 'allow', model_id: 'gpt-4o', redacted_request_hash: expect.any(String) },
  ]);
});

it('gives structured output and the calls of tools, redacted, to the client that parses them', async () => {
  const openai = await start();
  answerWith([thought, textItem('{"name":"Ann"}'), callItem('PRIVATE1')]);
  const parsed = await openai.responses.parse({
    ...call,
    text: { format: { type: 'json_schema', name: 'person', schema: { type: 'object' } } },
    tools: [{ type: 'function', name: 'send', parameters: { type: 'object' }, strict: true }],
  });
  expect(parsed.output_text).toBe('{"name":"Ann"}');
  expect(parsed.output[2]).toMatchObject({ call_id: 'call_1', arguments: '{"to":"[REDACTED:private]"}' });
});

it.each([
  ['a text', [textItem('ATTACK')]],
  ['the arguments of a call', [callItem('ATTACK')]],
  ['a summary of its reasoning', [{ ...thought, summary: [{ type: 'summary_text', text: 'ATTACK' }] }]],
  ['the work of a tool of the provider', [{ type: 'code_interpreter_call', id: 'ci_1', code: 'ATTACK' }]],
  ['an item of an unknown kind', [{ type: 'hologram', says: 'ATTACK' }]],
])('is denied for what %s says', async (_name, output) => {
  const openai = await start();
  answerWith(output);
  const denied = { status: 403, code: 'policy_denied', error: { evidence_id: expect.any(String) } };
  await expect(openai.responses.create(call)).rejects.toMatchObject(denied);
});

it('reaches no model server where it names, or asks for, what nobody judges', async () => {
  const openai = await start();
  for (const rest of [{ prompt: { id: 'pmpt_1' } }, { background: true }, { conversation: 'conv_1' }]) {
    await expect(openai.responses.create({ ...call, ...rest })).rejects.toMatchObject({ status: 400 });
  }
  const tools = [{ type: 'code_interpreter' as const, container: { type: 'auto' as const } }];
  await expect(openai.responses.create({ ...call, tools })).rejects.toMatchObject({ status: 403 });
  expect(model.seen).toHaveLength(0);
});

const modes: readonly (readonly [string, Record<string, string>])[] = [
  ['buffer', {}],
  ['window', { GATEWAY_STREAM_MODE: 'window' }],
  ['pass', { GATEWAY_STREAM_MODE: 'pass', GATEWAY_MODE: 'observe' }],
];

describe.each(modes)('a stream in mode %s', (mode, env) => {
  it('of which the last event has more than 1 MiB arrives whole', async () => {
    const openai = await start(env);
    const long = 'word '.repeat(250_000);
    answerWith([callItem(long)]);
    const final = await openai.responses.stream(call).finalResponse();
    expect(final.output[0]).toMatchObject({ arguments: JSON.stringify({ to: long }) });
  });

  it('is read by the official client, in order', async () => {
    const openai = await start(env);
    answerWith([thought, textItem('One sentence. Two.'), callItem('Ann')], ['One sen', 'tence. ', 'Two.']);
    const numbers: number[] = [];
    const stream = openai.responses.stream(call).on('event', (event) => numbers.push(event.sequence_number));
    const final = await stream.finalResponse();
    expect(numbers).toEqual(numbers.map((_, at) => at));
    expect(final).toMatchObject({ id: 'resp_1', status: 'completed', output_text: 'One sentence. Two.' });
    expect(final.output[2]).toMatchObject({ name: 'send', arguments: '{"to":"Ann"}' });
    expect((await provenEvidence(gateway)).at(-1)).toMatchObject({ enforced: 'allow' });
  });

  it('with something to redact or deny is redacted or denied where the gateway enforces', async () => {
    const openai = await start({ ...env, GATEWAY_MODE: mode === 'pass' ? 'observe' : 'enforce' });
    answerWith([textItem('Call PRIVATE1 now.')], ['Call PRI', 'VATE1 now.']);
    const redacted = await openai.responses.stream(call).finalResponse();
    expect(redacted.output_text).toBe(mode === 'pass' ? 'Call PRIVATE1 now.' : 'Call [REDACTED:private] now.');
    answerWith([textItem('Well. An ATTACK.')], ['Well. An AT', 'TACK.']);
    const ended = openai.responses.stream(call).finalResponse();
    if (mode === 'pass') await expect(ended).resolves.toMatchObject({ output_text: 'Well. An ATTACK.' });
    else await expect(ended).rejects.toMatchObject({ code: 'policy_denied' });
  });
});

it('is held in pass mode too: the client gets the judged answer, not what events before it say', async () => {
  const openai = await start({ GATEWAY_STREAM_MODE: 'pass', GATEWAY_MODE: 'observe' });
  answerWith([textItem('Judged.')], ['Something else.']);
  const stream = await openai.responses.create({ ...call, stream: true });
  const events: string[] = [];
  for await (const event of stream) events.push(JSON.stringify(event));
  expect(events.join('')).toContain('Judged.');
  expect(events.join('')).not.toContain('Something else');
});

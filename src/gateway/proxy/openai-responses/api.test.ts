import { describe, expect, it } from 'vitest';
import type { SseEvent } from '../api.ts';
import { openAiResponses as api } from './api.ts';

const parse = (body: object) => api.parseRequest({ model: 'm', input: 'Hi', ...body });

function requestOf(body: object) {
  const parsed = parse(body);
  if (!parsed.ok) throw new Error(parsed.error.message);
  return parsed.request;
}

function responseOf(body: object) {
  const parsed = api.parseResponse({ output: [], ...body });
  if (!parsed.ok) throw new Error(parsed.reason);
  return parsed.response;
}

const tool = { type: 'function', name: 'f', description: 'Does it.', parameters: { type: 'object' } };
const call = { type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'f', arguments: '{"to":"\\u0053ecret"}' };
const message = (text: string, more: object = {}) => ({
  type: 'message',
  id: 'msg_1',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text, annotations: [], ...more }],
});

describe('a request', () => {
  it('gives the texts of users as input, and what instructs the model as system', () => {
    const request = requestOf({
      instructions: 'Be kind.',
      tools: [tool],
      text: { format: { type: 'json_schema', name: 'n', schema: { title: 'Schema' } } },
      input: [
        { role: 'developer', content: 'Be brief.' },
        { role: 'user', content: [{ type: 'input_text', text: 'one' }] },
        { role: 'user', content: 'two' },
      ],
    });
    expect(request.input).toBe('one\n\ntwo');
    expect(request.system).toMatch(/Be brief\.[\s\S]*Be kind\.[\s\S]*Does it\.[\s\S]*Schema/);
    expect(request.roles).toEqual(['developer', 'user', 'user']);
    expect(requestOf({ input: 'plain' }).input).toBe('plain');
  });

  it('gives calls, their results, reasoning and earlier answers as documents', () => {
    const { documents } = requestOf({
      input: [
        { type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text', text: 'I think.' }] },
        call,
        { type: 'function_call_output', call_id: 'call_1', output: [{ type: 'input_text', text: 'the result' }] },
        { type: 'custom_tool_call', call_id: 'call_2', name: 'g', input: 'go there' },
        { type: 'web_search_call', id: 'ws_1', status: 'completed', action: { type: 'search', query: 'my query' } },
        message('said before'),
      ],
    });
    const textOf = (source: string) =>
      documents
        .filter((one) => one.source === source)
        .map(({ text }) => text)
        .join('\n');
    expect(textOf('reasoning')).toBe('I think.');
    expect(textOf('tool_call')).toContain('{"to":"Secret"}');
    expect(textOf('tool_call')).toContain('go there');
    expect(textOf('tool')).toMatch(/the result[\s\S]*my query/);
    expect(textOf('assistant')).toBe('said before');
  });

  it.each<[string, object]>([
    ['background', { background: true }],
    ['conversation', { conversation: { id: 'conv_1' } }],
    ['prompt', { prompt: { id: 'pmpt_1' } }],
    ['input[0]', { input: [{ type: 'item_reference', id: 'msg_1' }] }],
    ['input[0]', { input: [{ id: 'msg_1' }] }],
    ['input[0]', { input: [{ type: null, id: 'msg_1' }] }],
  ])('that names what nobody judges here is refused with the reason: %s', (param, body) => {
    const reason = expect.stringMatching(/nobody judges/);
    expect(parse(body)).toMatchObject({ ok: false, error: { param, message: reason } });
  });

  it('is taken when such members turn nothing on', () => {
    expect(parse({ background: false, previous_response_id: null, conversation: null, prompt: null }).ok).toBe(true);
  });

  it('says which response it continues, and its id cannot be redacted away', () => {
    const request = requestOf({ previous_response_id: 'resp_1' });
    expect(request.continues).toBe('resp_1');
    expect(request.parts).toContainEqual(expect.objectContaining({ text: 'resp_1', form: 'fixed' }));
    expect(requestOf({}).continues).toBeUndefined();
  });

  it.each<[string, object]>([
    ['previous_response_id', { previous_response_id: { id: 'resp_1' } }],
    ['previous_response_id', { previous_response_id: '../files' }],
    ['input', { input: undefined }],
    ['input', { input: 7 }],
    ['input', { input: [] }],
    ['input[0]', { input: ['text'] }],
    ['input[0]', { input: [{ role: 'tool', content: 'x' }] }],
    ['input[0]', { input: [{ role: 'user' }] }],
    ['input[0]', { input: [{ role: 'user', content: [{ type: 'input_text' }] }] }],
    ['input[0]', { input: [{ type: 'additional_tools', tools: ['f'] }] }],
    ['tools', { tools: {} }],
    ['tools[0]', { tools: ['f'] }],
  ])('of another form is refused by the name of its member: %s', (param, body) => {
    expect(parse(body)).toMatchObject({ ok: false, error: { param } });
  });

  it.each<[string[], object]>([
    [
      [],
      { tools: [tool, { type: 'custom', name: 'g' }], tool_choice: 'auto', include: ['reasoning.encrypted_content'] },
    ],
    [[], { client_metadata: { turn_id: 't_1' }, tools: [{ type: 'namespace', name: 'n', tools: [tool] }] }],
    [['mcp'], { tools: [{ type: 'mcp', server_label: 'l', server_url: 'https://mcp.example' }] }],
    [['code_execution'], { tools: [{ type: 'code_interpreter', container: { type: 'auto' } }] }],
    [['code_execution'], { tools: [{ type: 'programmatic_tool_calling' }] }],
    [['web_search'], { tools: [{ type: 'web_search_2025_08_26' }] }],
    [['unknown_tool'], { tools: [{ name: 'f', parameters: {} }] }],
    [['mcp'], { input: [{ type: 'additional_tools', role: 'developer', tools: [{ type: 'mcp' }] }] }],
    [['mcp'], { input: [{ type: 'tool_search_output', tools: [{ type: 'namespace', tools: [{ type: 'mcp' }] }] }] }],
    [['mcp'], { input: [{ type: 'mcp_approval_response', approval_request_id: 'a', approve: true }] }],
    [['context_management'], { input: [{ role: 'user', content: 'x' }, { type: 'compaction_trigger' }] }],
    [['context_management'], { context_management: [{ type: 'compaction', compact_threshold: 9 }] }],
    [['unknown_member'], { input: [{ type: 'time_travel', to: 'now' }] }],
    [['unknown_member'], { run_this: true }],
  ])('names %j, which the provider would do by itself', (features, body) => {
    expect(requestOf(body).features).toEqual(features);
  });

  it('lists what no auditor can read', () => {
    const sealed = Buffer.from(Array.from({ length: 96 }, (_, at) => (at * 89) % 256)).toString('base64');
    const { uninspected } = requestOf({
      input: [
        {
          role: 'user',
          content: [
            { type: 'input_image', file_id: 'file-1' },
            { type: 'input_file', file_id: 'file-2' },
          ],
        },
        { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: sealed },
        { type: 'time_travel' },
      ],
    });
    expect(uninspected.map(({ kind }) => kind)).toEqual(['image', 'file', 'encrypted', 'unknown']);
  });

  it('is redacted in items, arguments and instructions', () => {
    const body = {
      model: 'm',
      instructions: 'a Secret',
      input: [{ role: 'user', content: [{ type: 'input_text', text: 'my Secret' }] }, call],
    };
    const { parts } = requestOf(body);
    const spans = [
      { start: 3, end: 9, type: 'X' },
      { start: 2, end: 8, type: 'X', field: 'system' as const },
      { start: 7, end: 13, type: 'X', document: 'call_1' },
    ];
    expect(api.redactRequest(body, parts, spans)).toMatchObject({
      ok: true,
      body: {
        instructions: 'a [REDACTED:X]',
        input: [{ content: [{ text: 'my [REDACTED:X]' }] }, { arguments: '{"to":"[REDACTED:X]"}', call_id: 'call_1' }],
      },
    });
  });
});

describe('an answer', () => {
  it('gives texts, reasoning, refusals, calls and the work of provider tools as output', () => {
    const { output } = responseOf({
      output: [
        { type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text', text: 'I think.' }] },
        { ...message('Hello.'), content: [...message('Hello.').content, { type: 'refusal', refusal: 'Not that.' }] },
        call,
        { type: 'code_interpreter_call', id: 'ci_1', code: 'print(1)', outputs: [{ type: 'logs', logs: 'one' }] },
      ],
    });
    expect(output).toMatch(/I think\.[\s\S]*Hello\.[\s\S]*Not that\.[\s\S]*"to":"Secret"[\s\S]*print\(1\)[\s\S]*one/);
  });

  it('gives what it repeats of the request as a document, and its error as output', () => {
    const response = responseOf({ instructions: 'Be kind.', tools: [tool], error: { code: 'c', message: 'it broke' } });
    expect(response.output).toContain('it broke');
    expect(response.output).not.toContain('Be kind');
    expect(response.documents.map(({ text }) => text).join('\n')).toMatch(/Be kind\.[\s\S]*Does it\./);
  });

  it('reads log-probabilities as a client joins them, and leaves them out when it is redacted', () => {
    const logprobs = [
      { token: 'Sec', logprob: -1 },
      { token: 'ret', logprob: -1 },
    ];
    const body = { output: [message('a Secret', { logprobs })] };
    const { parts, documents } = responseOf(body);
    expect(documents.map(({ text }) => text).join('\n')).toContain('Secret');
    const redacted = api.redactResponse(body, parts, [{ start: 2, end: 8, type: 'X' }]);
    expect(redacted).toMatchObject({ body: { output: [{ content: [{ text: 'a [REDACTED:X]', logprobs: [] }] }] } });
    expect(JSON.stringify(redacted)).not.toContain('Sec"');
  });

  it('says why it ended', () => {
    expect(responseOf({ status: 'completed' }).finish).toEqual(['completed']);
    const cut = { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } };
    expect(responseOf(cut).finish).toEqual(['max_output_tokens']);
  });

  it.each([{}, { output: 'x' }, { output: [7] }, { output: [{}] }, { output: [{ type: 'message' }] }])(
    'of another form is no answer: %j',
    (body) => {
      expect(api.parseResponse(body).ok).toBe(false);
    },
  );
});

const { stream } = api;
if (stream === null) throw new Error('this API streams');
const toEvent = (data: object): SseEvent => ({ event: null, data: JSON.stringify(data) });
const answer = {
  id: 'resp_1',
  object: 'response',
  model: 'gpt-4o',
  status: 'completed',
  output: [message('One. Two.'), call],
};
const completed = toEvent({ type: 'response.completed', sequence_number: 9, response: answer });

describe('a stream', () => {
  it('says what its last event says, whatever came before', () => {
    const delta = { type: 'response.output_text.delta', output_index: 0, content_index: 0, delta: 'hidden' };
    const result = stream.aggregate([toEvent(delta), completed]);
    expect(result).toMatchObject({ ok: true, stream: { body: answer } });
    expect(result.ok && stream.encode(result.stream.body).join('')).not.toContain('hidden');
  });

  it('takes the items from their own events where the last one leaves them out', () => {
    const items = answer.output.map((item, at) =>
      toEvent({ type: 'response.output_item.done', output_index: at, item }),
    );
    const last = toEvent({ type: 'response.completed', response: { ...answer, output: [] } });
    expect(stream.aggregate([...items.toReversed(), last])).toMatchObject({ stream: { body: answer } });
  });

  it.each<[string, readonly SseEvent[], string]>([
    ['has no last event', [toEvent({ type: 'response.created', response: answer })], 'incomplete'],
    ['goes on after it', [completed, toEvent({ type: 'response.created' })], 'malformed'],
    ['has a last event without an answer', [toEvent({ type: 'response.completed' })], 'malformed'],
    ['has an item at no index', [toEvent({ type: 'response.output_item.done', item: {} }), completed], 'malformed'],
    ['is no JSON', [{ event: null, data: 'text' }, completed], 'malformed'],
    ['holds an error', [toEvent({ type: 'error', message: 'x' }), completed], 'upstream_error'],
  ])('is refused when it %s', (_name, events, cause) => {
    expect(stream.aggregate(events)).toMatchObject({ ok: false, cause });
    const releaser = stream.createWindowReleaser();
    const steps = [...events.map((event) => releaser.push(event)), releaser.finish()];
    expect(steps.find((step) => !step.ok)).toMatchObject({ cause });
  });

  it('without its first event is one window, of which nothing is sent before its release', () => {
    const releaser = stream.createWindowReleaser();
    const step = releaser.push(completed);
    if (!step.ok) throw new Error(step.reason);
    expect(step.frames).toEqual([]);
    expect(step.windows.map(({ text }) => text)).toEqual([expect.stringContaining('One. Two.')]);
    const start = step.windows[0]?.text.indexOf('Two') ?? -1;
    const released = releaser.release(step.windows[0]?.id ?? 0, [{ start, end: start + 3, type: 'X' }]);
    expect(released).toMatchObject({ ok: true, ended: true });
    expect(released.ok && released.frames.join('')).toContain('One. [REDACTED:X].');
    expect(released.ok && released.frames.join('')).not.toContain('Two');
  });

  it('is never passed on unjudged, event by event', () => {
    expect(stream.isAlwaysHeld).toBe(true);
    expect(stream.encodeEvent(completed)).toBeUndefined();
  });

  it('is numbered without a gap', () => {
    const frames = stream.encode(answer);
    const numbers = frames.map((frame) => /"sequence_number":(\d+)/.exec(frame)?.[1]);
    expect(numbers).toEqual(frames.map((_, at) => String(at)));
  });
});

import { describe, expect, it } from 'vitest';
import type { InspectedRequest } from '../api.ts';
import { openAiChat } from './api.ts';

function inspect(body: unknown): InspectedRequest {
  const parsed = openAiChat.parseRequest(body);
  if (!parsed.ok) throw new Error(parsed.error.message);
  return parsed.request;
}

const chat = (messages: readonly unknown[], rest: object = {}) => ({ model: 'gpt-4o', messages, ...rest });
const user = (content: unknown) => ({ role: 'user', content });

describe('chat request', () => {
  it('puts user text into input, instructions and tools into system, everything else into documents', () => {
    const request = inspect(
      chat(
        [
          { role: 'system', content: 'be kind' },
          { role: 'developer', content: [{ type: 'text', text: 'be brief' }] },
          user('first'),
          {
            role: 'assistant',
            content: 'I look it up',
            reasoning_content: 'hm',
            tool_calls: [
              { id: 'call_1', type: 'function', function: { name: 'find', arguments: '{"q":"\\u0078yz"}' } },
            ],
          },
          { role: 'tool', tool_call_id: 'call_1', content: [{ type: 'text', text: 'found it' }] },
          user([{ type: 'text', text: 'second' }]),
        ],
        { tools: [{ type: 'function', function: { name: 'find', description: 'finds' } }], stream: true },
      ),
    );
    expect(request).toMatchObject({ modelId: 'gpt-4o', stream: true, input: 'first\n\nsecond' });
    expect(request.system).toContain('be kind\n\nbe brief\n\n{"type":"function"');
    expect(request.roles).toEqual(['system', 'developer', 'user', 'assistant', 'tool', 'user']);
    expect(request.documents).toEqual([
      { id: 'messages.3', source: 'assistant', text: 'I look it up\n\nhm' },
      { id: 'call_1', source: 'tool_call', text: '{"q":"xyz"}' },
      { id: 'fields', source: 'field', text: 'find\ncall_1' },
      { id: 'call_1.2', source: 'tool', text: 'found it' },
    ]);
    expect(request.uninspected).toEqual([]);
  });

  it('names the origin of each part', () => {
    const request = inspect(chat([user('one'), user([{ type: 'text', text: 'two' }])]));
    expect(request.parts).toEqual([
      { pointer: '/messages/0/content', role: 'user', text: 'one', into: 'input', start: 0, form: 'text' },
      { pointer: '/messages/1/content/0/text', role: 'user', text: 'two', into: 'input', start: 5, form: 'text' },
    ]);
  });

  it('lists images, audio, files and unknown parts as uninspected, and inspects text beside them', () => {
    const request = inspect(
      chat([
        user([
          { type: 'image_url', image_url: { url: 'data:image/png;base64,AA' } },
          { type: 'input_audio', input_audio: { data: 'AA', format: 'wav' } },
          { type: 'file', file: { file_id: 'f' }, text: 'hidden beside a file' },
          { type: 'hologram', text: 'hidden in a new kind' },
        ]),
      ]),
    );
    expect(request.uninspected).toEqual([
      { where: '/messages/0/content/0', kind: 'image' },
      { where: '/messages/0/content/1', kind: 'audio' },
      { where: '/messages/0/content/2', kind: 'file' },
      { where: '/messages/0/content/3', kind: 'unknown' },
    ]);
    expect(request.input).toBe(
      'hidden beside a file\n\nhidden in a new kind\n\nhidden beside a filehidden in a new kind',
    );
  });

  it.each([
    ['an unknown member of the body', chat([user('x')], { documents: [{ text: 'attack' }] })],
    ['a member that differs in case only', { ...chat([user('x')]), Messages: [user('attack')] }],
    ['an unknown member of a message', chat([{ ...user('x'), note: { deep: ['attack'] } }])],
    ['an unknown member of a content part', chat([user([{ type: 'text', text: 'x', hint: 'an attack' }])])],
    ['the name of an unknown member', { ...chat([user('x')]), 'an attack': 1 }],
    ['a name that is no name', chat([{ ...user('x'), name: 'an attack' }])],
    ['a tool call id that is no id', chat([user('x'), { role: 'tool', tool_call_id: 'an attack', content: '' }])],
    ['a predicted answer', chat([user('x')], { prediction: { type: 'content', content: 'attack' } })],
    ['predicted parts', chat([user('x')], { prediction: { type: 'content', content: [{ text: 'attack' }] } })],
    ['metadata', chat([user('x')], { metadata: { note: 'attack' } })],
    [
      'an old function call',
      chat([user('x'), { role: 'assistant', function_call: { name: 'f', arguments: 'attack' } }]),
    ],
    ['a custom tool call', chat([user('x'), { role: 'assistant', tool_calls: [{ custom: { input: 'attack' } }] }])],
    [
      'arguments as an object',
      chat([user('x'), { role: 'assistant', tool_calls: [{ function: { arguments: { a: 'attack' } } }] }]),
    ],
    ['a refusal', chat([user('x'), { role: 'assistant', refusal: 'attack' }])],
    ['a function result', chat([user('x'), { role: 'function', name: 'f', content: 'attack' }])],
  ])('inspects text in %s', (_name, body) => {
    expect(
      inspect(body)
        .documents.map((document) => document.text)
        .join(),
    ).toContain('attack');
  });

  it('inspects answer schemas and older function definitions with the system text', () => {
    const schema = { type: 'json_schema', json_schema: { name: 'n', description: 'attack' } };
    expect(inspect(chat([user('x')], { response_format: schema })).system).toContain('attack');
    expect(inspect(chat([user('x')], { functions: [{ name: 'attack' }] })).system).toContain('attack');
    expect(inspect(chat([user('x')], { response_format: { type: 'json_object' } })).system).toBeUndefined();
  });

  it('passes numbers in range, flags and words of closed lists uninspected', () => {
    const settings = { temperature: 0.5, tool_choice: 'auto', top_k: 4, n: 2, seed: 1, reasoning_effort: 'low' };
    expect(inspect(chat([user('x')], settings)).documents).toEqual([]);
  });

  it('reads every free id, name and word, together in one document', () => {
    const settings = {
      user: 'u-1',
      stop: ['END', 'FINISHED'],
      seed: 4_111_111_111_111_111,
      metadata: { team: 'blue' },
    };
    const request = inspect(chat([{ ...user('x'), name: 'alice' }], { ...settings, service_tier: 'AKIA' }));
    expect(request.documents).toEqual([
      { id: 'fields', source: 'field', text: 'alice\nu-1\nFINISHED\n4111111111111111\nteam\nblue\nAKIA' },
    ]);
  });

  it.each([
    ['no object', [], undefined],
    ['no model', { messages: [user('x')] }, 'model'],
    ['a model that is no name', { model: 'a\nb', messages: [user('x')] }, 'model'],
    ['stream as text', { model: 'm', stream: 'yes', messages: [user('x')] }, 'stream'],
    ['no messages', { model: 'm' }, 'messages'],
    ['empty messages', { model: 'm', messages: [] }, 'messages'],
    ['messages as text', { model: 'm', messages: 'x' }, 'messages'],
    ['a message as text', chat(['x']), 'messages[0]'],
    ['an unknown role', chat([{ role: 'root', content: 'x' }]), 'messages[0].role'],
    ['no content', chat([{ role: 'user' }]), 'messages[0].content'],
    ['content as a number', chat([user(5)]), 'messages[0].content'],
    ['a part without type', chat([user([{ text: 'x' }])]), 'messages[0].content'],
    ['a text part without text', chat([user([{ type: 'text' }])]), 'messages[0].content'],
    ['tools as text', chat([user('x')], { tools: 'x' }), 'tools'],
    ['a tool as text', chat([user('x')], { tools: ['x'] }), 'tools[0]'],
    ['tool calls as text', chat([{ role: 'assistant', tool_calls: 'x' }]), 'messages[0].tool_calls'],
  ])('refuses %s before any auditor, naming the member', (_name, body, param) => {
    const parsed = openAiChat.parseRequest(body);
    expect(parsed.ok).toBe(false);
    if (!parsed.ok) expect(parsed.error.param).toBe(param);
  });

  it('bounds depth and number of parts', () => {
    const nest = (depth: number): unknown => (depth === 0 ? 'x' : [nest(depth - 1)]);
    expect(openAiChat.parseRequest(chat([user('x')], { deep: nest(63) })).ok).toBe(true);
    expect(openAiChat.parseRequest(chat([user('x')], { deep: nest(64) })).ok).toBe(false);
    expect(openAiChat.parseRequest(chat(Array(10_000).fill(user('x')))).ok).toBe(true);
    expect(openAiChat.parseRequest(chat(Array(10_001).fill(user('x')))).ok).toBe(false);
  });
});

describe('chat request redaction', () => {
  it('changes only the touched strings, in messages, documents, JSON arguments and tool definitions', () => {
    const body = chat(
      [
        user([{ type: 'text', text: 'mail a@b.c please', cache_control: { type: 'ephemeral' } }]),
        {
          role: 'assistant',
          content: null,
          tool_calls: [
            { id: 'c1', type: 'function', function: { name: 'f', arguments: '{"to":"\\u0061@b.c","n":1}' } },
          ],
        },
        { role: 'tool', tool_call_id: 'c1', content: 'sent to a@b.c' },
      ],
      { tools: [{ type: 'function', function: { name: 'f', description: 'owner a@b.c' } }], extra: 1 },
    );
    const request = inspect(body);
    const spanIn = (text: string, where: object) => {
      const start = text.indexOf('a@b.c');
      return { start, end: start + 5, type: 'EMAIL', ...where };
    };
    const spans = [
      spanIn(request.input, {}),
      spanIn(request.system ?? '', { field: 'system' }),
      ...request.documents
        .filter(({ source }) => source !== 'field')
        .map((document) => spanIn(document.text, { document: document.id })),
    ];
    const result = openAiChat.redactRequest(body, request.parts, spans);
    expect(result).toEqual({
      ok: true,
      replacements: 4,
      body: chat(
        [
          user([{ type: 'text', text: 'mail [REDACTED:EMAIL] please', cache_control: { type: 'ephemeral' } }]),
          {
            role: 'assistant',
            content: null,
            tool_calls: [
              { id: 'c1', type: 'function', function: { name: 'f', arguments: '{"to":"[REDACTED:EMAIL]","n":1}' } },
            ],
          },
          { role: 'tool', tool_call_id: 'c1', content: 'sent to [REDACTED:EMAIL]' },
        ],
        {
          tools: [{ type: 'function', function: { name: 'f', description: 'owner [REDACTED:EMAIL]' } }],
          extra: 1,
        },
      ),
    });
    expect(JSON.stringify(body)).toContain('sent to a@b.c');
  });
});

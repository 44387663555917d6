import { describe, expect, it } from 'vitest';
import type { InspectedRequest, InspectedResponse } from '../api.ts';
import { anthropicMessages } from './api.ts';

function inspect(body: unknown): InspectedRequest {
  const parsed = anthropicMessages.parseRequest(body);
  if (!parsed.ok) throw new Error(parsed.error.message);
  return parsed.request;
}

function inspectAnswer(body: unknown): InspectedResponse {
  const parsed = anthropicMessages.parseResponse(body);
  if (!parsed.ok) throw new Error(parsed.reason);
  return parsed.response;
}

const request = (messages: readonly unknown[], rest: object = {}) => ({
  model: 'claude',
  max_tokens: 9,
  messages,
  ...rest,
});
const user = (content: unknown) => ({ role: 'user', content });

describe('messages request', () => {
  it('puts user text into input, system and tools into system, everything else into documents', () => {
    const body = request(
      [
        user('first'),
        {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: 'hm', signature: 'SIG' },
            { type: 'text', text: 'I look' },
            { type: 'tool_use', id: 'tu_1', name: 'find', input: { q: 'line\nbreak' } },
          ],
        },
        user([
          { type: 'tool_result', tool_use_id: 'tu_1', content: [{ type: 'text', text: 'found' }, { type: 'image' }] },
          { type: 'document', title: 'A title', source: { type: 'text', media_type: 'text/plain', data: 'page' } },
          { type: 'search_result', source: 'https://a', title: 't', content: [{ type: 'text', text: 'hit' }] },
          { type: 'text', text: 'second' },
        ]),
      ],
      { system: [{ type: 'text', text: 'be kind' }], tools: [{ name: 'find', description: 'finds' }] },
    );
    const result = inspect(body);
    expect(result.input).toBe('first\n\nsecond');
    expect(result.system).toBe('be kind\n\n{"name":"find","description":"finds"}');
    expect(result.documents).toEqual([
      { id: 'messages.1', source: 'assistant', text: 'I look' },
      { id: 'messages.1.content.0', source: 'reasoning', text: 'hm' },
      { id: 'fields', source: 'field', text: 'SIG\ntu_1\nfind' },
      { id: 'tu_1', source: 'tool_call', text: '{"q":"line\nbreak"}' },
      { id: 'tu_1.2', source: 'tool', text: 'found' },
      { id: 'messages.2.content.1', source: 'file', text: 'A title\n\npage' },
      { id: 'messages.2.content.2', source: 'search', text: 'https://a\n\nt\n\nhit' },
    ]);
    expect(result.uninspected).toEqual([{ where: '/messages/2/content/0/content/1', kind: 'image' }]);
  });

  it('lists parts that no auditor can read', () => {
    const content = [
      { type: 'image', source: { type: 'base64', data: 'AA' } },
      { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: 'AA' } },
      { type: 'redacted_thinking', data: 'AA' },
      { type: 'hologram', text: 'seen all the same' },
    ];
    const result = inspect(request([user(content)], { mcp_servers: [{ url: 'https://x', authorization_token: 't' }] }));
    expect(result.uninspected.map(({ kind }) => kind)).toEqual([
      'image',
      'file',
      'encrypted',
      'unknown',
      'remote_tools',
      'credential',
    ]);
    expect(result.input).toBe('seen all the same');
  });

  it.each([
    ['a tool result as text', user([{ type: 'tool_result', tool_use_id: 't', content: 'attack' }])],
    [
      'a result of a server tool',
      user([{ type: 'web_search_tool_result', tool_use_id: 't', content: [{ title: 'attack' }] }]),
    ],
    ['a tool result id that is no id', user([{ type: 'tool_result', tool_use_id: 'an attack' }])],
    [
      'a document made of blocks',
      user([{ type: 'document', source: { type: 'content', content: [{ type: 'text', text: 'attack' }] } }]),
    ],
    ['a member of a message', { ...user('x'), note: 'attack' }],
    ['a member of a block', user([{ type: 'text', text: 'x', note: 'attack' }])],
    ['citations', user([{ type: 'text', text: 'x', citations: [{ cited_text: 'attack' }] }])],
  ])('inspects text in %s', (_name, message) => {
    expect(
      inspect(request([message]))
        .documents.map(({ text }) => text)
        .join(),
    ).toContain('attack');
  });

  it('inspects metadata, also in the form of an id', () => {
    expect(inspect(request([user('x')], { metadata: { user_id: 'u_1' } })).documents).toHaveLength(1);
    expect(inspect(request([user('x')], { metadata: { user_id: 'a@b.c' } })).documents).toHaveLength(1);
  });

  it.each([
    ['not an object', 'x', undefined],
    ['not a model', { messages: [user('x')] }, 'model'],
    ['no messages', { model: 'm' }, 'messages'],
    ['empty messages', request([]), 'messages'],
    ['an unknown role', request([{ role: 'tool', content: 'x' }]), 'messages.0.role'],
    ['no content', request([{ role: 'user' }]), 'messages.0.content'],
    ['a block without type', request([user([{ text: 'x' }])]), 'messages.0.content'],
    ['a text block without text', request([user([{ type: 'text' }])]), 'messages.0.content'],
    [
      'a broken block inside a tool result',
      request([user([{ type: 'tool_result', content: [5] }])]),
      'messages.0.content',
    ],
    ['system as a number', request([user('x')], { system: 5 }), 'system'],
    ['tools as text', request([user('x')], { tools: 'x' }), 'tools'],
  ])('refuses %s before any auditor, naming the member', (_name, body, param) => {
    const parsed = anthropicMessages.parseRequest(body);
    expect(parsed.ok).toBe(false);
    if (!parsed.ok) expect(parsed.error.param).toBe(param);
  });

  it('redacts inside tool inputs, keeping them objects', () => {
    const body = request([
      { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'f', input: { to: 'a@b.c', n: 4 } }] },
    ]);
    const { documents, parts } = inspect(body);
    const text = documents[0]?.text ?? '';
    const span = (word: string) => ({
      start: text.indexOf(word),
      end: text.indexOf(word) + word.length,
      type: 'X',
      document: 't',
    });
    expect(anthropicMessages.redactRequest(body, parts, [span('a@b.c'), span('4')])).toMatchObject({
      body: { messages: [{ content: [{ input: { to: '[REDACTED:X]', n: '[REDACTED:X]' } }] }] },
    });
  });
});

describe('messages answer', () => {
  it('inspects text, thinking and tool inputs', () => {
    const content = [
      { type: 'thinking', thinking: 'hm', signature: 'SIG' },
      { type: 'text', text: 'hello', citations: null },
      { type: 'tool_use', id: 't', name: 'f', input: { a: 1 } },
      { type: 'server_tool_use', id: 's', name: 'web_search', input: {} },
      { type: 'web_search_tool_result', tool_use_id: 's', content: [{ title: 'leak' }] },
    ];
    const response = inspectAnswer({ type: 'message', role: 'assistant', content, stop_reason: 'tool_use' });
    expect(response.output).toContain('hm\n\nhello\n\n{"a":1}\n\n{"type":"web_search_tool_result"');
    expect(response.finish).toEqual(['tool_use']);
  });

  it('inspects stop sequences and usage data only if they contain text', () => {
    const plain = { content: [], stop_sequence: 'END', usage: { output_tokens: 3, service_tier: 'standard' } };
    expect(inspectAnswer(plain).output).toBe('');
    expect(inspectAnswer({ ...plain, usage: { note: 'a leak' } }).output).toContain('leak');
    expect(inspectAnswer({ ...plain, stop_sequence: 'a leak' }).output).toContain('leak');
  });

  it.each([
    ['an error', { type: 'error', error: { type: 'api_error' } }],
    ['no content', { type: 'message' }],
    ['a broken block', { content: ['x'] }],
  ])('refuses %s', (_name, body) => {
    expect(anthropicMessages.parseResponse(body).ok).toBe(false);
  });
});

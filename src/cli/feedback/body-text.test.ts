import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readBodyText } from './body-text.ts';

const textOf = (body: unknown, side: 'request' | 'response') =>
  readBodyText(typeof body === 'string' ? body : JSON.stringify(body), side);

describe('the text of a request', () => {
  it.each([
    [
      'chat completions',
      {
        messages: [
          { role: 'user', content: 'a' },
          { role: 'tool', content: 'no' },
        ],
      },
      'a',
    ],
    ['messages', { system: 'no', messages: [{ role: 'user', content: [{ type: 'text', text: 'a' }] }] }, 'a'],
    ['embeddings', { input: ['a', 'b'] }, 'a\n\nb'],
    ['a claims request', { data: { input: 'a' }, phase: 'request' }, 'a'],
    ['parts that hold no text', { messages: [{ role: 'user', content: [{ type: 'image' }, 7, null] }] }, ''],
    ['no JSON', '{', ''],
  ])('is read from %s', (_name, body, text) => {
    expect(textOf(body, 'request').text).toBe(text);
  });

  it('is the judged text in the phase of a claims request', () => {
    const data = { input: 'in', output: 'out' };
    expect(textOf({ data, phase: 'response' }, 'request')).toEqual({ text: 'out', phase: 'response', places: [] });
    expect(textOf({ data, phase: 'execution' }, 'request')).toEqual({
      text: 'in\n\nout',
      phase: 'execution',
      places: [
        { id: 'input', text: 'in' },
        { id: 'output', text: 'out' },
      ],
    });
  });
});

describe("the texts beside the user's", () => {
  it.each([
    [
      'chat completions',
      {
        messages: [
          { role: 'developer', content: 's' },
          { role: 'assistant', content: 'a' },
          { role: 'tool', tool_call_id: 't1', content: [{ type: 'text', text: 'r' }] },
          { role: 'function', name: 'f', content: 'g' },
        ],
      },
      { system: 's', 'messages.1': 'a', t1: 'r', f: 'g' },
    ],
    [
      'messages',
      {
        system: [{ type: 'text', text: 's' }],
        messages: [{ role: 'user', content: [{ type: 'tool_result', tool_use_id: 'u1', content: 'r' }] }],
      },
      { system: 's', u1: 'r' },
    ],
    [
      'a claims request',
      { data: { input: 'i', metadata: { system: 's', documents: [{ id: 'd', text: 'x' }, 5] } } },
      { system: 's', d: 'x' },
    ],
  ])('of %s have the names used in spans', (_name, body, places) => {
    expect(Object.fromEntries(textOf(body, 'request').places.map(({ id, text }) => [id, text]))).toEqual(places);
  });
});

describe('the text of an answer', () => {
  const events = (...items: unknown[]) => items.map((item) => `event: x\ndata: ${JSON.stringify(item)}\n\n`).join('');

  it.each([
    ['each choice', { choices: [{ message: { content: 'a' } }, { message: { content: 'b' } }] }, 'a\n\nb'],
    ['a message', { type: 'message', content: [{ type: 'text', text: 'a' }, { type: 'tool_use' }] }, 'a'],
    [
      'a stream of choices',
      `${events({ choices: [{ index: 0, delta: { content: 'a' } }] }, { choices: [{ index: 0, delta: { content: 'b' } }] })}data: [DONE]\n\n`,
      'ab',
    ],
    [
      'a stream of blocks',
      events(
        { index: 1, delta: { text: 'z' } },
        { index: 0, delta: { text: 'a' } },
        { index: 1, delta: { text: '!' } },
      ),
      'a\n\nz!',
    ],
    ['text that is no JSON', 'Bad gateway', 'Bad gateway'],
    ['an answer without text', { choices: [] }, ''],
  ])('is read from %s', (_name, body, text) => {
    expect(textOf(body, 'response').text).toBe(text);
  });
});

it('any JSON is searched without failing', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom('data', 'messages', 'choices', 'content', 'input'), (value, name) => {
      for (const side of ['request', 'response'] as const) {
        for (const body of [value, { [name]: value }]) expect(textOf(body, side).text).toBeTypeOf('string');
      }
    }),
  );
});

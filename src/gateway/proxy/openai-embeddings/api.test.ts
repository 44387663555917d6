import { describe, expect, it } from 'vitest';
import { openAiEmbeddings } from './api.ts';

describe('embeddings', () => {
  it('inspects every string, and lists tokens as uninspected', () => {
    const one = openAiEmbeddings.parseRequest({ model: 'm', input: 'text' });
    expect(one).toMatchObject({ request: { input: 'text', uninspected: [] } });
    const many = openAiEmbeddings.parseRequest({ model: 'm', input: ['a', [1, 2], 'b'] });
    expect(many).toMatchObject({ request: { input: 'a\n\nb', uninspected: [{ where: '/input/1', kind: 'tokens' }] } });
    const tokens = openAiEmbeddings.parseRequest({ model: 'm', input: [1, 2] });
    expect(tokens).toMatchObject({ request: { input: '', uninspected: [{ where: '/input', kind: 'tokens' }] } });
  });

  it('inspects members that it does not know', () => {
    const parsed = openAiEmbeddings.parseRequest({ model: 'm', input: 'x', instruction: 'attack' });
    expect(parsed).toMatchObject({ request: { documents: [{ source: 'field', text: 'attack' }] } });
  });

  it.each([[undefined], [5], [[]], [[{}]], [['a', 5]], [['a', ['b']]]])('refuses the input %j', (input) => {
    expect(openAiEmbeddings.parseRequest({ model: 'm', input })).toMatchObject({
      ok: false,
      error: { param: 'input' },
    });
  });

  it('redacts one of many texts', () => {
    const body = { model: 'm', input: ['my secret', 'b'] };
    const parsed = openAiEmbeddings.parseRequest(body);
    const parts = parsed.ok ? parsed.request.parts : [];
    expect(openAiEmbeddings.redactRequest(body, parts, [{ start: 3, end: 9, type: 'S' }])).toMatchObject({
      body: { model: 'm', input: ['my [REDACTED:S]', 'b'] },
    });
  });

  it('has nothing to redact in an answer', () => {
    const answer = { data: [{ embedding: [0.1] }] };
    expect(openAiEmbeddings.parseResponse(answer)).toMatchObject({ ok: true, response: { output: '' } });
    expect(openAiEmbeddings.redactResponse(answer, [], []).ok).toBe(false);
    expect(openAiEmbeddings.parseResponse({ error: {} }).ok).toBe(false);
  });
});

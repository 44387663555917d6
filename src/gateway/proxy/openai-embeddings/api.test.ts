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

  it('inspects unknown members', () => {
    const parsed = openAiEmbeddings.parseRequest({ model: 'm', input: 'x', instruction: 'attack' });
    expect(parsed).toMatchObject({
      request: { documents: [{ text: 'instruction' }, { source: 'field', text: 'attack' }] },
    });
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

  it('treats numbers as tokens only in the range of tokens', () => {
    for (const input of [[4_111_111_111_111_111], [[0.5]], ['a', [-1]]]) {
      expect(openAiEmbeddings.parseRequest({ model: 'm', input })).toMatchObject({ ok: false });
    }
  });

  it('has nothing to judge in an answer of numbers, packed or not', () => {
    const packed = Buffer.from(Float32Array.from({ length: 48 }, (_, at) => at / 7 - 3).buffer).toString('base64');
    const answer = {
      object: 'list',
      data: [
        { object: 'embedding', index: 0, embedding: [0.1, -3e-8] },
        { object: 'embedding', index: 1, embedding: packed },
      ],
      model: 'text-embedding-3-small',
      usage: { prompt_tokens: 4, total_tokens: 4 },
    };
    expect(openAiEmbeddings.parseResponse(answer)).toMatchObject({
      response: { output: '', documents: [], parts: [] },
    });
    expect(openAiEmbeddings.parseResponse({ error: {} }).ok).toBe(false);
  });

  it.each<[string, object]>([
    ['a text in the place of a vector', { data: [{ embedding: 'NEEDLE in words' }] }],
    ['base64 of a text', { data: [{ embedding: Buffer.from('zzz NEEDLE zzzzz').toString('base64') }] }],
    ['a text among numbers', { data: [{ embedding: [0.5, 'NEEDLE'] }] }],
    ['a member of a vector', { data: [{ embedding: [0.5], note: 'NEEDLE' }] }],
    ['the id of an answer', { data: [], id: 'NEEDLE' }],
    ['the model of an answer', { data: [], model: 'NEEDLE' }],
    ['usage', { data: [], usage: { NEEDLE: 1 } }],
  ])('reads %s', (_name, answer) => {
    const parsed = openAiEmbeddings.parseResponse(answer);
    if (!parsed.ok) throw new Error(parsed.reason);
    const { output, documents } = parsed.response;
    const seen = [output, ...documents.map(({ text }) => text)].join();
    expect(seen).toMatch(new RegExp(`NEEDLE|${Buffer.from('zzz NEEDLE').toString('base64').slice(0, 8)}`));
  });

  const spelled = 'Call me on 4539 5787 6362 1486.';
  const codes = [...spelled].map((char) => char.charCodeAt(0));
  const pack = (numbers: readonly number[]) => Buffer.from(Float32Array.from(numbers).buffer).toString('base64');
  it.each([
    ['the numbers of its letters', codes],
    ['its bytes as packed floats', Buffer.from(spelled.padEnd(160, '0')).toString('base64')],
    ['its bytes in base64', Buffer.from(spelled).toString('base64')],
    ['packed floats that are its letters', pack(codes.concat(codes))],
    ['one of several vectors', [[0.5, 0.25], codes]],
  ])('reads a text in place of a vector as %s', (_name, embedding) => {
    const parsed = openAiEmbeddings.parseResponse({ data: [{ object: 'embedding', index: 0, embedding }] });
    expect(parsed.ok && parsed.response.output).toContain(spelled);
  });

  it('reads integers that no vector has', () => {
    const parsed = openAiEmbeddings.parseResponse({ data: [{ embedding: [4539, 5787, 6362, 1486] }] });
    expect(parsed).toMatchObject({ response: { output: '[4539,5787,6362,1486]' } });
  });

  it.each([
    ['floats', [0.0123, -0.5, 1, 0, 12.25]],
    ['bytes', [-128, 127, 64, 65, 66, -3]],
    ['unsigned bytes', [255, 0, 64, 65, 200]],
    ['packed floats', pack(Array.from({ length: 64 }, (_, at) => Math.sin(at) / 8))],
  ])('reads nothing of a vector of %s', (_name, embedding) => {
    const parsed = openAiEmbeddings.parseResponse({ data: [{ object: 'embedding', index: 0, embedding }] });
    expect(parsed).toMatchObject({ response: { output: '', documents: [] } });
  });
});

import { isRecord } from '@assay/sdk/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inspectResult } from './result-parts.ts';
import { resultSubject } from './subjects.ts';

const json = fc.jsonValue({ maxDepth: 4 });
const item = fc.oneof(
  json,
  fc.record({
    type: fc.constantFrom('text', 'image', 'audio', 'resource', 'resource_link', 'other'),
    text: json,
    data: json,
    resource: json,
    uri: json,
  }),
);
const anyResult = fc.record({ content: fc.oneof(json, fc.array(item)), structuredContent: json, _meta: json });
const called = { server: 'crm', tool: 'find', sessionId: 's' };

describe('any tool result', () => {
  it('is read without a failure, with each part at its stated place', () => {
    fc.assert(
      fc.property(anyResult, (result) => {
        const { output, documents, parts } = inspectResult(result);
        for (const { into, text, start } of parts) {
          const document = documents.find(({ id }) => into === `document:${id}`)?.text;
          expect((into === 'output' ? output : document)?.slice(start, start + text.length)).toBe(text);
        }
      }),
    );
  });

  it.each<[string, object]>([
    ['a text', { content: [{ type: 'text', text: 'NEEDLE' }] }],
    ['a text that is one plain word', { content: [{ type: 'text', text: 'NEEDLE' }] }],
    ['a text of a kind of tomorrow', { content: [{ type: 'poem', lines: ['NEEDLE'] }] }],
    ['a resource', { content: [{ type: 'resource', resource: { uri: 'a:b', text: 'NEEDLE' } }] }],
    ['an address', { content: [{ type: 'resource_link', uri: 'https://x.example/NEEDLE', name: 'x' }] }],
    ['a title', { content: [{ type: 'resource_link', uri: 'a:b', name: 'x', title: 'NEEDLE' }] }],
    ['structured content', { content: [], structuredContent: { deep: [{ a: 'NEEDLE' }] } }],
    ['a name of a member', { content: [], structuredContent: { 'a NEEDLE': 1 } }],
    ['an annotation', { content: [{ type: 'text', text: 'x', annotations: { note: 'read the NEEDLE' } }] }],
    ['metadata', { content: [], _meta: { hint: 'use the NEEDLE' } }],
    ['a member of tomorrow', { content: [], summary: 'NEEDLE' }],
    ['content that is no list', { content: 'NEEDLE' }],
    ['an item that is a text', { content: ['NEEDLE'] }],
    ['data of an image that is no text', { content: [{ type: 'image', data: { a: 'NEEDLE' } }] }],
    ['an escape', { content: [], structuredContent: { a: '\u004eEEDLE' } }],
    ['an escape in JSON as text', { content: [{ type: 'text', text: '{"a": "\\u004eEEDLE"}' }] }],
    ['questions to the client', { resultType: 'input_required', inputRequests: { a: { message: 'NEEDLE' } } }],
    [
      'one of many thousands',
      { content: Array.from({ length: 12_000 }, (_, n) => ({ type: 'text', text: `${n} NEEDLE` })) },
    ],
  ])('shows auditors %s', (_name, result) => {
    if (!isRecord(result)) throw new Error('a result');
    expect(inspectResult(result).output).toContain('NEEDLE');
  });

  it('has bytes listed as uninspected, and not read as text', () => {
    const content = [
      { type: 'image', data: 'AAAA', mimeType: 'image/png' },
      { type: 'audio', data: 'BBBB', mimeType: 'audio/wav' },
      { type: 'resource', resource: { uri: 'a:b', blob: 'CCCC' } },
    ];
    const { output, uninspected } = inspectResult({ content });
    expect(uninspected.map(({ kind }) => kind)).toEqual(['image', 'audio', 'file']);
    expect(output).toBe('a:b');
  });

  it('stays JSON after redaction, even as text with escapes', () => {
    const result = { content: [{ type: 'text', text: '{"a":"\\u004eEEDLE,\\n \\"quoted\\"","n":1}' }] };
    const inspected = inspectResult(result);
    const start = inspected.output.indexOf('NEEDLE');
    expect(inspected.output).toContain('"quoted"');
    const redacted = resultSubject(result, inspected, called).redact([{ start, end: start + 6, type: 'needle' }]);
    const text = '{"a":"[REDACTED:needle],\\n \\"quoted\\"","n":1}';
    expect(redacted).toMatchObject({ ok: true, body: { content: [{ type: 'text', text }] } });
  });

  it('is read both literally and with decoded escapes when it is no JSON', () => {
    const text = '{not JSON \\u004e}';
    expect(inspectResult({ content: [{ type: 'text', text }] }).output).toBe(`${text}\n\n{not JSON N}`);
  });

  it('changes only in its redacted parts', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 1, maxLength: 5 }), fc.nat(4), (texts, at) => {
        const index = at % texts.length;
        const content = texts.map((text, n) => ({ type: 'text', text: n === index ? 'NEEDLE' : `x${text}` }));
        const result = { content, isError: false };
        const inspected = inspectResult(result);
        const part = inspected.parts.find(({ pointer }) => pointer === `/content/${index}/text`);
        const start = part?.start ?? -1;
        const redacted = resultSubject(result, inspected, called).redact([{ start, end: start + 6, type: 'needle' }]);
        const expected = content.map((one, n) => (n === index ? { ...one, text: '[REDACTED:needle]' } : one));
        expect(redacted).toMatchObject({ ok: true, body: { content: expected, isError: false } });
      }),
    );
  });
});

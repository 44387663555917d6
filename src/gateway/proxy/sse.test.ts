import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SseEvent, SseOptions } from './api.ts';
import { createSseDecoder, sseComment, sseFrame } from './sse.ts';

type Outcome = { readonly events: readonly SseEvent[]; readonly failed: string | undefined };

function decode(chunks: readonly Uint8Array[], limits?: SseOptions): Outcome {
  const decoder = createSseDecoder(limits);
  const events: SseEvent[] = [];
  for (const step of [...chunks.map((chunk) => () => decoder.push(chunk)), () => decoder.finish()]) {
    const result = step();
    if (!result.ok) return { events, failed: result.reason };
    events.push(...result.events);
  }
  return { events, failed: undefined };
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const decodeText = (text: string, limits?: SseOptions): Outcome => decode([bytes(text)], limits);

describe('SSE decoder', () => {
  it('reads events, names, multi-line data, comments and every kind of line end', () => {
    const { events } = decodeText(
      '\uFEFF: hi\r\nevent: a\r\ndata: 1\r\ndata:2\r\n\r\nid: 7\rdata\r\rretry: 5\n\ndata:  x\n\n',
    );
    expect(events).toEqual([
      { event: 'a', data: '1\n2' },
      { event: null, data: '' },
      { event: null, data: ' x' },
    ]);
  });

  it('reads the same byte by byte, including a split CR LF pair', () => {
    const all = bytes('event: a\r\ndata: ä\r\n\r\nevent: b\r\ndata: 2\r\n\r\n');
    expect(decode([...all].map((byte) => Uint8Array.of(byte))).events).toEqual([
      { event: 'a', data: 'ä' },
      { event: 'b', data: '2' },
    ]);
  });

  it('gives the last event of a stream without its final blank line', () => {
    expect(decodeText('data: [DONE]').events).toEqual([{ event: null, data: '[DONE]' }]);
    expect(decodeText('data: [DONE]\n').events).toEqual([{ event: null, data: '[DONE]' }]);
  });

  it('refuses bytes that are not UTF-8, also at the very end', () => {
    expect(decode([bytes('data: a'), Uint8Array.of(0xff), bytes('\n\n')]).failed).toContain('UTF-8');
    expect(decode([bytes('data: a\n\n'), Uint8Array.of(0xe2, 0x82)]).failed).toContain('UTF-8');
  });

  it.each(['text/event-stream; charset=utf-16', 'text/event-stream; charset=utf-8; charset=latin1'])(
    'refuses a stream in another charset: %s',
    (contentType) => {
      expect(decodeText('data: a\n\n', { contentType }).failed).toContain('UTF-8');
      expect(decodeText('data: a\n\n', { contentType: 'text/event-stream;charset="UTF-8"' }).failed).toBeUndefined();
    },
  );

  it('refuses a line that is no field', () => {
    expect(decodeText('{"choices":[]}\n\n').failed).toContain('not a server-sent event field');
  });

  it('refuses an event or a stream past its limit, for any split', () => {
    expect(decodeText(`data: ${'x'.repeat(100)}\n\n`, { maxEventBytes: 50 }).failed).toContain('larger than 50');
    expect(decodeText('data: x\n'.repeat(20), { maxEventBytes: 50 }).failed).toContain('larger than 50');
    expect(decode(Array(100).fill(bytes('x')), { maxEventBytes: 50 }).failed).toContain('larger than 50');
    expect(decodeText('data: x\n\n'.repeat(20), { maxTotalBytes: 50 }).failed).toContain('larger than 50');
    expect(decodeText('data: x\n\n'.repeat(20), { maxEventBytes: 50 }).failed).toBeUndefined();
  });

  it('stays failed after a failure', () => {
    const decoder = createSseDecoder();
    decoder.push(bytes('nonsense\n'));
    expect(decoder.push(bytes('data: ok\n\n')).ok).toBe(false);
    expect(decoder.finish().ok).toBe(false);
  });

  it('decodes the same for any chunk boundaries', () => {
    const piece = fc.constantFrom(
      'data: ä€😀',
      'data:',
      'event: e',
      ': c',
      '\n',
      '\r',
      '\r\n',
      '\n\n',
      'bad',
      '\uFEFF',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), fc.array(fc.nat(), { maxLength: 20 }), (pieces, cuts) => {
        const all = bytes(pieces.join(''));
        const points = [...new Set(cuts.map((cut) => cut % (all.length + 1)))].sort((a, b) => a - b);
        const chunks = [0, ...points].map((from, index) => all.slice(from, points[index] ?? all.length));
        const whole = decode([all]);
        const cut = decode(chunks);
        expect(cut.failed).toEqual(whole.failed);
        if (whole.failed === undefined) expect(cut.events).toEqual(whole.events);
      }),
    );
  });
});

describe('SSE frames', () => {
  it('read back as the written event', () => {
    const lines = fc.string({ unit: fc.constantFrom('a', ' ', ':', '\n', '€') });
    fc.assert(
      fc.property(fc.option(fc.constantFrom('error', 'message_stop')), lines, (event, data) => {
        expect(decodeText(sseFrame(event, data)).events).toEqual([{ event, data }]);
      }),
    );
  });

  it('cannot be escaped by a comment or an event name', () => {
    expect(decodeText(sseComment('a\ndata: b\r\n\r\ndata: c')).events).toEqual([]);
    expect(sseFrame('x\ndata: evil', '1')).toBe('data: 1\n\n');
  });
});

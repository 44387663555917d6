import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSseDecoder } from '../proxy/sse.ts';
import { notingFacts, toAnswerFacts } from './answer-facts.ts';
import type { AnswerFacts } from './call-watch.ts';

const bytes = (text: string) => Buffer.from(text, 'utf8');

describe('facts of an answer', () => {
  it.each([
    ['chat completions', { prompt_tokens: 3, completion_tokens: 4 }],
    ['messages', { input_tokens: 3, output_tokens: 4 }],
  ])('are read from %s', (_name, usage) => {
    const facts = { status: 200, finish: 'stop', inputTokens: 3, outputTokens: 4 };
    expect(toAnswerFacts(200, { usage }, ['stop', 'length'])).toEqual(facts);
  });

  it.each([
    [
      'chat completions',
      ['{"choices":[{"delta":{},"finish_reason":"length"}]}', '{"usage":{"prompt_tokens":1,"completion_tokens":2}}'],
    ],
    [
      'messages',
      [
        '{"type":"message_start","message":{"usage":{"input_tokens":1,"output_tokens":1}}}',
        '{"type":"message_delta","delta":{"stop_reason":"length"},"usage":{"output_tokens":2}}',
      ],
    ],
    [
      'responses',
      [
        '{"type":"response.created","response":{"status":"in_progress","usage":null}}',
        '{"type":"response.incomplete","response":{"status":"incomplete","incomplete_details":{"reason":"length"},"usage":{"input_tokens":1,"output_tokens":2}}}',
      ],
    ],
  ])('of a stream of %s are noted as it passes, for any cut', (_name, events) => {
    const stream = bytes(events.map((data) => `data: ${data}\n\n`).join(''));
    fc.assert(
      fc.property(fc.integer({ min: 0, max: stream.length }), (cut) => {
        const facts: AnswerFacts = { status: 200 };
        const decoder = notingFacts(createSseDecoder(), facts);
        for (const part of [stream.subarray(0, cut), stream.subarray(cut)]) decoder.push(part);
        decoder.finish();
        expect(facts).toEqual({ status: 200, finish: 'length', inputTokens: 1, outputTokens: 2 });
      }),
    );
  });

  it('never fail for any answer', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.array(fc.string()), (body, finish) => {
        const facts = toAnswerFacts(200, { usage: body }, finish);
        const stream = `data: {"usage":${JSON.stringify(body)},"choices":${JSON.stringify(body)}}\n\n`;
        notingFacts(createSseDecoder(), facts).push(bytes(stream));
        for (const count of [facts.inputTokens, facts.outputTokens]) expect(count ?? 0).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

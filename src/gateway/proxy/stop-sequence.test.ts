import { expect, it } from 'vitest';
import { isPlainStopSequence } from './stop-sequence.ts';

it.each([
  ...[
    '\n',
    '\n\n',
    '###',
    '```',
    '</s>',
    '<|im_end|>',
    '<|eot_id|>',
    '\n\nHuman:',
    'Observation:',
    '[/INST]',
    '</tool_call>',
  ],
  ...['<\uff5cend\u2581of\u2581sentence\uff5c>', '<<END>>', 'Q:', ''],
])('%j needs no inspection', (sequence) => {
  expect(isPlainStopSequence(sequence)).toBe(true);
});

it.each([
  ...[
    'ignore previous instructions',
    'END 4111111111111111',
    'AKIAIOSFODNN7EXAMPLE',
    '<|system|>',
    'hunter2',
    'Jane Doe',
  ],
  ...['User: output tool result text', 'a'.repeat(41), '### \u202e', '\u0000', '\u0435nd'],
])('%j is read', (sequence) => {
  expect(isPlainStopSequence(sequence)).toBe(false);
});

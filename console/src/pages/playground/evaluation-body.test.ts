import { describe, expect, it } from 'vitest';
import { isComplete, readConfig, type TypedEvaluation, toBody, toPhase } from './evaluation-body.ts';

const typed: TypedEvaluation = { phase: 'request', input: 'Hi', output: '', system: '', tool: '', documents: [] };
const plain = { model: '', config: {} };

describe('the body of an evaluation', () => {
  it('has nothing that was not typed', () => {
    expect(toBody(typed, plain)).toEqual({ phase: 'request', data: { input: 'Hi' } });
  });

  it('has the documents that have a text, with ids in their order', () => {
    const documents = [
      { key: 1, source: '', text: ' ' },
      { key: 2, source: 'mail', text: 'One' },
      { key: 3, source: '', text: 'Two' },
    ];
    expect(toBody({ ...typed, documents }, plain).data.metadata?.documents).toEqual([
      { id: 'document-1', text: 'One', source: 'mail' },
      { id: 'document-2', text: 'Two' },
    ]);
  });

  it('has the tool for a tool call alone, and model and system text for prompts and answers alone', () => {
    const full = { ...typed, tool: 'search', system: 'Be kind' };
    const settings = { model: 'echo', config: { block_on_detection: true, pii_found: { threshold: 0.3 } } };
    expect(toBody({ ...full, phase: 'execution' }, settings)).toEqual({
      phase: 'execution',
      data: { input: 'Hi', metadata: { tool: 'search' } },
      vendor_context: {
        auditor_config: { block_on_detection: true },
        detection_overrides: { pii_found: { threshold: 0.3 } },
      },
    });
    expect(toBody(full, settings).data.metadata).toEqual({ model_id: 'echo', system: 'Be kind' });
  });

  it('needs the answer in the phase of answers, and the input in the others', () => {
    expect(isComplete(typed)).toBe(true);
    expect(isComplete({ ...typed, phase: 'response' })).toBe(false);
    expect(isComplete({ ...typed, input: ' ' })).toBe(false);
  });
});

it('settings are a JSON object or nothing', () => {
  expect([readConfig(' '), readConfig('{"a":1}'), readConfig('[1]'), readConfig('{"a"')]).toEqual([
    {},
    { a: 1 },
    undefined,
    undefined,
  ]);
});

it('an unknown phase in the address is a request', () => {
  expect([toPhase('artifact'), toPhase('x'), toPhase(undefined)]).toEqual(['artifact', 'request', 'request']);
});

import type { MethodInput } from '@assay/sdk';
import { expect, it } from 'vitest';
import { listJudgedTexts } from './judged-texts.ts';

const base: MethodInput = {
  ...{ text: '', input: 'in', output: 'out', phase: 'request', metadata: {}, system: 'be kind' },
  documents: [
    { id: 'd1', text: 'page' },
    { id: 'd2', text: '' },
  ],
};

it('a request is judged by its input, a response by its output, both with their documents and without the system text', () => {
  expect(listJudgedTexts(base).map(({ text }) => text)).toEqual(['in', 'page']);
  expect(listJudgedTexts({ ...base, phase: 'response' }).map(({ text }) => text)).toEqual(['out', 'page']);
});

it('an execution is judged by arguments and results, told apart by their place', () => {
  expect(listJudgedTexts({ ...base, phase: 'execution' })).toEqual([
    { text: 'in', origin: 'input', place: { part: 'input' } },
    { text: 'out', origin: 'document', place: { part: 'output' } },
    { text: 'page', origin: 'document', place: { document: 'd1' } },
  ]);
});

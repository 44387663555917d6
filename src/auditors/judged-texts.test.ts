import type { MethodInput } from '@assay/sdk';
import { expect, it } from 'vitest';
import { listJudgedTexts } from './judged-texts.ts';

const base: MethodInput = {
  text: '',
  input: 'in',
  output: 'out',
  phase: 'request',
  metadata: {},
  system: 'be kind',
  documents: [
    { id: 'd1', text: 'page' },
    { id: 'd2', text: '' },
  ],
};

it('a request is judged by its input and its system text, a response by its output, both with their documents', () => {
  expect(listJudgedTexts(base)).toEqual([
    { text: 'in', origin: 'input', place: {} },
    { text: 'be kind', origin: 'document', place: { field: 'system' } },
    { text: 'page', origin: 'document', place: { document: 'd1' } },
  ]);
  expect(listJudgedTexts({ ...base, phase: 'response' }).map(({ text }) => text)).toEqual(['out', 'page']);
});

it('an execution is judged by arguments and results, distinguished by their place', () => {
  expect(listJudgedTexts({ ...base, phase: 'execution' })).toEqual([
    { text: 'in', origin: 'input', place: { part: 'input' } },
    { text: 'out', origin: 'document', place: { part: 'output' } },
    { text: 'page', origin: 'document', place: { document: 'd1' } },
  ]);
});

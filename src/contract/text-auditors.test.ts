import type { Phase } from '@assay/sdk/contract';
import { expect, it } from 'vitest';
import { describeUnjudged, findUnjudged, unjudgedIn } from './text-auditors.ts';

const run = (auditor_id: string, phase: Phase, status = 'ok') => ({ auditor_id, phase, status });

it('names each built-in text auditor and each phase in which it is not asked', () => {
  const unjudged = findUnjudged((id, phase) => id !== 'toxicity' && !(id === 'pii' && phase === 'response'));
  expect(unjudged).toEqual([
    { auditor: 'pii', phases: ['response'] },
    { auditor: 'toxicity', phases: ['request', 'response', 'execution'] },
  ]);
  expect(describeUnjudged(unjudged)).toBe('personal data in answers; toxicity in requests, answers and tool calls');
  expect(findUnjudged(() => true)).toEqual([]);
});

it('in Evidence only the judged phases count, and a skipped auditor judges nothing', () => {
  const auditors = [run('injection', 'request'), run('pii', 'request', 'late'), run('secrets', 'request', 'skipped')];
  expect(unjudgedIn({ auditors, phases: [{ phase: 'request' }] }).map(({ auditor }) => auditor)).toEqual([
    'secrets',
    'toxicity',
  ]);
  expect(unjudgedIn({ auditors: [], phases: [{ phase: 'artifact' }] })).toEqual([]);
});

import { describe, expect, it } from 'vitest';
import { type Example, filterExamples, namesIn, rulesOf } from './filter-examples.ts';

const example = (id: string, change: string, agent: string, after: readonly string[]): Example => ({
  evidence_id: id,
  at: '2026-11-24T20:00:00Z',
  agent_id: agent,
  phase: 'request',
  change,
  before: { decision: 'allow', reasons: null, obligations: null },
  after: { decision: 'deny', reasons: after, obligations: [] },
});
const examples = [
  example('ev_1', 'allow_to_deny', 'clerk', ['injection']),
  example('ev_2', 'deny_to_allow', 'clerk', ['open']),
  example('ev_3', 'allow_to_deny', 'bot', ['injection', 'cards']),
];
const idsOf = (found: readonly Example[]) => found.map(({ evidence_id: id }) => id);

describe('the decisions of a replay', () => {
  it('are all listed without a filter', () => {
    expect(filterExamples(examples, {})).toHaveLength(3);
  });

  it('fit every filter that is set', () => {
    expect(idsOf(filterExamples(examples, { change: 'allow_to_deny' }))).toEqual(['ev_1', 'ev_3']);
    expect(idsOf(filterExamples(examples, { rule: 'injection', agent: 'bot' }))).toEqual(['ev_3']);
    expect(filterExamples(examples, { rule: 'nobody' })).toEqual([]);
  });

  it('name their rules once, also where a side is not known', () => {
    expect(namesIn(examples, rulesOf)).toEqual(['cards', 'injection', 'open']);
  });
});

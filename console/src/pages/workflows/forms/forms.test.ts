import { expect, it } from 'vitest';
import { newNode, startGraph } from '../start-graphs.ts';
import { toComparison, toCondition } from './condition.ts';
import { readJson, writeJson } from './json-text.ts';
import { idProblem, kinds, withMember } from './kinds.ts';

it('one comparison is edited as a form, everything else as JSON', () => {
  const one = { pointer: '/a', op: 'gte', value: 0.8 };
  expect(toComparison(one)).toEqual(one);
  expect(toComparison({ all: [one] })).toBeUndefined();
  expect(toComparison({ ...one, op: 'like' })).toBeUndefined();
  expect(toComparison({ ...one, more: 1 })).toBeUndefined();
});

it('a condition has a value exactly where its comparison takes one', () => {
  expect(toCondition({ pointer: '', op: 'exists', value: 3 })).toEqual({ pointer: '', op: 'exists' });
  expect(toCondition({ pointer: '', op: 'eq', value: undefined })).toEqual({ pointer: '', op: 'eq', value: '' });
  expect(toCondition({ pointer: '', op: 'eq', value: false })).toEqual({ pointer: '', op: 'eq', value: false });
});

it('an empty JSON field is no value, and text that is no JSON is refused', () => {
  expect(readJson(' ')).toEqual({ ok: true, value: undefined });
  expect(readJson('null')).toEqual({ ok: true, value: null });
  expect(readJson('{')).toEqual({ ok: false });
  expect(writeJson(undefined)).toBe('');
});

it('an emptied field takes its member out of the config', () => {
  expect(withMember({ a: 1, b: 2 }, 'a', undefined)).toEqual({ b: 2 });
  expect(withMember({ b: 2 }, 'a', 0)).toEqual({ b: 2, a: 0 });
});

it('an id of a node is of the allowed characters and not taken', () => {
  expect(idProblem('answer-2', ['answer'])).toBeUndefined();
  expect(idProblem('answer', ['answer'])).toBeDefined();
  expect(idProblem('-x', [])).toBeDefined();
  expect(idProblem('', [])).toBeDefined();
});

it('each type of the contract has a form, and a new node has what its form requires', () => {
  expect(Object.keys(kinds).toSorted()).toEqual(
    'agent auditor branch human_approval input loop model output policy_gate tool workflow'.split(' '),
  );
  expect(newNode('input', 'question').config).toEqual({ type: 'text' });
});

it('graphs to begin with lead from an input to an output', () => {
  const { nodes, edges } = startGraph('checked', 'support-bot');
  expect(nodes.map(({ id }) => id)).toEqual(['question', 'answer', 'look', 'sent']);
  expect(edges.map(({ source, source_port: port, target }) => `${source}.${port} ${target}`)).toEqual([
    'question.out answer',
    'answer.out look',
    'look.approved sent',
  ]);
  expect(startGraph('answer', '').nodes[1]?.ref).toBeNull();
  expect(startGraph('empty', '').nodes).toEqual([]);
});

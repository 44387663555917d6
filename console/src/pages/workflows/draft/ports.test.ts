import { expect, it } from 'vitest';
import { inPortsOf, outPortsOf } from './ports.ts';

it('the ports of a branch are those that its config names, each once', () => {
  const cases = [{ port: 'big' }, { port: 'small' }, { port: 'big' }, null, { port: 7 }];
  const byConditions = { type: 'branch', config: { by: 'conditions', cases, otherwise: 'rest' } };
  expect(outPortsOf(byConditions)).toEqual(['big', 'small', 'rest']);
  expect(outPortsOf({ type: 'branch', config: { by: 'model', ports: cases, otherwise: 'rest' } })).toEqual([
    'big',
    'small',
  ]);
  expect(outPortsOf({ type: 'branch', config: { cases: 'no list' } })).toEqual([]);
});

it('an input has no port in, an output none out, a loop has two of each', () => {
  expect(inPortsOf({ type: 'input' })).toEqual([]);
  expect(outPortsOf({ type: 'output', config: {} })).toEqual([]);
  expect([inPortsOf({ type: 'loop' }), outPortsOf({ type: 'loop', config: {} })]).toEqual([
    ['in', 'next'],
    ['body', 'done'],
  ]);
});

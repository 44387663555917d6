/** The engine alone: which steps follow, and that the order of their ends does not matter. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Condition, Graph } from '../../../../contract/api/workflows/graph.ts';
import { planOf } from '../graph/plan.ts';
import { ConditionError, holds } from './conditions.ts';
import { createEngine, type ReadyStep, type RunEnd } from './engine.ts';
import { aChain, aGraph } from './runs.fixture.ts';
import { fillTemplate, TemplateError } from './template.ts';

type Take = (step: ReadyStep) => { port: string; output: unknown };
const pass: Take = ({ node, input }) => ({ port: 'out', output: { by: node.id, input } });

interface Ran {
  readonly steps: readonly (readonly [
    place: string,
    node: string,
    status: string,
    port: string | null,
    input: unknown,
  ])[];
  readonly end: RunEnd | undefined;
}

/** Runs a graph; `pick` chooses which ready step ends next. */
function run(graph: Graph, input: unknown, take: Take = pass, pick: (count: number) => number = () => 0): Ran {
  const engine = createEngine(planOf(graph), input);
  const steps: Ran['steps'][number][] = [];
  const open: ReadyStep[] = [];
  for (;;) {
    const { ready, own } = engine.advance();
    for (const one of own) steps.push([one.place, [one.node.id, ...one.turn].join('/'), one.status, one.port, null]);
    open.push(...ready);
    const [next] = open.splice(pick(open.length), 1);
    if (next === undefined || engine.end() !== undefined) break;
    const end = take(next);
    steps.push([next.place, [next.node.id, ...next.turn].join('/'), 'taken', end.port, next.input]);
    engine.settle(next.place, end);
  }
  return { steps: steps.sort(([left], [right]) => (left < right ? -1 : 1)), end: engine.end() };
}

const names = ({ steps }: Ran, status?: string) =>
  steps.filter((step) => status === undefined || step[2] === status).map(([, name]) => name);

const more: Condition = { pointer: '/n', op: 'gt', value: 3 };
const branching = aGraph(
  {
    split: ['branch', { by: 'conditions', cases: [{ port: 'big', when: more }], otherwise: 'small' }],
    big: 'agent',
    bigger: 'agent',
    small: 'agent',
    join: 'agent',
  },
  ['in>split', 'split:big>big', 'big>bigger', 'split:small>small', 'bigger>join', 'small>join', 'join>out'],
);

describe('ways', () => {
  it('follow the taken port, and everything behind the others is skipped', () => {
    const ran = run(branching, { n: 5 });
    expect(names(ran, 'taken')).toEqual(['big', 'bigger', 'join']);
    expect(names(ran, 'skipped')).toEqual(['small']);
    // One live edge gives its value, not an object of it.
    expect(ran.steps.find(([, name]) => name === 'join')?.[4]).toMatchObject({ by: 'bigger' });
    expect(names(run(branching, { n: 3 }), 'skipped')).toEqual(['big', 'bigger']);
  });

  it('with an unanswerable condition fail the run, and never count as not taken', () => {
    const ran = run(branching, { m: 5 });
    expect(ran.end).toMatchObject({ status: 'failed', error: { code: 'condition_failed' } });
    expect(ran.end).toMatchObject({ error: { message: 'gt needs a value at /n, and there is none' } });
    const edge = aGraph({ a: 'agent' }, ['in>a', 'a>out'], { 'in>a': { pointer: '/n', op: 'gt', value: 'x' } });
    expect(run(edge, { n: 5 }).end).toMatchObject({ status: 'failed', error: { code: 'condition_failed' } });
  });

  it('give an object by source when they join, in any order of arrival', () => {
    const graph = aGraph({ a: 'agent', b: 'agent' }, ['in>a', 'in>b', 'a>out', 'b>out']);
    const output = { a: { by: 'a', input: 1 }, b: { by: 'b', input: 1 } };
    for (const pick of [(count: number) => count - 1, () => 0]) {
      const { end } = run(graph, 1, pass, pick);
      expect(JSON.stringify(end)).toBe(JSON.stringify({ status: 'succeeded', output }));
    }
  });

  it('of control hold back without carrying a value, and dead ones stop what follows', () => {
    const graph = aGraph({ gate: ['policy_gate', {}], a: 'agent', b: 'agent' }, [
      'in>gate',
      'in>a',
      '!gate:allowed>a',
      'gate:denied>b',
      'a>out',
      'b>out',
    ]);
    const allowed = run(graph, 7, (step) => (step.node.id === 'gate' ? { port: 'allowed', output: 0 } : pass(step)));
    expect(allowed.steps.find(([, name]) => name === 'a')?.[4]).toBe(7);
    const denied = run(graph, 7, (step) => (step.node.id === 'gate' ? { port: 'denied', output: 0 } : pass(step)));
    expect([names(denied, 'skipped'), names(denied, 'taken')]).toEqual([['a'], ['gate', 'b']]);
  });

  it('are a failure when all end before an output', () => {
    const graph = aGraph({ gate: ['policy_gate', {}] }, ['in>gate', 'gate:allowed>out']);
    const { end } = run(graph, 7, () => ({ port: 'denied', output: 0 }));
    expect(end).toMatchObject({ status: 'failed', error: { code: 'no_output' } });
  });

  it('to several outputs give an object of the reached ones', () => {
    const graph = aGraph({ a: 'agent', yes: 'output', no: 'output' }, ['in>a', 'a:x>yes', 'a:y>no']);
    expect(run(graph, 1, () => ({ port: 'y', output: 2 })).end).toEqual({ status: 'succeeded', output: { no: 2 } });
  });
});

const counting: Take = ({ input }) => ({ port: 'out', output: { n: Number(Reflect.get(Object(input), 'n')) + 1 } });
const loop = (config: Record<string, unknown>) =>
  aGraph({ l: ['loop', { max_iterations: 3, ...config }], a: 'agent', side: 'agent' }, [
    'in>l',
    'l:body>a',
    'a>l:next',
    'a>side',
    'l:done>out',
  ]);

describe('loops', () => {
  it('repeat until the condition holds for the returned value', () => {
    const ran = run(loop({ until: { pointer: '/n', op: 'gte', value: 2 } }), { n: 0 }, counting);
    expect(names(ran)).toEqual(['in', 'l/0', 'a/0', 'side/0', 'l/1', 'a/1', 'side/1', 'l', 'out']);
    expect(ran.end).toEqual({ status: 'succeeded', output: { value: { n: 2 }, iterations: 2, reason: 'until' } });
  });

  it('end at their bound', () => {
    const { end } = run(loop({}), { n: 0 }, counting);
    expect(end).toMatchObject({ output: { value: { n: 3 }, iterations: 3, reason: 'max_iterations' } });
  });

  it('end when nothing returns', () => {
    const { end } = run(loop({}), { n: 7 }, () => ({ port: 'other', output: 0 }));
    expect(end).toMatchObject({ output: { value: { n: 7 }, iterations: 1, reason: 'no_next' } });
  });

  it('fail with an unanswerable condition', () => {
    const { end } = run(loop({ until: { pointer: '/x', op: 'eq', value: 1 } }), { n: 0 }, counting);
    expect(end).toMatchObject({ status: 'failed', error: { code: 'condition_failed' } });
  });

  const nested = aGraph({ o: ['loop', { max_iterations: 100 }], i: ['loop', { max_iterations: 100 }], a: 'agent' }, [
    'in>o',
    'o:body>i',
    'i:body>a',
    'a>i:next',
    'i:done>o:next',
    'o:done>out',
  ]);
  it('within loops have separate turns, and all steps together a bound', () => {
    const { end } = run(nested, { n: 0 }, counting);
    expect(end).toMatchObject({ status: 'failed', error: { code: 'too_many_steps' } });
  });
});

describe('for any order of ends', () => {
  /** Layers of nodes, each fed by some of the earlier ones, with branches, gates and a loop between them. */
  const graphs = fc.record({
    layers: fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 5 }),
    links: fc.array(fc.nat(), { minLength: 60, maxLength: 60 }),
    turns: fc.integer({ min: 1, max: 4 }),
  });
  const build = ({ layers, links, turns }: { layers: number[]; links: number[]; turns: number }): Graph => {
    const nodes: Record<string, Parameters<typeof aGraph>[0][string]> = {
      l: ['loop', { max_iterations: turns }],
      x: 'agent',
      y: 'agent',
      z: 'agent',
    };
    const edges = ['in>l', 'l:body>x', 'l:body>y', 'x>z', 'y>z', 'z>l:next', 'l:done>out'];
    let before = ['in'];
    let at = 0;
    const next = () => links[at++ % links.length] ?? 0;
    for (const [layer, width] of layers.entries()) {
      const ids = Array.from({ length: width }, (_, index) => `n${layer}-${index}`);
      for (const id of ids) {
        nodes[id] = 'agent';
        const sources = before.filter(() => next() % 2 === 0);
        for (const source of sources.length === 0 ? before : sources) {
          edges.push(`${source}${source === 'in' ? '' : next() % 4 === 0 ? ':other' : ''}>${id}`);
        }
      }
      before = ids;
    }
    return aGraph(nodes, [...edges, ...before.map((id) => `${id}>out`)]);
  };
  it('the steps, their inputs, their places and the end are the same', () => {
    fc.assert(
      fc.property(graphs, fc.array(fc.nat(), { minLength: 1, maxLength: 40 }), (shape, choices) => {
        const graph = build(shape);
        const expected = run(graph, { n: 1 });
        let at = 0;
        const shuffled = run(
          graph,
          { n: 1 },
          pass,
          (count) => (choices[at++ % choices.length] ?? 0) % Math.max(1, count),
        );
        expect(JSON.stringify(shuffled)).toBe(JSON.stringify(expected));
        expect(expected.end).toBeDefined();
      }),
    );
  });

  it('a run resumed in the middle continues unchanged', () => {
    const graph = aChain(5);
    const whole = run(graph, 1);
    const ends = new Map(whole.steps.map(([place, , , port]) => [place, port]));
    const again = createEngine(planOf(graph), 1);
    for (let count = 0; count < 5; count += 1) {
      const [step] = again.advance().ready;
      if (step === undefined) throw new Error('a step is ready');
      expect(ends.has(step.place)).toBe(true);
      again.settle(step.place, pass(step));
    }
    again.advance();
    expect(again.end()).toEqual(whole.end);
  });
});

describe('conditions', () => {
  const value = { n: 3, s: 'text', list: [1, { a: null }], none: null, 'a/b': { '~': true } };
  const at = (pointer: string, op: string, wanted?: unknown) =>
    holds({ pointer, op, value: wanted } as Condition, value);
  it.each([
    ['/n', 'eq', 3, true],
    ['/n', 'ne', 3, false],
    ['/none', 'eq', 3, false],
    ['/list', 'eq', [1, { a: null }], true],
    ['/n', 'lte', 3, true],
    ['/n', 'lt', 3, false],
    ['/n', 'in', [1, 3], true],
    ['/s', 'contains', 'ex', true],
    ['/list', 'contains', { a: null }, true],
    ['/s', 'starts_with', 'te', true],
    ['/a~1b/~0', 'eq', true, true],
    ['/list/1/a', 'exists', undefined, true],
    ['/list/01', 'exists', undefined, false],
    ['/constructor', 'absent', undefined, true],
  ] as const)('%s %s %j is %s', (pointer, op, wanted, answer) => expect(at(pointer, op, wanted)).toBe(answer));

  it.each([
    ['/x', 'eq', 1],
    ['/n', 'eq', '3'],
    ['/s', 'gt', 1],
    ['/n', 'contains', 1],
    ['/n', 'in', 3],
    ['/n', 'starts_with', '3'],
  ] as const)('%s %s %j cannot be answered', (pointer, op, wanted) => {
    expect(() => at(pointer, op, wanted)).toThrow(ConditionError);
    expect(() => holds({ not: { pointer, op, value: wanted } }, value)).toThrow(ConditionError);
  });

  it('stop from the left once the answer is known', () => {
    const guarded: Condition = {
      all: [
        { pointer: '/x', op: 'exists' },
        { pointer: '/x', op: 'gt', value: 1 },
      ],
    };
    expect(holds(guarded, value)).toBe(false);
    expect(
      holds(
        {
          any: [
            { pointer: '/n', op: 'eq', value: 3 },
            { pointer: '/x', op: 'gt', value: 1 },
          ],
        },
        value,
      ),
    ).toBe(true);
  });
});

describe('templates', () => {
  it('insert places of the input, which are not expanded again', () => {
    const input = { a: { $from: '/b' }, b: 1 };
    expect(fillTemplate({ x: { $from: '/a' }, y: [{ $from: '' }], z: { $from: '/b', other: 1 } }, input)).toEqual({
      x: { $from: '/b' },
      y: [input],
      z: { $from: '/b', other: 1 },
    });
    expect(() => fillTemplate({ $from: '/c' }, input)).toThrow(TemplateError);
  });
});

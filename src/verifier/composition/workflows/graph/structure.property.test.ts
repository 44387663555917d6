/**
 * The structure of any graph: a plan exists exactly for valid ones, and the work depends only on the number of nodes and edges.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Graph } from '../../../../contract/api/workflows/graph.ts';
import { type EdgeDraft, type NodeDraft, read } from './graph.fixture.ts';
import { readGraph } from './normalise.ts';
import { toPlan } from './plan.ts';
import { readStructure } from './structure.ts';
import { validate } from './validate.ts';

const types = ['input', 'output', 'agent', 'loop', 'branch'] as const;
const configs = { input: { type: 'json' }, output: {}, agent: {}, loop: { max_iterations: 2 } };
const branch = { by: 'conditions', cases: [{ port: 'out', when: { pointer: '', op: 'exists' } }], otherwise: 'other' };

const node = (index: number, type: (typeof types)[number]): NodeDraft => ({
  id: `n${index}`,
  type,
  ref: type === 'agent' ? { id: 'bot', version: null } : null,
  config: type === 'branch' ? branch : configs[type],
});

const portsOut = { input: ['out'], output: ['out'], agent: ['out'], loop: ['body', 'done'], branch: ['out', 'other'] };

/** Small graphs, many of them valid: the first node is the input, the last the output. */
const graphs = fc
  .array(fc.constantFrom('agent', 'agent', 'loop', 'branch', 'output' as const), { minLength: 1, maxLength: 6 })
  .chain((inner) => {
    const kinds = ['input' as const, ...inner, 'output' as const];
    const edge = fc
      .tuple(fc.nat(kinds.length - 1), fc.nat(kinds.length - 1), fc.nat(1), fc.boolean())
      .map(([from, to, port, isNext]): EdgeDraft => {
        const ports = portsOut[kinds[from] ?? 'agent'];
        const target = kinds[to] === 'loop' && isNext ? 'next' : 'in';
        const ends = { source: `n${from}`, target: `n${to}` };
        return { ...ends, source_port: ports[port % ports.length], target_port: target };
      });
    const chain = kinds.slice(1).map((_, index): EdgeDraft => {
      const ports = portsOut[kinds[index] ?? 'agent'];
      return { source: `n${index}`, target: `n${index + 1}`, source_port: ports.at(-1) };
    });
    const chosen = fc.tuple(fc.array(edge, { maxLength: 6 }), fc.subarray(chain, { minLength: chain.length - 1 }));
    return chosen.map(([more, line]) =>
      read({ nodes: kinds.map((kind, index) => node(index, kind)), edges: [...line, ...more] }),
    );
  });

/** The rules as specified, checked one by one and slowly. */
function holds({ nodes, edges }: Graph): boolean {
  const typeOf = new Map(nodes.map(({ id, type }) => [id, type]));
  const inputs = nodes.filter(({ type }) => type === 'input');
  const isBack = (edge: Graph['edges'][number]) => edge.target_port === 'next' && typeOf.get(edge.target) === 'loop';
  const forward = edges.filter((edge) => !isBack(edge));
  const reach = (starts: readonly string[], list: Graph['edges']): Set<string> => {
    const found = new Set(starts);
    for (let size = -1; size !== found.size; ) {
      size = found.size;
      for (const { source, target } of list) if (found.has(source)) found.add(target);
    }
    return found;
  };
  if (inputs.length !== 1) return false;
  const all = reach(
    inputs.map(({ id }) => id),
    forward,
  );
  if (nodes.some(({ id }) => !all.has(id)) || !nodes.some(({ type }) => type === 'output')) return false;
  // No cycle: no node reaches itself.
  for (const { id } of nodes) {
    if (
      reach(
        forward.filter(({ source }) => source === id).map(({ target }) => target),
        forward,
      ).has(id)
    )
      return false;
  }
  const bodies = new Map<string, Set<string>>();
  for (const { id, type } of nodes) {
    if (type !== 'loop') continue;
    const begins = forward.filter(({ source, source_port: port }) => source === id && port === 'body');
    const backs = edges.filter((edge) => isBack(edge) && edge.target === id);
    if (begins.length === 0 || backs.length === 0) return false;
    const body = reach(
      begins.map(({ target }) => target),
      forward,
    );
    if (backs.some(({ source }) => !body.has(source))) return false;
    // Only port body leads into it.
    const isEntered = forward.some(
      ({ source, source_port: port, target }) =>
        body.has(target) && !body.has(source) && !(source === id && port === 'body'),
    );
    if (isEntered || nodes.some((one) => one.type === 'output' && body.has(one.id))) return false;
    bodies.set(id, body);
  }
  // An edge back to a loop comes from its own body, not from that of an inner loop.
  const isOwn = (loop: string, source: string, port: string) => {
    const inside = [...bodies].filter(
      ([other, body]) =>
        other !== loop && bodies.get(loop)?.has(other) && (body.has(source) || (source === other && port === 'body')),
    );
    return inside.length === 0;
  };
  if (edges.some((edge) => isBack(edge) && !isOwn(edge.target, edge.source, edge.source_port))) return false;
  return nodes.every(({ id }) => [...bodies.values()].filter((body) => body.has(id)).length <= 3);
}

describe('the structure of a graph', () => {
  it('is valid exactly by the written rules', () => {
    let held = 0;
    fc.assert(
      fc.property(graphs, (graph) => {
        const plan = toPlan(graph);
        if (plan !== undefined) held += 1;
        expect(plan !== undefined).toBe(holds(graph));
      }),
      { numRuns: 2_000, seed: 7 },
    );
    expect(held).toBeGreaterThan(50);
  });

  it('of a valid graph gives a plan with sources before targets', () => {
    fc.assert(
      fc.property(graphs, (graph) => {
        const plan = toPlan(graph);
        if (validate(graph).length === 0) expect(plan).toBeDefined();
        if (plan === undefined) return;
        expect([...plan.order].sort()).toEqual(graph.nodes.map(({ id }) => id).sort());
        const place = new Map(plan.order.map((id, index) => [id, index]));
        for (const { source, target, target_port: port } of graph.edges) {
          if (port !== 'next') expect(place.get(source)).toBeLessThan(place.get(target) ?? -1);
        }
        expect(toPlan(graph)).toEqual(plan);
      }),
      { numRuns: 500 },
    );
  });

  it('never throws, for any input', () => {
    const word = fc.constantFrom('a', 'b', 'in', 'out', 'next', 'body', '', '__proto__', 'constructor');
    const value = fc.oneof(fc.jsonValue({ maxDepth: 3 }), word);
    const record = (required: readonly string[]) => fc.dictionary(fc.constantFrom(...required), value);
    const wildNode = fc
      .record({ id: word, type: fc.constantFrom(...types, 'tool', 'auditor', 'workflow') })
      .chain((base) => record(['ref', 'config', 'position', 'extra']).map((more) => ({ ...more, ...base })));
    const wildEdge = fc
      .record({ source: word, target: word })
      .chain((base) =>
        record(['id', 'source_port', 'target_port', 'kind', 'condition']).map((more) => ({ ...more, ...base })),
      );
    fc.assert(
      fc.property(fc.oneof(value, fc.record({ nodes: fc.array(wildNode), edges: fc.array(wildEdge) })), (candidate) => {
        const result = readGraph(candidate);
        if (result.ok) validate(result.graph);
        else expect(result.problems.length).toBeGreaterThan(0);
      }),
      { numRuns: 1_000 },
    );
  });

  it('is checked with a fixed number of visits per node and edge, in bombs too', () => {
    const ids = Array.from({ length: 500 }, (_, index) => index);
    const edgesOf = (toTargets: (index: number) => number[]): EdgeDraft[] =>
      ids.flatMap((index) =>
        toTargets(index)
          .filter((to) => to < 500)
          .map((to) => ({ source: `n${index}`, target: `n${to}` })),
      );
    const dense = edgesOf((index) => [index + 1, index + 2, index + 3, Math.max(0, index - 1)]);
    const nested = ids.slice(0, 499).flatMap((index): EdgeDraft[] => [
      { source: `n${index}`, target: `n${index + 1}`, source_port: 'body' },
      { source: `n${index + 1}`, target: `n${index}`, source_port: 'done', target_port: 'next' },
    ]);
    for (const [type, edges] of [
      ['agent', dense],
      ['loop', dense],
      ['loop', nested],
    ] as const) {
      const nodes = ids.map((index) => node(index, index === 0 ? 'input' : type));
      const graph = read({ nodes, edges: edges.slice(0, 2_000) });
      expect(readStructure(graph).visits).toBeLessThanOrEqual(graph.nodes.length + graph.edges.length);
    }
  });
});

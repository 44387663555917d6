import { expect, it } from 'vitest';
import type { Graph } from './graph.ts';
import { heightOf, layOut, nodeWidth } from './layout.ts';

const node = (id: string, type = 'agent') => ({ id, type, ref: null, config: {}, position: { x: 0, y: 0 } });
const edge = (id: string, source: string, target: string, target_port = 'in') => ({
  id,
  source,
  source_port: 'out',
  target,
  target_port,
  kind: 'data',
});
const graph: Graph = {
  nodes: [node('in', 'input'), node('a'), node('b'), node('out', 'output')],
  edges: [edge('1', 'in', 'a'), edge('2', 'in', 'b'), edge('3', 'a', 'out'), edge('4', 'b', 'out')],
};

it('no two nodes lie over each other, and edges lead to the right', () => {
  const { nodes } = layOut(graph);
  for (const [index, one] of nodes.entries()) {
    for (const other of nodes.slice(index + 1)) {
      const isApart =
        Math.abs(one.position.x - other.position.x) >= nodeWidth ||
        Math.abs(one.position.y - other.position.y) >= Math.min(heightOf(one), heightOf(other));
      expect(isApart, `${one.id} and ${other.id}`).toBe(true);
    }
  }
  const x = new Map(nodes.map(({ id, position }) => [id, position.x]));
  for (const { source, target } of graph.edges) expect(x.get(source)).toBeLessThan(x.get(target) ?? 0);
});

it('the way back of a loop and an edge to nothing do not disturb', () => {
  const looped: Graph = {
    nodes: [node('in', 'input'), node('loop', 'loop'), node('body')],
    edges: [
      edge('1', 'in', 'loop'),
      edge('2', 'loop', 'body'),
      edge('3', 'body', 'loop', 'next'),
      edge('4', 'body', 'gone'),
    ],
  };
  const [start, loop, body] = layOut(looped).nodes.map(({ position }) => position.x);
  expect([start, loop, body]).toEqual([start, loop, body].toSorted((a = 0, b = 0) => a - b));
});

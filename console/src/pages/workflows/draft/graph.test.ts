import { expect, it } from 'vitest';
import {
  addNode,
  connect,
  duplicateNodes,
  freshId,
  type Graph,
  isUseless,
  moveNodes,
  nextPlace,
  removeParts,
  replaceEdge,
  replaceNode,
} from './graph.ts';

const node = (id: string, x = 0) => ({ id, type: 'agent', ref: null, config: {}, position: { x, y: 0 } });
const line = (source: string, target: string) => ({ source, source_port: 'out', target, target_port: 'in' });
const graph: Graph = {
  nodes: [node('a'), node('b', 100), node('c', 200)],
  edges: [
    { id: 'edge-1', ...line('a', 'b'), kind: 'data' },
    { id: 'edge-2', ...line('b', 'c'), kind: 'data' },
  ],
};
const ids = ({ nodes }: Graph) => nodes.map(({ id }) => id);
const lines = ({ edges }: Graph) => edges.map(({ id, source, target }) => `${id} ${source}-${target}`);

it('a node that is renamed keeps its connections', () => {
  const renamed = replaceNode(graph, 'b', node('middle', 100));
  expect(ids(renamed)).toEqual(['a', 'middle', 'c']);
  expect(lines(renamed)).toEqual(['edge-1 a-middle', 'edge-2 middle-c']);
  expect(ids(graph)).toEqual(['a', 'b', 'c']);
});

it('a removed node takes its connections with it', () => {
  expect(lines(removeParts(graph, ['b'], []))).toEqual([]);
  const cut = removeParts(graph, [], ['edge-1']);
  expect([ids(cut), lines(cut)]).toEqual([['a', 'b', 'c'], ['edge-2 b-c']]);
});

it('a new connection has an id of its own, and none is made twice or to the node itself', () => {
  expect(lines(connect(graph, line('a', 'c')))).toContain('edge-1-2 a-c');
  expect(connect(graph, line('a', 'b'))).toBe(graph);
  expect(isUseless(graph, line('a', 'a'))).toBe(true);
  expect(isUseless(graph, { ...line('a', 'b'), source_port: 'denied' })).toBe(false);
});

it('a move to the same place is no change', () => {
  expect(moveNodes(graph, new Map([['b', { x: 100.2, y: 0 }]]))).toBe(graph);
  const moved = moveNodes(graph, new Map([['b', { x: 110, y: 5 }]]));
  expect(moved.nodes[1]?.position).toEqual({ x: 110, y: 5 });
  expect(moved.nodes[0]).toBe(graph.nodes[0]);
});

it('copies have new ids and the connections among them', () => {
  const copied = duplicateNodes(graph, ['a', 'b']);
  expect(ids(copied)).toEqual(['a', 'b', 'c', 'a-2', 'b-2']);
  expect(lines(copied)).toEqual(['edge-1 a-b', 'edge-2 b-c', 'edge-1-2 a-2-b-2']);
});

it('ids and places of new nodes are free', () => {
  expect(freshId('agent', ['agent', 'agent-2'])).toBe('agent-3');
  expect(nextPlace(graph).x).toBeGreaterThan(200);
  expect(nextPlace({ nodes: [], edges: [] })).toEqual({ x: 0, y: 0 });
  expect(ids(addNode(graph, node('d')))).toEqual(['a', 'b', 'c', 'd']);
});

it('a changed connection replaces the one with its id', () => {
  const changed = replaceEdge(graph, { id: 'edge-1', ...line('a', 'b'), kind: 'control' });
  expect(changed.edges.map(({ kind }) => kind)).toEqual(['control', 'data']);
});

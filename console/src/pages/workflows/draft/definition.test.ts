import { expect, it } from 'vitest';
import example from '../../../../../examples/workflow.yaml?raw';
import { fromYaml, toYaml } from './definition.ts';
import type { Definition } from './graph.ts';

const before: Definition = { name: 'Old', description: 'd', agent_id: 'bot', graph: { nodes: [], edges: [] } };

function read(text: string): Definition {
  const { definition, problem } = fromYaml(text, before);
  if (definition === undefined) throw new Error(`line ${problem.line}: ${problem.message}`);
  return definition;
}

it('the example of the product is read with its defaults and laid out', () => {
  const { name, agent_id: agent, graph } = read(example);
  expect([name, agent, graph.nodes.length, graph.edges.length]).toEqual(['Answer customers', 'support-bot', 7, 9]);
  expect(graph.edges[0]).toEqual({
    id: 'edge-1',
    source: 'question',
    source_port: 'out',
    target: 'answer',
    target_port: 'in',
    kind: 'data',
  });
  const places = graph.nodes.map(({ position: { x, y } }) => `${x} ${y}`);
  expect(new Set(places).size).toBe(7);
});

it('a definition that is written and read again is the same', () => {
  const drawn = read(example);
  const whole: Definition = {
    ...drawn,
    name: 'yes: "no"',
    description: 'two\nlines # and no comment',
    graph: {
      nodes: [
        ...drawn.graph.nodes,
        { id: 'tool', type: 'tool', ref: { id: 'null', version: '1' }, config: {}, position: { x: 1, y: 2 } },
      ],
      edges: drawn.graph.edges.map((edge) => ({ ...edge, condition: { pointer: '/a', op: 'eq', value: 'true' } })),
    },
  };
  expect(read(toYaml(drawn))).toEqual(drawn);
  expect(read(toYaml(whole))).toEqual(whole);
  expect(read(toYaml(before))).toEqual(before);
});

it('a graph alone keeps the other members, JSON is read too', () => {
  const text = '{"nodes":[{"id":"in","type":"input"}],"edges":[]}';
  const { name, agent_id: agent, graph } = read(text);
  expect([name, agent, graph.nodes[0]?.id]).toEqual(['Old', 'bot', 'in']);
});

it('a text that is no workflow is refused at its line', () => {
  const refused = (text: string) => fromYaml(text, before).problem;
  expect(refused('name: a\ngraph: [')?.line).toBeGreaterThan(1);
  expect(refused('just words')).toEqual({ line: 1, message: expect.stringContaining('no workflow') });
  expect(refused('name: a\ngraph:\n  nodes:\n    - id: x\n')).toEqual({ line: 4, message: 'Node x needs a type.' });
  expect(refused('name: a\ngraph:\n  nodes: []\n  edges:\n    - {source: a}\n')).toEqual({
    line: 5,
    message: 'target of an edge has to be a text.',
  });
  expect(refused('name: 7\ngraph: {nodes: []}')?.message).toBe('name has to be a text.');
  expect(refused('name: a\nname: b\ngraph: {nodes: []}')?.message).toContain('unique');
});

it('a text that grows by aliases is refused', () => {
  const bomb = ['a: &a [x, x, x, x, x, x, x, x, x, x]'];
  for (const [name, of] of ['ba', 'cb', 'dc', 'ed'].map((pair) => [...pair])) {
    bomb.push(`${name}: &${name} [${Array.from({ length: 10 }, () => `*${of}`).join(', ')}]`);
  }
  expect(fromYaml(bomb.join('\n'), before).problem).toBeDefined();
});

/** Tests every rule on graphs by the pointer that it reports. */
import { describe, expect, it } from 'vitest';
import {
  aLoop,
  anAgent,
  anInput,
  anOutput,
  aSimpleGraph,
  edgesOf,
  type NodeDraft,
  problemsOf,
  read,
  savingProblems,
} from './graph.fixture.ts';

const places = (problems: readonly { readonly pointer: string }[]) => problems.map(({ pointer }) => pointer);
const withNode = (node: NodeDraft, port = 'out') =>
  places(problemsOf([anInput, node, anOutput], edgesOf(`in>${node.id}`, `${node.id}.${port}>out`)));
const when = (condition: unknown) => {
  const [first, ...rest] = edgesOf('in>work', 'work>out');
  if (first === undefined) throw new Error('an edge was made');
  return { nodes: aSimpleGraph().nodes, edges: [{ ...first, condition }, ...rest] };
};

describe('saving a graph', () => {
  it('fills in defaults, and positions unplaced nodes', () => {
    const graph = read({
      nodes: [
        { id: 'a', type: 'input' },
        { id: 'b', type: 'output' },
      ],
      edges: [{ source: 'a', target: 'b' }],
    });
    expect(graph.nodes).toEqual([
      { id: 'a', type: 'input', ref: null, config: {}, position: { x: 0, y: 0 } },
      { id: 'b', type: 'output', ref: null, config: {}, position: { x: 240, y: 0 } },
    ]);
    expect(graph.edges).toEqual([
      { id: 'edge-1', source: 'a', source_port: 'out', target: 'b', target_port: 'in', kind: 'data' },
    ]);
  });

  it('refuses duplicate ids and dangling edges', () => {
    const nodes = [anInput, anInput, anOutput];
    const edges = [...edgesOf('in>out', 'in>gone', 'gone>out'), ...edgesOf('in>out')];
    expect(places(savingProblems({ nodes, edges }))).toEqual([
      ...['/graph/nodes/1/id', '/graph/edges/3/id', '/graph/edges/1/target', '/graph/edges/2/source'],
    ]);
  });

  it('names each invalid member', () => {
    const nodes = [
      { id: 'a b', type: 'input' },
      { id: 'b', type: 'oracle' },
      { id: 'c', type: 'output', colour: 'red' },
    ];
    const edges = [{ source: 'a', target: 7 }];
    expect(places(savingProblems({ nodes, edges })).sort()).toEqual([
      ...['/graph/edges/0/target', '/graph/nodes/0/id', '/graph/nodes/1/type', '/graph/nodes/2/colour'],
    ]);
    for (const shape of [null, 7, 'graph', [], {}, { nodes: {} }, { nodes: [], extra: 1 }]) {
      expect(savingProblems(shape).length, JSON.stringify(shape)).toBeGreaterThan(0);
    }
  });

  it('refuses too many nodes and edges before reading them, and too large configs', () => {
    const many = Array.from({ length: 10_000 }, () => null);
    expect(savingProblems({ nodes: many, edges: many })).toEqual([
      { pointer: '/graph/nodes', message: 'a graph has at most 500 nodes' },
      { pointer: '/graph/edges', message: 'a graph has at most 2000 edges' },
    ]);
    const big = { id: 'a', type: 'input', config: { text: 'x'.repeat(33_000) } };
    expect(places(savingProblems({ nodes: [big] }))).toEqual(['/graph/nodes/0/config']);
    const huge = Array.from({ length: 40 }, (_, index) => ({ ...big, id: `n${index}` }));
    expect(places(savingProblems({ nodes: huge }))).toEqual(['/graph']);
  });

  it('refuses malformed conditions, with the place in them', () => {
    expect(places(savingProblems(when({ pointer: '/a', op: 'is', value: 1 })))).toEqual([
      '/graph/edges/0/condition/op',
    ]);
    expect(places(savingProblems(when({ all: [{ not: { op: 'eq', value: 1 } }] })))).toEqual([
      '/graph/edges/0/condition/all/0/not/pointer',
    ]);
    expect(places(savingProblems(when({ any: [] })))).toEqual(['/graph/edges/0/condition/any']);
    expect(places(savingProblems(when({ not: { pointer: '', op: 'exists' }, and: 1 })))).toEqual([
      '/graph/edges/0/condition/and',
    ]);
    let deep: unknown = { pointer: '', op: 'exists' };
    for (let depth = 0; depth < 8; depth += 1) deep = { not: deep };
    expect(places(savingProblems(when(deep)))).toEqual([`/graph/edges/0/condition${'/not'.repeat(8)}`]);
    const wide = {
      all: Array.from({ length: 3 }, () => ({
        any: Array.from({ length: 40 }, () => ({ pointer: '', op: 'exists' })),
      })),
    };
    expect(places(savingProblems(when(wide)))).toEqual(['/graph/edges/0/condition']);
  });
});

describe('the structure of a graph', () => {
  it('has exactly one input, which reaches an output and everything else', () => {
    expect(problemsOf([anOutput], [])[0]?.pointer).toBe('/graph/nodes');
    const second = { ...anInput, id: 'in2' };
    expect(places(problemsOf([anInput, second, anOutput], edgesOf('in>out')))).toEqual(['/graph/nodes/1/type']);
    expect(places(problemsOf([anInput, anAgent('a')], edgesOf('in>a')))).toEqual(['/graph/nodes']);
    expect(places(problemsOf([anInput, anOutput, anAgent('a')], edgesOf('in>out', 'a>out')))).toEqual([
      '/graph/nodes/2',
      '/graph/nodes/2',
    ]);
  });

  it('has no cycle except the way back of a loop', () => {
    const nodes = [anInput, anAgent('a'), anAgent('b'), anOutput];
    const circle = edgesOf('in>a', 'a>b', 'b>a', 'b>out');
    expect(places(problemsOf(nodes, circle))).toEqual(['/graph/edges/2']);
    expect(places(problemsOf(nodes, edgesOf('in>a', 'a>a', 'a>b', 'b>out')))).toEqual(['/graph/edges/1']);
  });

  it('accepts a loop whose body returns, and loops in loops three deep', () => {
    const one = [anInput, aLoop('l'), anAgent('a'), anOutput];
    expect(problemsOf(one, edgesOf('in>l', 'l.body>a', 'a>l.next', 'l.done>out'))).toEqual([]);
    const nest = (depth: number) => {
      const ids = Array.from({ length: depth }, (_, index) => `l${index}`);
      const nodes = [anInput, ...ids.map((id) => aLoop(id)), anAgent('a'), anOutput];
      const inward = ids.map((id, index) => `${index === 0 ? 'in' : `l${index - 1}.body`}>${id}`);
      const outward = ids.slice(1).map((id, index) => `${id}.done>l${index}.next`);
      const last = `l${depth - 1}`;
      return problemsOf(nodes, edgesOf(...inward, `${last}.body>a`, `a>${last}.next`, ...outward, 'l0.done>out'));
    };
    expect(nest(3)).toEqual([]);
    expect(nest(4).map(({ message }) => message)).toEqual(['loops are nested at most 3 deep']);
  });

  it('keeps the border of a body: edges cross it only through the loop', () => {
    const nodes = [anInput, aLoop('l'), anAgent('a'), anAgent('b'), anOutput];
    const body = ['in>l', 'l.body>a', 'a>l.next', 'l.done>b', 'b>out'];
    expect(problemsOf(nodes, edgesOf(...body))).toEqual([]);
    expect(places(problemsOf(nodes, edgesOf(...body, 'a>b')))).toContain('/graph/edges/3');
    expect(places(problemsOf(nodes, edgesOf(...body, 'in>a'))).length).toBeGreaterThan(0);
    expect(places(problemsOf(nodes, edgesOf(...body, 'b>l.next')))).toEqual(['/graph/edges/5']);
    expect(places(problemsOf(nodes, edgesOf(...body, 'a>l.in')))).toEqual(['/graph/edges/5']);
    const outputInside = edgesOf('in>l', 'l.body>a', 'a>l.next', 'a>out', 'l.done>b');
    expect(problemsOf(nodes, outputInside).map(({ message }) => message)).toContain(
      'an output must be outside of loops',
    );
    expect(places(problemsOf(nodes, edgesOf('in>l', 'l.done>b', 'b>out', 'in>a')))).toEqual([
      '/graph/nodes/1',
      '/graph/nodes/1',
    ]);
    expect(places(problemsOf([anInput, aLoop('l'), anOutput], edgesOf('in>l', 'l.body>l.next', 'l.done>out')))).toEqual(
      ['/graph/edges/1'],
    );
  });
});

describe('a node', () => {
  it('has the config of its type', () => {
    expect(withNode({ id: 'a', type: 'agent' })).toEqual(['/graph/nodes/1/ref']);
    expect(withNode({ ...anAgent('a'), config: { temperature: 3, colour: 1 } })).toEqual([
      ...['/graph/nodes/1/config/colour', '/graph/nodes/1/config/temperature'],
    ]);
    expect(withNode({ ...anAgent('a'), ref: { id: 'bot', version: '2' } })).toEqual(['/graph/nodes/1/ref/version']);
    expect(
      withNode({ id: 'm', type: 'model', ref: { id: 'gpt', version: 'champion' }, config: { agent_id: 'bot' } }),
    ).toEqual([]);
    expect(
      withNode({ id: 'd', type: 'auditor', ref: { id: 'pii', version: null }, config: { phase: 'before' } }),
    ).toEqual(['/graph/nodes/1/config/phase']);
    expect(withNode({ id: 'g', type: 'policy_gate', config: {} }, 'allowed')).toEqual(['/graph/nodes/1/config']);
    expect(withNode({ id: 'h', type: 'human_approval', config: { message: 'ok?', quorum: 0 } }, 'approved')).toEqual([
      '/graph/nodes/1/config/quorum',
    ]);
    expect(withNode({ id: 'w', type: 'workflow', ref: null })).toEqual(['/graph/nodes/1/ref']);
    expect(
      withNode(
        { id: 'o', type: 'human_approval', ref: { id: 'x', version: null }, config: { message: 'ok?' } },
        'approved',
      ),
    ).toEqual(['/graph/nodes/1/ref']);
    expect(withNode({ ...aLoop('l', 101) }, 'done')).toContain('/graph/nodes/1/config/max_iterations');
  });

  it('has templates of places, and no other where a place is needed', () => {
    const tool = (template: unknown) =>
      withNode({
        id: 't',
        type: 'tool',
        ref: { id: 'send', version: null },
        config: { installation_id: 'ins_1', arguments: template },
      });
    expect(tool({ to: { $from: '/to' }, list: [{ $from: '' }] })).toEqual([]);
    expect(tool({ to: { $from: 'to' } })).toEqual(['/graph/nodes/1/config/arguments/to/$from']);
    expect(tool({ 'a/b': { $from: '/to', x: 1 } })).toEqual(['/graph/nodes/1/config/arguments/a~1b']);
    expect(tool(['x'])).toEqual(['/graph/nodes/1/config/arguments']);
  });

  it('has existing ways on from a branch', () => {
    const branch = (config: object, port: string) => withNode({ id: 'b', type: 'branch', config }, port);
    const cases = [{ port: 'big', when: { pointer: '/n', op: 'gt', value: 3 } }];
    expect(branch({ by: 'conditions', cases, otherwise: 'small' }, 'big')).toEqual([]);
    expect(branch({ by: 'conditions', cases, otherwise: 'small' }, 'none')).toEqual(['/graph/edges/1/source_port']);
    expect(branch({ by: 'luck' }, 'big')).toEqual(['/graph/nodes/1/config/by', '/graph/edges/1/source_port']);
    const wrong = [{ port: 'big', when: { pointer: 'n', op: 'gt', value: 'three' } }];
    expect(branch({ by: 'conditions', cases: wrong, otherwise: 'small' }, 'big')).toEqual([
      ...['/graph/nodes/1/config/cases/0/when/pointer', '/graph/nodes/1/config/cases/0/when/value'],
    ]);
    const ports = [
      { port: 'x', description: 'one' },
      { port: 'x', description: 'two' },
    ];
    expect(branch({ by: 'model', question: 'which?', ports }, 'x')).toEqual(['/graph/nodes/1/config/ports/1/port']);
  });
});

describe('an edge', () => {
  it('connects existing ports, and data reaches each node', () => {
    const nodes = [anInput, anAgent('a'), anOutput];
    expect(places(problemsOf(nodes, edgesOf('in.gone>a', 'a>out.gone')))).toEqual([
      '/graph/edges/0/source_port',
      '/graph/edges/1/target_port',
    ]);
    expect(places(problemsOf(nodes, edgesOf('in~>a', 'a>out')))).toEqual(['/graph/nodes/1']);
  });

  it("gives JSON to a tool's arguments, also over forwarding nodes", () => {
    const tool = { id: 't', type: 'tool', ref: { id: 'send', version: null }, config: { installation_id: 'ins_1' } };
    const gate = { id: 'g', type: 'policy_gate', config: { phase: 'request' } };
    const nodes = [anInput, anAgent('a'), gate, tool, anOutput];
    expect(places(problemsOf(nodes, edgesOf('in>a', 'a>g', 'g.allowed>t', 't>out')))).toEqual(['/graph/edges/2']);
    const json = { ...anAgent('a'), config: { output: 'json' } };
    expect(problemsOf([anInput, json, gate, tool, anOutput], edgesOf('in>a', 'a>g', 'g.allowed>t', 't>out'))).toEqual(
      [],
    );
  });

  it('has answerable conditions', () => {
    const asked = (condition: unknown) => {
      const { nodes, edges } = when(condition);
      return places(problemsOf(nodes, edges));
    };
    expect(asked({ pointer: '/n', op: 'in', value: [1, 2] })).toEqual([]);
    expect(asked({ pointer: '/n', op: 'in', value: 1 })).toEqual(['/graph/edges/0/condition/value']);
    expect(asked({ pointer: '/n', op: 'exists', value: 1 })).toEqual(['/graph/edges/0/condition/value']);
    expect(asked({ pointer: '/n~2', op: 'eq', value: 1 })).toEqual(['/graph/edges/0/condition/pointer']);
    const text = { pointer: '/n', op: 'eq', value: 1 };
    const [ask, end] = edgesOf('in>work', 'work>out');
    if (ask === undefined || end === undefined) throw new Error('two edges were made');
    const edges = [ask, { ...end, condition: text }];
    expect(places(problemsOf(aSimpleGraph().nodes, edges))).toEqual(['/graph/edges/1/condition/pointer']);
  });
});

import { expect, it } from 'vitest';
import { placeProblems } from './problems.ts';

const graph = {
  nodes: [{ id: 'a', type: 'input', ref: null, config: {}, position: { x: 0, y: 0 } }],
  edges: [{ id: 'e', source: 'a', source_port: 'out', target: 'a', target_port: 'in', kind: 'data' }],
};

it('a problem is put at the node or edge that its pointer names', () => {
  const at = (pointer: string) => placeProblems(graph, [{ pointer, message: 'm' }])[0];
  expect(at('/graph/nodes/0/config/phase')).toMatchObject({ nodeId: 'a', member: 'config/phase' });
  expect(at('/graph/edges/0')).toMatchObject({ edgeId: 'e', member: '' });
  expect(at('/graph/nodes/9')?.nodeId).toBeUndefined();
  expect(at('/graph/nodes')).toEqual({ pointer: '/graph/nodes', message: 'm', member: 'graph/nodes' });
  expect(at('/agent_id')).toMatchObject({ member: 'agent_id' });
});

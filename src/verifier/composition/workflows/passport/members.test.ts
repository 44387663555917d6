/** The members in a composite passport of nested workflows. */
import { describe, expect, it } from 'vitest';
import type { GraphNode } from '../../../../contract/api/workflows/graph.ts';
import type { Db } from '../../../../platform/db/db.ts';
import type { DeployedWorkflow } from '../ports.ts';
import { listPlaces } from './members.ts';

const position = { x: 0, y: 0 };
const nested = (id: string, of: string): GraphNode => ({
  id,
  type: 'workflow',
  ref: { id: of, version: null },
  config: {},
  position,
});
const agent: GraphNode = { id: 'a', type: 'agent', ref: { id: 'bot', version: null }, config: {}, position };
const workflow = (id: string, nodes: readonly GraphNode[]): DeployedWorkflow => ({
  orgId: 'o',
  workspaceId: 'w',
  id,
  revision: 1,
  graphDigest: 'sha256:0',
  agentId: null,
  graph: { nodes: [...nodes], edges: [] },
});

const db = {} as Db;

function lookUp(all: readonly DeployedWorkflow[]) {
  let asked = 0;
  return {
    asked: () => asked,
    async findRunning(_db: Db, _orgId: string, id: string) {
      asked += 1;
      return all.find((one) => one.id === id);
    },
  };
}

describe('members of a workflow', () => {
  const fan = (of: string) => Array.from({ length: 490 }, (_, at) => nested(`n${at}`, of));

  // Node by node, these are 490^4 of them.
  it('are found with one look at each workflow, however often it is nested', async () => {
    const all = [workflow('e', []), workflow('d', fan('e')), workflow('c', fan('d')), workflow('b', fan('c'))];
    const definitions = lookUp(all);
    expect(await listPlaces(definitions, db, workflow('a', fan('b')))).toEqual([]);
    expect(definitions.asked()).toBe(4);
    const named = lookUp([workflow('e', [agent]), ...all.slice(1)]);
    await expect(listPlaces(named, db, workflow('a', fan('b')))).rejects.toThrow(/at most/);
  });

  it('are named by their path, sorted', async () => {
    const definitions = lookUp([workflow('b', [agent, nested('z', 'gone')])]);
    const places = await listPlaces(definitions, db, workflow('top', [nested('y', 'b'), nested('x', 'b'), agent]));
    expect(places).toEqual([
      { nodeId: 'a', agentId: 'bot' },
      { nodeId: 'x/a', agentId: 'bot' },
      { nodeId: 'x/z', agentId: null },
      { nodeId: 'y/a', agentId: 'bot' },
      { nodeId: 'y/z', agentId: null },
    ]);
  });
});

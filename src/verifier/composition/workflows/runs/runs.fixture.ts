/** Graphs in a short form, and runs over a real database with definitions and an executor set by the test. */
import { randomBytes } from 'node:crypto';
import { Registry } from 'prom-client';
import type { Condition, Graph, GraphNode, NodeType } from '../../../../contract/api/workflows/graph.ts';
import type { WorkflowStatus } from '../../../../contract/api/workflows/states.ts';
import type { Clock } from '../../../../platform/clock.ts';
import { withCommits } from '../../../../platform/db/after-commit.ts';
import type { Db } from '../../../../platform/db/db.ts';
import { createLogger } from '../../../../platform/log.ts';
import { createAudit } from '../../../base/audit-log/append.ts';
import { createAuthor } from '../../../base/control/author.ts';
import { createEvents } from '../../../base/events/append.ts';
import type { StepCall, StepEnd, StepExecutor, WorkflowDefinitions } from '../ports.ts';
import { createWorkflowRunServices, type WorkflowRunDeps } from './create.ts';

type NodeOf = NodeType | readonly [NodeType, GraphNode['config']];

/**
 * Edges as `from>to`, `from:port>to:port`, with a leading `!` for control edges; conditions by the text of the edge. Nodes `in`
 * and `out` always exist.
 */
export function aGraph(
  named: Readonly<Record<string, NodeOf>>,
  edges: readonly string[],
  conditions: Readonly<Record<string, Condition>> = {},
): Graph {
  const all: Record<string, NodeOf> = { in: ['input', { type: 'json' }], ...named };
  if (!Object.values(all).includes('output')) all['out'] = 'output';
  return {
    nodes: Object.entries(all).map(([id, of]) => {
      const [type, config] = typeof of === 'string' ? [of, {}] : of;
      return { id, type, ref: null, config, position: { x: 0, y: 0 } };
    }),
    edges: edges.map((text, index) => {
      const [from = '', to = ''] = text.replace('!', '').split('>');
      const [source = '', sourcePort = 'out'] = from.split(':');
      const [target = '', targetPort = 'in'] = to.split(':');
      const condition = conditions[text];
      return {
        id: `e${index}`,
        source,
        source_port: sourcePort,
        target,
        target_port: targetPort,
        kind: text.startsWith('!') ? 'control' : 'data',
        ...(condition === undefined ? {} : { condition }),
      };
    }),
  };
}

/** A chain of agents between input and output. */
export function aChain(length: number, type: NodeType = 'agent'): Graph {
  const ids = Array.from({ length }, (_, index) => `n${index}`);
  const all = ['in', ...ids, 'out'];
  const edges = all.slice(1).map((id, index) => `${all[index]}>${id}`);
  return aGraph(Object.fromEntries(ids.map((id) => [id, type])), edges);
}

export const done = (output: unknown, port = 'out', evidenceIds: readonly string[] = []): StepEnd => ({
  kind: 'done',
  port,
  output,
  evidenceIds,
});

export interface RunFixture extends ReturnType<typeof createWorkflowRunServices> {
  readonly graphs: Map<string, Graph>;
  readonly statuses: Map<string, WorkflowStatus>;
  /** The executor of steps; tools are not repeatable. */
  execute: (call: StepCall) => Promise<StepEnd>;
  /** Every start of a step, as `node/turn`. */
  readonly begun: string[];
  /** True if steps of tools call `aboutToAct` themselves; otherwise it is called when they start. */
  leavesByItself: boolean;
  /** Steps whose approval requests were withdrawn, as `run/node/turn`. */
  readonly withdrawn: string[];
  start(workflowId: string, input?: unknown, orgId?: string): Promise<string>;
  /** Gives the run with its steps, as the API shows it. */
  read(workflowId: string, runId: string, orgId?: string): ReturnType<RunFixture['workflowRunApi']['get']>;
}

export const anna = (orgId = 'default') => createAuthor(orgId, 'anna');

/** `change`: a process with background work, or other limits. */
export function createRunFixture(
  bare: Db,
  clock: Clock,
  change: Partial<Pick<WorkflowRunDeps, 'isScheduled' | 'bounds'>> = {},
): RunFixture {
  const db = withCommits(bare);
  const graphs = new Map<string, Graph>();
  const statuses = new Map<string, WorkflowStatus>();
  const find = (orgId: string, id: string) => {
    const graph = graphs.get(id);
    if (graph === undefined) return undefined;
    const named = { orgId, workspaceId: 'default', id, revision: 1, graphDigest: 'sha256:0', agentId: 'bot' };
    return { ...named, graph };
  };
  const statusOf = (id: string) => statuses.get(id) ?? 'running';
  const definitions: WorkflowDefinitions = {
    findRunning: async (_db, orgId, id) => (statusOf(id) === 'running' ? find(orgId, id) : undefined),
    findRevision: async (_db, orgId, id) => find(orgId, id),
    statusOf: async (_db, _orgId, id) => statusOf(id),
  };
  const begun: string[] = [];
  const withdrawn: string[] = [];
  const executor: StepExecutor = {
    isRepeatable: async ({ node }) => node.type !== 'tool',
    async execute(call) {
      begun.push([call.node.id, ...call.turn].join('/'));
      if (call.node.type === 'tool' && !fixture.leavesByItself) await call.aboutToAct();
      return fixture.execute(call);
    },
  };
  const services = createWorkflowRunServices({
    db,
    clock,
    randomBytes,
    registry: new Registry(),
    isScheduled: false,
    events: createEvents({ clock }),
    audit: createAudit({ clock }),
    log: createLogger({ service: 'verifier', level: 'silent' }),
    definitions,
    executor: () => executor,
    ...change,
    async withdraw({ runId, nodeId, turn }) {
      withdrawn.push([runId, nodeId, ...turn].join('/'));
    },
  });
  const fixture: RunFixture = {
    ...services,
    graphs,
    statuses,
    begun,
    withdrawn,
    leavesByItself: false,
    execute: async ({ input }) => done(input),
    async start(workflowId, input = { n: 1 }, orgId = 'default') {
      const api = services.workflowRunApi;
      return (await db.transaction((tx) => api.startIn(tx, anna(orgId), workflowId, { input }))).id;
    },
    read: (workflowId, runId, orgId) => services.workflowRunApi.get(anna(orgId), workflowId, runId),
  };
  return fixture;
}

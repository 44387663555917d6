/**
 * Reads a submitted graph: fills in defaults and checks the rules that hold even for drafts, so that later code can rely on
 * shapes, ids and ends of edges. `validate.ts` has the other rules.
 */
import { findBoundViolation, isRecord } from '@assay/sdk/contract';
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import {
  EdgeSchema,
  type Graph,
  GraphSchema,
  maxEdges,
  maxNodes,
  NodeSchema,
} from '../../../../contract/api/workflows/graph.ts';
import { addConditionShape } from './condition-rules.ts';
import { layOut } from './layout.ts';
import { createProblems, edgeAt, maxProblems, nodeAt, type Problem, type Problems } from './problems.ts';

const maxGraphBytes = 1024 * 1024;
const maxConfigBytes = 32 * 1024;
const maxDepth = 48;

const { id, type, config, position } = NodeSchema.properties;
/** As stored, but a version may be left out. */
const [refObject] = NodeSchema.properties.ref.anyOf;
const ref = Type.Union([
  Type.Object(
    { id: refObject.properties.id, version: Type.Optional(refObject.properties.version) },
    { additionalProperties: false },
  ),
  Type.Null(),
]);
const edge = EdgeSchema.properties;
const closed = { additionalProperties: false } as const;

const NodeRequestSchema = Type.Object(
  { id, type, ref: Type.Optional(ref), config: Type.Optional(config), position: Type.Optional(position) },
  closed,
);
const EdgeRequestSchema = Type.Object(
  {
    id: Type.Optional(edge.id),
    source: edge.source,
    source_port: Type.Optional(edge.source_port),
    target: edge.target,
    target_port: Type.Optional(edge.target_port),
    kind: Type.Optional(edge.kind),
    // Checked by a walk of its own, which can say where in a condition the problem is.
    condition: Type.Optional(Type.Unknown()),
  },
  closed,
);
const check = Compile(
  Type.Object({ nodes: Type.Array(NodeRequestSchema), edges: Type.Optional(Type.Array(EdgeRequestSchema)) }, closed),
);

const graphCheck = Compile(GraphSchema);

export type ReadGraph =
  | { readonly ok: true; readonly graph: Graph }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** The graph of a workflow that was created without one: a draft to fill. */
export const emptyGraph: Graph = { nodes: [], edges: [] };

/** Gives the graph with its defaults, or its problems. Never throws. */
export function readGraph(candidate: unknown): ReadGraph {
  const problems = createProblems();
  // Must come first: it stops before thousands of nodes are checked one by one.
  if (!addCountProblems(problems, candidate)) {
    const bound = findBoundViolation(candidate, { bytes: maxGraphBytes, depth: maxDepth });
    if (bound !== undefined) problems.add('/graph', bound);
  }
  if (problems.list.length > 0) return { ok: false, problems: problems.list };
  if (!check.Check(candidate)) {
    addSchemaProblems(problems, candidate);
    return { ok: false, problems: problems.list };
  }
  const { nodes, edges = [] } = candidate;
  for (const [index, { condition }] of edges.entries()) {
    if (condition !== undefined) addConditionShape(problems, `${edgeAt(index)}/condition`, condition);
  }
  addNodeConditions(problems, nodes);
  if (problems.list.length > 0) return { ok: false, problems: problems.list };
  const graph = withDefaults(nodes, edges);
  if (!graphCheck.Check(graph)) {
    problems.add('/graph', 'does not have the shape of a graph');
    return { ok: false, problems: problems.list };
  }
  addIdProblems(problems, graph);
  addConfigSizes(problems, graph);
  return problems.list.length > 0 ? { ok: false, problems: problems.list } : { ok: true, graph };
}

type NodeRequest = Static<typeof NodeRequestSchema>;
type EdgeRequest = Static<typeof EdgeRequestSchema>;

function withDefaults(nodes: readonly NodeRequest[], edges: readonly EdgeRequest[]): unknown {
  const inputId = nodes.find((node) => node.type === 'input')?.id;
  const ids = nodes.map((node) => node.id);
  const places = nodes.every((node) => node.position !== undefined) ? undefined : layOut(ids, inputId, edges);
  const nextId = createEdgeIds(edges);
  return {
    nodes: nodes.map((node) => ({
      id: node.id,
      type: node.type,
      ref: node.ref === undefined || node.ref === null ? null : { id: node.ref.id, version: node.ref.version ?? null },
      config: node.config ?? {},
      position: node.position ?? places?.get(node.id) ?? { x: 0, y: 0 },
    })),
    edges: edges.map(({ condition, ...given }) => ({
      id: given.id ?? nextId(),
      source: given.source,
      source_port: given.source_port ?? 'out',
      target: given.target,
      target_port: given.target_port ?? 'in',
      kind: given.kind ?? 'data',
      ...(condition === undefined ? {} : { condition }),
    })),
  };
}

/** Generates ids for edges that have none: `edge-1` and on, skipping those in use. */
function createEdgeIds(edges: readonly EdgeRequest[]): () => string {
  const taken = new Set(edges.map((one) => one.id));
  let last = 0;
  return () => {
    do last += 1;
    while (taken.has(`edge-${last}`));
    return `edge-${last}`;
  };
}

function addCountProblems(problems: Problems, candidate: unknown): boolean {
  if (!isRecord(candidate)) return false;
  const tooMany = (list: unknown, most: number) => Array.isArray(list) && list.length > most;
  if (tooMany(candidate['nodes'], maxNodes)) problems.add('/graph/nodes', `a graph has at most ${maxNodes} nodes`);
  if (tooMany(candidate['edges'], maxEdges)) problems.add('/graph/edges', `a graph has at most ${maxEdges} edges`);
  return problems.list.length > 0;
}

function addSchemaProblems(problems: Problems, candidate: unknown): void {
  const told = new Set<string>();
  for (const { keyword, instancePath, message, params } of check.Errors(candidate)) {
    // The member itself is reported too.
    if (keyword === 'additionalProperties' || told.has(instancePath) || told.size >= maxProblems) continue;
    told.add(instancePath);
    problems.add(`/graph${instancePath}`, keyword === 'boolean' ? 'is not known here' : toSentence(message, params));
  }
  if (problems.list.length === 0) problems.add('/graph', 'does not have the shape of a graph');
}

function toSentence(message: string, params: unknown): string {
  const allowed = isRecord(params) ? params['allowedValues'] : undefined;
  return Array.isArray(allowed) ? `must be one of: ${allowed.join(', ')}` : message;
}

/** Conditions in configs have the same bounds as on edges. */
function addNodeConditions(problems: Problems, nodes: readonly NodeRequest[]): void {
  for (const [index, { type: nodeType, config: given = {} }] of nodes.entries()) {
    const at = `${nodeAt(index)}/config`;
    if (nodeType === 'loop' && given['until'] !== undefined) addConditionShape(problems, `${at}/until`, given['until']);
    const cases = nodeType === 'branch' ? given['cases'] : undefined;
    if (!Array.isArray(cases)) continue;
    for (const [place, one] of cases.slice(0, 50).entries()) {
      if (isRecord(one) && one['when'] !== undefined) {
        addConditionShape(problems, `${at}/cases/${place}/when`, one['when']);
      }
    }
  }
}

function addIdProblems(problems: Problems, { nodes, edges }: Graph): void {
  const nodeIds = addDuplicates(problems, nodes, nodeAt);
  addDuplicates(problems, edges, edgeAt);
  for (const [index, { source, target }] of edges.entries()) {
    if (!nodeIds.has(source)) problems.add(`${edgeAt(index)}/source`, 'there is no such node');
    if (!nodeIds.has(target)) problems.add(`${edgeAt(index)}/target`, 'there is no such node');
  }
}

function addDuplicates(
  problems: Problems,
  list: readonly { readonly id: string }[],
  at: (index: number) => string,
): ReadonlySet<string> {
  const known = new Set<string>();
  for (const [index, one] of list.entries()) {
    if (known.has(one.id)) problems.add(`${at(index)}/id`, 'the id already exists');
    known.add(one.id);
  }
  return known;
}

function addConfigSizes(problems: Problems, { nodes }: Graph): void {
  for (const [index, node] of nodes.entries()) {
    const bound = findBoundViolation(node.config, { bytes: maxConfigBytes, depth: maxDepth });
    if (bound !== undefined) problems.add(`${nodeAt(index)}/config`, bound);
  }
}

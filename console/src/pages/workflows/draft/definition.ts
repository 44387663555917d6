/** A definition as YAML and back. The text is what `assay workflow create FILE` takes. */
import type { Client } from '@assay/client';
import { Document, isMap, isSeq, LineCounter, parseDocument, visit } from 'yaml';
import type { Definition, Graph, GraphEdge, GraphNode } from './graph.ts';
import { layOut } from './layout.ts';

export interface TextProblem {
  /** From 1. */
  readonly line: number;
  readonly message: string;
}

export type ReadText =
  | { readonly definition: Definition; readonly problem?: undefined }
  | { readonly definition?: undefined; readonly problem: TextProblem };

type Members = Readonly<Record<string, unknown>>;

/** Leaves out what the verifier fills in: ports `out` and `in`, kind `data`, an empty config, no reference. */
export function toYaml({ name, description, agent_id, graph }: Definition): string {
  const document = new Document(
    {
      name,
      ...(description === '' ? {} : { description }),
      ...(agent_id === null ? {} : { agent_id }),
      graph: { nodes: graph.nodes.map(briefNode), edges: graph.edges.map(briefEdge) },
    },
    { aliasDuplicateObjects: false },
  );
  // One line for what is read as one: references, places and edges.
  visit(document, {
    Pair: (_key, { key, value }, path) => {
      const isBrief = String(key) === 'position' || (String(key) === 'ref' && path.length > 4);
      if (isBrief && isMap(value)) value.flow = true;
    },
  });
  const edges = document.getIn(['graph', 'edges']);
  if (isSeq(edges)) for (const edge of edges.items) if (isMap(edge) && !edge.has('condition')) edge.flow = true;
  return document.toString({ lineWidth: 120 });
}

function briefNode({ id, type, ref, config, position }: GraphNode): Members {
  return {
    id,
    type,
    ...(ref === null ? {} : { ref: ref.version === null ? { id: ref.id } : ref }),
    ...(Object.keys(config).length === 0 ? {} : { config }),
    position,
  };
}

function briefEdge({ id, source, source_port: from, target, target_port: to, kind, condition }: GraphEdge): Members {
  return {
    id,
    source,
    ...(from === 'out' ? {} : { source_port: from }),
    target,
    ...(to === 'in' ? {} : { target_port: to }),
    ...(kind === 'data' ? {} : { kind }),
    ...(condition === undefined ? {} : { condition }),
  };
}

/** Reads a whole workflow, or a graph alone, which keeps the other members of `before`. */
export function fromYaml(text: string, before: Definition): ReadText {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, merge: false, stringKeys: true });
  const [error] = document.errors;
  if (error !== undefined) return refuse(lines.linePos(error.pos[0]).line, error.message);
  let value: unknown;
  try {
    value = document.toJS({ maxAliasCount: 100 });
  } catch (cause) {
    return refuse(1, cause instanceof Error ? cause.message : String(cause));
  }
  const at = (...path: readonly (string | number)[]): number => {
    for (let length = path.length; length > 0; length -= 1) {
      const node: unknown = document.getIn(path.slice(0, length), true);
      if (typeof node === 'object' && node !== null && 'range' in node && Array.isArray(node.range)) {
        return lines.linePos(Number(node.range[0])).line;
      }
    }
    return 1;
  };
  try {
    return { definition: readDefinition(value, before, at) };
  } catch (cause) {
    if (cause instanceof Refusal) return refuse(cause.line, cause.message);
    throw cause;
  }
}

function refuse(line: number, message: string): ReadText {
  return { problem: { line: Math.max(1, line), message: message.split('\n', 1)[0] ?? message } };
}

class Refusal extends Error {
  readonly line: number;
  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}

type At = (...path: readonly (string | number)[]) => number;

function readDefinition(value: unknown, before: Definition, at: At): Definition {
  if (!isMembers(value)) throw new Refusal(1, 'This is no workflow: it needs name and graph, or nodes and edges.');
  const isGraph = 'nodes' in value;
  const { name, description, agent_id: agentId } = isGraph ? before : { ...emptied, ...value };
  if (typeof name !== 'string' || name === '') throw new Refusal(at('name'), 'name has to be a text.');
  if (typeof description !== 'string') throw new Refusal(at('description'), 'description has to be a text.');
  if (agentId !== null && typeof agentId !== 'string') throw new Refusal(at('agent_id'), 'agent_id is an id or null.');
  const given = isGraph ? value : value['graph'];
  const path = isGraph ? [] : ['graph'];
  if (!isMembers(given)) throw new Refusal(at(...path), 'graph needs nodes and edges.');
  return { name, description, agent_id: agentId, graph: readGraph(given, (...rest) => at(...path, ...rest)) };
}

const emptied = { name: undefined, description: '', agent_id: null };

function readGraph(given: Members, at: At): Graph {
  const { nodes = [], edges = [] } = given;
  if (!Array.isArray(nodes)) throw new Refusal(at('nodes'), 'nodes has to be a list.');
  if (!Array.isArray(edges)) throw new Refusal(at('edges'), 'edges has to be a list.');
  const read = nodes.map((node: unknown, index) => readNode(node, at('nodes', index)));
  const taken = new Set(edges.map((edge: unknown) => (isMembers(edge) ? edge['id'] : undefined)));
  let last = 0;
  const nextId = () => {
    do last += 1;
    while (taken.has(`edge-${last}`));
    return `edge-${last}`;
  };
  const graph: Graph = {
    nodes: read.map(({ node }) => node),
    edges: edges.map((edge: unknown, index) => readEdge(edge, at('edges', index), nextId)),
  };
  return read.some(({ isPlaced }) => !isPlaced) ? layOut(graph) : graph;
}

function readNode(given: unknown, line: number): { readonly node: GraphNode; readonly isPlaced: boolean } {
  if (!isMembers(given)) throw new Refusal(line, 'A node has to be a map with id and type.');
  const { id, type, ref = null, config = {}, position } = given;
  if (typeof id !== 'string' || id === '') throw new Refusal(line, 'A node needs an id.');
  if (typeof type !== 'string') throw new Refusal(line, `Node ${id} needs a type.`);
  if (!isMembers(config)) throw new Refusal(line, `config of node ${id} has to be a map.`);
  const isPlaced = isMembers(position) && typeof position['x'] === 'number' && typeof position['y'] === 'number';
  const place = isPlaced ? { x: Number(position['x']), y: Number(position['y']) } : { x: 0, y: 0 };
  return { node: { id, type, ref: readRef(ref, id, line), config, position: place }, isPlaced };
}

function readRef(ref: unknown, id: string, line: number): GraphNode['ref'] {
  if (ref === null) return null;
  const version = isMembers(ref) ? (ref['version'] ?? null) : null;
  if (!isMembers(ref) || typeof ref['id'] !== 'string' || (version !== null && typeof version !== 'string')) {
    throw new Refusal(line, `ref of node ${id} has to be a map with id, and version if there is one.`);
  }
  return { id: ref['id'], version };
}

function readEdge(given: unknown, line: number, nextId: () => string): GraphEdge {
  if (!isMembers(given)) throw new Refusal(line, 'An edge has to be a map with source and target.');
  const { id = nextId(), source, source_port = 'out', target, target_port = 'in', kind = 'data', condition } = given;
  const texts = { id, source, source_port, target, target_port, kind };
  for (const [name, value] of Object.entries(texts)) {
    if (typeof value !== 'string' || value === '') throw new Refusal(line, `${name} of an edge has to be a text.`);
  }
  if (condition !== undefined && !isMembers(condition)) throw new Refusal(line, 'A condition has to be a map.');
  return {
    id: String(id),
    source: String(source),
    source_port: String(source_port),
    target: String(target),
    target_port: String(target_port),
    kind: String(kind),
    ...(condition === undefined ? {} : { condition }),
  };
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The body that saves a definition. */
export function toBody({ name, description, agent_id, graph }: Definition): SaveBody {
  return { name, description, agent_id, graph };
}
type SaveBody = Parameters<Client['workflows']['update']>[0]['body'];

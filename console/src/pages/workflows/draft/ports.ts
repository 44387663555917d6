/** The ports of each node type: where edges begin and end. The verifier decides; this is what is drawn. */
import type { GraphNode } from './graph.ts';

const mostPorts = 50;

export function inPortsOf({ type }: Pick<GraphNode, 'type'>): readonly string[] {
  if (type === 'input') return [];
  return type === 'loop' ? ['in', 'next'] : ['in'];
}

/** Takes a config of any shape: validation tells what is wrong in it. */
export function outPortsOf({ type, config }: Pick<GraphNode, 'type' | 'config'>): readonly string[] {
  if (type === 'output') return [];
  if (type === 'policy_gate') return ['allowed', 'denied'];
  if (type === 'human_approval') return ['approved', 'denied'];
  if (type === 'loop') return ['body', 'done'];
  return type === 'branch' ? branchPorts(config) : ['out'];
}

function branchPorts(config: GraphNode['config']): readonly string[] {
  const isByModel = config['by'] === 'model';
  const listed = isByModel ? config['ports'] : config['cases'];
  const names = Array.isArray(listed) ? listed.slice(0, mostPorts).map(portOf) : [];
  const all = isByModel ? names : [...names, config['otherwise']];
  return [...new Set(all)].filter((name) => typeof name === 'string' && name !== '') as string[];
}

function portOf(item: unknown): unknown {
  return typeof item === 'object' && item !== null && 'port' in item ? item.port : undefined;
}

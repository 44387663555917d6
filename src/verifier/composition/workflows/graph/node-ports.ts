/** Ports of each node type, and the types of their values. */
import type { GraphNode } from '../../../../contract/api/workflows/graph.ts';

/** `same`: the input is passed on. */
export type PortType = 'text' | 'json' | 'any' | 'same';

export interface Port {
  readonly name: string;
  readonly type: PortType;
}

const inAny: readonly Port[] = [{ name: 'in', type: 'any' }];
const same = (...names: readonly string[]): Port[] => names.map((name) => ({ name, type: 'same' }));

/** Ports that edges may lead to. */
export function inPortsOf({ type, config }: GraphNode): readonly Port[] {
  if (type === 'input') return [];
  // Without a template the input itself is the tool's arguments, which are an object.
  if (type === 'tool') return [{ name: 'in', type: config['arguments'] === undefined ? 'json' : 'any' }];
  return type === 'loop' ? [...inAny, { name: 'next', type: 'any' }] : inAny;
}

/** Ports that edges may come from. Accepts a config of any shape: another check reports what is wrong in it. */
export function outPortsOf(node: GraphNode): readonly Port[] {
  const { type, config } = node;
  switch (type) {
    case 'output':
      return [];
    case 'input':
      return [{ name: 'out', type: config['type'] === 'json' ? 'json' : 'text' }];
    case 'agent':
    case 'model':
      return [{ name: 'out', type: config['output'] === 'json' ? 'json' : 'text' }];
    case 'auditor':
      return [{ name: 'out', type: 'json' }];
    case 'policy_gate':
      return same('allowed', 'denied');
    case 'human_approval':
      return same('approved', 'denied');
    case 'loop':
      return [
        { name: 'body', type: 'any' },
        { name: 'done', type: 'any' },
      ];
    case 'branch':
      return same(...branchPorts(config));
    case 'tool':
    case 'workflow':
      return [{ name: 'out', type: 'any' }];
  }
}

const maxPorts = 50;

function branchPorts(config: Readonly<Record<string, unknown>>): string[] {
  const isByModel = config['by'] === 'model';
  const listed = isByModel ? config['ports'] : config['cases'];
  const names = Array.isArray(listed) ? listed.slice(0, maxPorts).map((item: unknown) => nameOf(item)) : [];
  return [...new Set([...names, isByModel ? undefined : config['otherwise']])].filter(
    (name) => typeof name === 'string',
  );
}

function nameOf(item: unknown): unknown {
  return typeof item === 'object' && item !== null && 'port' in item ? item.port : undefined;
}

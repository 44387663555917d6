/** The organisation, its workspaces and their agents as a tree, each with the number of its own policies. */
import type { Agent, Workspace } from '@assay/client';
import { policiesTexts as texts } from '../../texts/policies.ts';

export type Level = 'org' | 'workspace' | 'agent';

export interface Scope {
  readonly level: Level;
  readonly id: string;
}

export interface ScopeNode {
  readonly scope: Scope;
  /** As it stands in addresses: `workspace:default`. */
  readonly key: string;
  readonly name: string;
  readonly policies: number;
  readonly children: readonly ScopeNode[];
}

interface TreeInput {
  readonly org: { readonly id: string; readonly name: string };
  readonly workspaces: readonly Pick<Workspace, 'id' | 'name'>[];
  readonly agents: readonly Pick<Agent, 'id' | 'name' | 'workspace_id'>[];
  readonly policies: readonly { readonly scope: { readonly level: string; readonly id: string } }[];
}

export function keyOf({ level, id }: { readonly level: string; readonly id: string }): string {
  return `${level}:${id}`;
}

/** Reads a key of an address; undefined for what is none. */
export function scopeOf(key: string | undefined): Scope | undefined {
  const found = /^(org|workspace|agent):(.+)$/s.exec(key ?? '');
  const level = (['org', 'workspace', 'agent'] as const).find((one) => one === found?.[1]);
  return level === undefined || found?.[2] === undefined ? undefined : { level, id: found[2] };
}

export function toTree({ org, workspaces, agents, policies }: TreeInput): ScopeNode {
  const counts = new Map<string, number>();
  for (const { scope } of policies) counts.set(keyOf(scope), (counts.get(keyOf(scope)) ?? 0) + 1);
  const node = (level: Level, id: string, name: string, children: readonly ScopeNode[] = []): ScopeNode => {
    const key = keyOf({ level, id });
    return { scope: { level, id }, key, name: name === '' ? id : name, policies: counts.get(key) ?? 0, children };
  };
  const inside = (workspace: string) =>
    agents
      .filter(({ workspace_id: own }) => own === workspace)
      .map(({ id, name }) => node('agent', id, name))
      .toSorted(byName);
  return node(
    'org',
    org.id,
    org.name,
    workspaces.map(({ id, name }) => node('workspace', id, name, inside(id))).toSorted(byName),
  );
}

function byName(one: ScopeNode, other: ScopeNode): number {
  return one.name.localeCompare(other.name);
}

/** Keeps what has the words in its name or id, and what leads there; undefined if nothing has. */
export function findInTree(tree: ScopeNode, words: string): ScopeNode | undefined {
  const wanted = words.trim().toLowerCase();
  if (wanted === '' || tree.name.toLowerCase().includes(wanted) || tree.scope.id.toLowerCase().includes(wanted)) {
    return tree;
  }
  const children = tree.children.flatMap((child) => findInTree(child, wanted) ?? []);
  return children.length === 0 ? undefined : { ...tree, children };
}

/** Such as "the workspace default". */
export function nameScope({ level, id }: { readonly level: string; readonly id: string }): string {
  const word = level === 'org' ? texts.levels.org : level === 'workspace' ? texts.levels.workspace : texts.levels.agent;
  return `${word.toLowerCase()} ${id}`;
}

/** A scope of an answer as one of a call. A level of a later release is read as the widest. */
export function toScope({ level, id }: { readonly level: string; readonly id: string }): Scope {
  return { level: level === 'workspace' || level === 'agent' ? level : 'org', id };
}

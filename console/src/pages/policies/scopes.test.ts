import { describe, expect, it } from 'vitest';
import { findInTree, keyOf, scopeOf, toTree } from './scopes.ts';

const tree = toTree({
  org: { id: 'default', name: 'Acme' },
  workspaces: [
    { id: 'w2', name: 'Zeta' },
    { id: 'w1', name: '' },
  ],
  agents: [
    { id: 'clerk', name: 'Invoice clerk', workspace_id: 'w1' },
    { id: 'bot', name: 'Bot', workspace_id: 'w1' },
  ],
  policies: [{ scope: { level: 'org', id: 'default' } }, { scope: { level: 'agent', id: 'clerk' } }],
});

describe('the tree of scopes', () => {
  it('holds workspaces in the organisation and agents in workspaces, by name', () => {
    expect(tree.children.map(({ key }) => key)).toEqual(['workspace:w1', 'workspace:w2']);
    expect(tree.children[0]?.children.map(({ name }) => name)).toEqual(['Bot', 'Invoice clerk']);
  });

  it('counts the policies of each scope itself', () => {
    expect(tree.policies).toBe(1);
    expect(tree.children[0]?.policies).toBe(0);
    expect(tree.children[0]?.children[1]?.policies).toBe(1);
  });

  it('shows the name, or the id of what has none', () => {
    expect(tree.children[0]?.name).toBe('w1');
  });

  it('keeps what leads to a name that is searched', () => {
    const found = findInTree(tree, 'invoice');
    expect(found?.children.map(({ key }) => key)).toEqual(['workspace:w1']);
    expect(found?.children[0]?.children.map(({ key }) => key)).toEqual(['agent:clerk']);
    expect(findInTree(tree, 'nobody')).toBeUndefined();
  });
});

describe('the key of a scope', () => {
  it('is read back, also with colons in the id', () => {
    const scope = { level: 'agent', id: 'a:b' } as const;
    expect(scopeOf(keyOf(scope))).toEqual(scope);
  });

  it('is refused where it names no level', () => {
    expect(scopeOf('team:a')).toBeUndefined();
    expect(scopeOf(undefined)).toBeUndefined();
  });
});

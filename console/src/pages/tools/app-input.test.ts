import { describe, expect, it } from 'vitest';
import { emptyDraft, toAppInput } from './app-input.ts';

const draft = {
  ...emptyDraft,
  name: ' com.example/crm ',
  title: 'CRM',
  description: 'Customers',
  url: 'https://crm.example.com',
};

describe('toAppInput', () => {
  it('sends the part of the type that is chosen and no other', () => {
    const parts = ['remotes', 'packages', 'auditor', 'runtime', 'skill'] as const;
    const sent = (type: typeof emptyDraft.type, use: 'remote' | 'package' = 'remote') => {
      const input = toAppInput({ ...draft, type, use });
      return parts.filter((part) => input[part] !== undefined);
    };
    expect(sent('mcp_server')).toEqual(['remotes']);
    expect(sent('mcp_server', 'package')).toEqual(['packages']);
    expect(sent('a2a_agent')).toEqual(['remotes']);
    expect(sent('auditor')).toEqual(['auditor']);
    expect(sent('runtime')).toEqual(['runtime']);
    expect(sent('skill')).toEqual(['skill']);
  });

  it('leaves out what is empty', () => {
    const { category, publisher, auth_hint: hint, name } = toAppInput(draft);
    expect({ category, publisher, hint, name }).toEqual({
      category: undefined,
      publisher: undefined,
      hint: undefined,
      name: 'com.example/crm',
    });
  });

  it('splits a command at its spaces', () => {
    const { runtime } = toAppInput({ ...draft, type: 'runtime', command: ' node  main.js ' });
    expect(runtime?.command).toEqual(['node', 'main.js']);
  });
});

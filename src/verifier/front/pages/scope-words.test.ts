import { describe, expect, it } from 'vitest';
import { fullScope, knownScopes, mcpScopes } from '../../base/access/actions.ts';
import { scopeWords, wordsOfScope } from './scope-words.ts';

describe('the words of scopes', () => {
  it('say what every scope means that a key or a token can have', () => {
    const lacking = [...knownScopes, ...mcpScopes, fullScope].filter((scope) => wordsOfScope(scope) === undefined);
    expect(lacking).toEqual([]);
  });

  it('are there for no scope that does not exist, and no two scopes are said alike', () => {
    const openId = ['openid', 'profile', 'email', 'offline_access'];
    expect(
      Object.keys(scopeWords).filter((scope) => ![...knownScopes, ...mcpScopes, fullScope, ...openId].includes(scope)),
    ).toEqual([]);
    expect(new Set(Object.values(scopeWords)).size).toBe(Object.keys(scopeWords).length);
  });

  it('take no name of an object member for a scope', () => {
    expect(wordsOfScope('constructor')).toBeUndefined();
  });
});

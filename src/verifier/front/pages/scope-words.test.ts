import { describe, expect, it } from 'vitest';
import { fullScope, knownScopes, mcpScopes } from '../../base/access/actions.ts';
import { scopeWords, wordsOfScope } from './scope-words.ts';

describe('the words of scopes', () => {
  it('explain every possible scope of a key or a token', () => {
    const lacking = [...knownScopes, ...mcpScopes, fullScope].filter((scope) => wordsOfScope(scope) === undefined);
    expect(lacking).toEqual([]);
  });

  it('exist for existing scopes only, and are distinct', () => {
    const openId = ['openid', 'profile', 'email', 'offline_access'];
    expect(
      Object.keys(scopeWords).filter((scope) => ![...knownScopes, ...mcpScopes, fullScope, ...openId].includes(scope)),
    ).toEqual([]);
    expect(new Set(Object.values(scopeWords)).size).toBe(Object.keys(scopeWords).length);
  });

  it('treat no object member name as a scope', () => {
    expect(wordsOfScope('constructor')).toBeUndefined();
  });
});

import { describe, expect, it } from 'vitest';
import { fullScope, knownScopes, mcpScopes } from '../../base/access/actions.ts';
import { scopeTexts, textOfScope } from './scope-texts.ts';

describe('the words of scopes', () => {
  it('explain every possible scope of a key or a token', () => {
    const lacking = [...knownScopes, ...mcpScopes, fullScope].filter((scope) => textOfScope(scope) === undefined);
    expect(lacking).toEqual([]);
  });

  it('exist for existing scopes only, and are distinct', () => {
    const openId = ['openid', 'profile', 'email', 'offline_access'];
    expect(
      Object.keys(scopeTexts).filter((scope) => ![...knownScopes, ...mcpScopes, fullScope, ...openId].includes(scope)),
    ).toEqual([]);
    expect(new Set(Object.values(scopeTexts)).size).toBe(Object.keys(scopeTexts).length);
  });

  it('treat no object member name as a scope', () => {
    expect(textOfScope('constructor')).toBeUndefined();
  });
});

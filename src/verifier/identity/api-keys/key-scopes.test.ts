import { describe, expect, it } from 'vitest';
import { keyScopes } from '../../../contract/api/api-keys/states.ts';
import { fullScope, knownScopes } from '../../base/access/actions.ts';

describe('scopes of API keys', () => {
  it('are those that an action takes, and all of them', () => {
    expect(keyScopes).toEqual([...knownScopes, fullScope]);
  });
});

import { describe, expect, it } from 'vitest';
import { scopesOf } from './scope.ts';

describe('the scope in the address', () => {
  it('is the organisation, then the workspace, then the agent', () => {
    expect(scopesOf({ organization: 'o', workspace: 'w', agent: 'a' }).map(({ level }) => level)).toEqual([
      'org',
      'workspace',
      'agent',
    ]);
  });

  it('leaves out an agent without its workspace, so that no level is skipped', () => {
    expect(scopesOf({ organization: 'o', workspace: undefined, agent: 'a' })).toEqual([{ level: 'org', id: 'o' }]);
  });

  it('is nothing before the session is known', () => {
    expect(scopesOf({ organization: undefined, workspace: 'w', agent: undefined })).toEqual([]);
  });
});

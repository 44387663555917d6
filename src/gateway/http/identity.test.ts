/** A gateway that is limited to workspaces serves the agents of those, and no others. */
import { describe, expect, it } from 'vitest';
import { isAppError } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/access.ts';
import { createDenyingState } from '../state/active-state.ts';
import { type IdentityOptions, identifyAs, readServedWorkspaces } from './identity.ts';

const caller: Caller = {
  user: 'local',
  kind: 'operator',
  role: 'operator',
  organisation: 'default',
  authentication: 'loopback',
  scopes: 'all',
  isDeployment: false,
};
const trace = {
  traceId: '0af7651916cd43dd8448eb211c80319c',
  spanId: 'b7ad6b7169203331',
  parentId: undefined,
  sampled: true,
};
const denying = createDenyingState({ chain: [], policyId: 'p', reasons: [], problems: [], engineVersion: '4' });

function ask(workspaceId: string, servedWorkspaces: readonly string[] | undefined): unknown {
  const options: IdentityOptions = {
    mode: 'enforce',
    defaultSessionId: 'default',
    now: () => 0,
    servedWorkspaces,
    standingOf: () => ({ workspaceId, status: 'active' }),
    actingOf: () => ({ workspaceId, state: denying, config: undefined, mode: { word: 'enforce' } }),
  };
  try {
    return identifyAs({ caller, trace, agentId: 'clerk', sessionId: undefined }, options).identity.workspaceId;
  } catch (error) {
    if (isAppError(error, 'forbidden')) return error.extensions?.['reason'];
    throw error;
  }
}

describe('the workspaces of a gateway', () => {
  it('are limiting: a call for another’s agent is 403 before anything is judged', () => {
    expect(ask('a', ['a', 'b'])).toBe('a');
    expect(ask('c', ['a', 'b'])).toBe('workspace_not_served');
    expect(ask('default', ['a'])).toBe('workspace_not_served');
  });

  it('are all of the organisation by default', () => {
    expect(ask('c', readServedWorkspaces(' '))).toBe('c');
  });

  it('are read from a list; an invalid id prevents the start', () => {
    expect(readServedWorkspaces('a, b')).toEqual(['a', 'b']);
    for (const text of ['a,,b', 'a b', ',']) expect(() => readServedWorkspaces(text)).toThrow(/GATEWAY_WORKSPACES/);
  });
});

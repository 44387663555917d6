/** Callers for every column of the table of rights, and the agent of the tests. */
import type { Caller, Identify, Role } from '../../../platform/http/access.ts';
import type { AgentAccess } from './authorize.ts';
import type { RightsColumn } from './rights-table.ts';

/** The agent of the tests: one owner, one editor. */
export const agentId = 'rights-agent';
export const owners = ['usr_owner'];
export const editors = ['usr_editor'];

export function anAgentAccess(orgId: string): AgentAccess {
  return { id: agentId, orgId, owners, editors };
}

const person = (user: string, role: Role, organisation: string): Caller => ({
  user,
  kind: 'person',
  role,
  organisation,
  authentication: 'api_key',
  scopes: 'all',
  isDeployment: false,
});

/** Gives a caller of a column in an organisation. */
export function aCaller(column: RightsColumn, organisation = 'default'): Caller {
  switch (column) {
    case 'anonymous':
      return {
        ...person('anonymous', 'anonymous', organisation),
        kind: 'anonymous',
        authentication: 'none',
        scopes: [],
      };
    case 'deployment':
      return { ...person('operator', 'admin', organisation), kind: 'operator', isDeployment: true };
    case 'agent':
      return {
        ...person(agentId, 'agent', organisation),
        kind: 'agent',
        owners: [{ user: 'usr_owner', role: 'operator' }],
      };
    case 'gateway':
      return { ...person('gw_1', 'gateway', organisation), kind: 'gateway', gatewayId: 'nothing' };
    case 'owner':
      return person('usr_owner', 'viewer', organisation);
    case 'delegated':
      return {
        ...person('usr_operator', 'operator', organisation),
        authentication: 'oauth',
        owners: [{ user: 'usr_owner', role: 'operator' }],
        actor: { agentId, spiffeId: `spiffe://localhost/agent/${agentId}`, grantId: 'dgr_1' },
      };
    case 'editor':
      return person('usr_editor', 'viewer', organisation);
    default:
      return person(`usr_${column}`, column, organisation);
  }
}

/** Makes callers, each with its own credential. */
export function createTestCallers() {
  const callers = new Map<string, Caller>();
  const identify: Identify = { byCredential: ({ credential }) => callers.get(credential) };
  return {
    identify,
    /** Gives the headers that identify a caller. */
    as(caller: Caller): Record<string, string> {
      if (caller.kind === 'anonymous') return {};
      const credential = `test:${callers.size}`;
      callers.set(credential, caller);
      return { 'x-assay-key': credential };
    },
  };
}

/**
 * The services that agents need and that are wired later: members, OAuth clients, the lifecycle. Until then everything here fails
 * closed: only the built-in operators are known, and no credential can be made.
 */
import type { Db } from '../../../platform/db/db.ts';
import type { Role } from '../../../platform/http/access.ts';
import { builtInRole } from '../../base/access/built-in-role.ts';
import type { Author } from '../../base/control/author.ts';
import type { Events } from '../../base/events/append.ts';
import { defaultOrganisation } from '../../base/tenancy.ts';
import type { ReadStaleness } from '../lifecycle/read-staleness.ts';
import type { AgentClients } from './clients.ts';

/** Runs in the transaction that decommissions or removes an agent. */
export type AgentHook = (tx: Db, author: Author, agentId: string) => Promise<void>;

export interface AgentPartners {
  /** Gives the present role of a person or a built-in operator; undefined if they left. */
  roleOf: (db: Db, orgId: string, principal: string) => Promise<Role | undefined>;
  /** Undefined without an issuer. */
  clients: AgentClients | undefined;
  /** Undefined without a lifecycle: every agent's staleness is then unknown. */
  stalenessOf: ReadStaleness | undefined;
  /** Receives the events of an agent's life; undefined if nobody subscribes. */
  events: Pick<Events, 'appendMany'> | undefined;
  /** Ends what a decommissioned or removed agent must no longer use, such as API keys. */
  readonly onRetired: AgentHook[];
  /** Removes what belongs to a removed agent: settings, policies. */
  readonly onRemoved: AgentHook[];
}

export function createAgentPartners(): AgentPartners {
  return {
    roleOf: async (_db, orgId, principal) => builtInRole(orgId, principal, defaultOrganisation),
    clients: undefined,
    stalenessOf: undefined,
    events: undefined,
    onRetired: [],
    onRemoved: [],
  };
}

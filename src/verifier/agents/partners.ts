/**
 * What agents need of services that are wired after them: members, OAuth clients, the lifecycle. Until those are there
 * everything here fails closed: nobody but the built-in operators is known, and no credential can be made.
 */
import type { Db } from '../../platform/db/db.ts';
import type { Role } from '../../platform/http/access.ts';
import type { Author } from '../control/author.ts';
import type { Events } from '../events/append.ts';
import type { OAuthClients } from '../issuer/seams.ts';
import type { ReadStaleness } from '../lifecycle/read-staleness.ts';
import { builtInRole } from '../members/roles.ts';
import { defaultOrganisation } from '../tenancy.ts';

/** The OAuth clients of agents; all in the caller's transaction. */
export type AgentClients = Pick<OAuthClients, 'createForAgent' | 'rotate' | 'disable' | 'remove'>;

/** Runs in the transaction that retires or removes an agent. */
export type AgentHook = (tx: Db, author: Author, agentId: string) => Promise<void>;

export interface AgentPartners {
  /** The present role of a person or a built-in operator; undefined for whoever left. */
  roleOf: (db: Db, orgId: string, principal: string) => Promise<Role | undefined>;
  /** Undefined where no issuer runs. */
  clients: AgentClients | undefined;
  /** Undefined where nobody watches: every agent's staleness is unknown. */
  stalenessOf: ReadStaleness | undefined;
  /** Where the steps of an agent's life are told; undefined where nobody follows them. */
  events: Pick<Events, 'appendMany'> | undefined;
  /** What an agent that is decommissioned or removed must not use any more, such as API keys. */
  readonly onRetired: AgentHook[];
  /** What goes with an agent that is removed: settings, policies. */
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

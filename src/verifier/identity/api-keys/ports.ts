/** Ports of API keys to other groups. */
import type { Db } from '../../../platform/db/db.ts';
import type { Role } from '../../../platform/http/access.ts';
import type { AgentAccess } from '../../base/access/authorize.ts';

/** The present role of a person in an organisation. */
export interface RoleLookup {
  /** Roles of people and of the built-in operators; undefined if they are no member, or disabled. */
  roleOf(db: Db, orgId: string, principal: string): Promise<Role | undefined>;
}

/** An agent as credentials see it. */
export interface AgentState {
  readonly status: string;
  /** Counts suspensions: tokens of an earlier epoch are invalid. */
  readonly epoch: number;
  readonly owners: readonly { readonly user: string; readonly role: Role }[];
}

export interface AgentLookup {
  /** Gives its owners and editors. */
  findAccess(db: Db, orgId: string, agentId: string): Promise<AgentAccess | undefined>;
  /** Gives those of many agents, by id; an unknown agent has no entry. */
  findAccessOf(db: Db, orgId: string, agentIds: readonly string[]): Promise<ReadonlyMap<string, AgentAccess>>;
  /** Gives its present state, read from the database at each call. */
  findForToken(orgId: string, agentId: string): Promise<AgentState | undefined>;
  /** Tells whether an active agent can authenticate by its API keys only. */
  needsKey(tx: Db, orgId: string, agentId: string): Promise<boolean>;
}

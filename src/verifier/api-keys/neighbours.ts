/** Ports of API keys to other groups. */
import type { Db } from '../../platform/db/db.ts';
import type { Role } from '../../platform/http/access.ts';
import type { AgentAccess } from '../access/authorize.ts';

/** The present role of a person in an organisation. */
export interface RoleLookup {
  /** Of people and of the built-in operators; undefined if they are no member, or disabled. */
  roleOf(db: Db, orgId: string, principal: string): Promise<Role | undefined>;
}

/** An agent as credentials see it. */
export interface AgentState {
  readonly status: string;
  /** Counts suspensions: a token of an earlier one is dead. */
  readonly epoch: number;
  readonly owners: readonly { readonly user: string; readonly role: Role }[];
}

export interface AgentLookup {
  /** Its owners and editors. */
  findAccess(db: Db, orgId: string, agentId: string): Promise<AgentAccess | undefined>;
  /** The same of many, by their ids; one that is not there is not in it. */
  findAccessOf(db: Db, orgId: string, agentIds: readonly string[]): Promise<ReadonlyMap<string, AgentAccess>>;
  /** As it is now, read from the database at each call. */
  findForToken(orgId: string, agentId: string): Promise<AgentState | undefined>;
  /** True for an active agent that can show who it is by nothing but its API keys. */
  needsKey(tx: Db, orgId: string, agentId: string): Promise<boolean>;
}

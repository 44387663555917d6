/** What agents use of the floors above: members, OAuth clients, and what ends with an agent. */
import type { Db } from '../../../platform/db/db.ts';
import type { Role } from '../../../platform/http/access.ts';
import type { Author } from '../../base/control/author.ts';
import type { Events } from '../../base/events/append.ts';
import type { HooksByKind } from '../../base/lifecycle-hooks.ts';
import type { ReadStaleness } from '../lifecycle/read-staleness.ts';
import type { AgentClients } from './clients.ts';

/** Runs in the transaction that decommissions or removes an agent. */
export type AgentHook = (tx: Db, author: Author, agentId: string) => Promise<unknown>;

/** Records that belong to one agent and go with it. */
export type AgentRecord = 'auditor_settings' | 'policy';

export interface AgentHooks {
  /** Gives the present role of a person or a built-in operator; undefined if they left. */
  readonly roleOf: (db: Db, orgId: string, principal: string) => Promise<Role | undefined>;
  /** Undefined without an issuer: then no agent can be given a credential. */
  readonly clients: AgentClients | undefined;
  readonly stalenessOf: ReadStaleness;
  /** Receives the events of an agent's life. */
  readonly events: Pick<Events, 'appendMany'>;
  /** End what a decommissioned or removed agent must no longer use. */
  readonly agentRetires: HooksByKind<AgentHook>;
  /** Remove what belongs to a removed agent, in the order of the record. */
  readonly agentRemoved: { readonly [Kind in AgentRecord]: AgentHook };
}

/** Reads the hooks at each use. @throws Error before the verifier is wired. */
export type FindAgentHooks = () => AgentHooks;

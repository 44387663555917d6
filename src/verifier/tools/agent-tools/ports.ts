/** Interface of agents' tools, as gateways see them, for the rest of the verifier. */
import type { Db } from '../../../platform/db/db.ts';

/** A server of an app. */
export interface AppServer {
  readonly appId: string;
  readonly server: string;
  /** Base of its alias; the app's name for its main server. */
  readonly name: string;
}

/** Aliases of servers of apps in tool catalogs: the same for all agents of an organisation, and permanent. */
export interface Aliases {
  /** Gives aliases to those that have none; in a transaction, or each by itself. One query if all have one. */
  ensure(
    db: Db,
    orgId: string,
    servers: readonly AppServer[],
  ): Promise<{ of(server: Pick<AppServer, 'appId' | 'server'>): string | undefined }>;
}

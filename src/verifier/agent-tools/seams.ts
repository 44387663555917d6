/** What the tools of agents, as gateways see them, give to the rest of the verifier. */
import type { Db } from '../../platform/db/db.ts';

/** A server of an app. */
export interface AppServer {
  readonly appId: string;
  /** Its name within the app. */
  readonly server: string;
  /** What it is to be called after; the app's name for its main server. */
  readonly name: string;
}

/** The names that servers of apps have in catalogs of tools: the same for all agents of an organisation, and for ever. */
export interface Aliases {
  /** Gives those names that have none so far; inside of a transaction, or each by itself. One query where all have one. */
  ensure(
    db: Db,
    orgId: string,
    servers: readonly AppServer[],
  ): Promise<{ of(server: Pick<AppServer, 'appId' | 'server'>): string | undefined }>;
}

/** The OAuth clients that agents need; the issuer has them. */
import type { Db } from '../../../platform/db/db.ts';
import type { Secret } from '../../../platform/secret.ts';

/** How the client of an agent authenticates. */
export type ClientAuthentication =
  | { readonly type: 'jwks'; readonly jwks: { readonly keys: readonly Readonly<Record<string, unknown>>[] } }
  | { readonly type: 'secret' }
  /** A certificate whose only SPIFFE id is the agent's. */
  | { readonly type: 'tls' };

export interface NewAgentClient {
  readonly orgId: string;
  readonly agentId: string;
  readonly spiffeId: string;
  readonly auth: ClientAuthentication;
}

export interface MadeClient {
  readonly clientId: string;
  /** Shown once, never stored. */
  readonly secret?: Secret;
}

/** The OAuth clients of agents; every call runs in the caller's transaction. */
export interface AgentClients {
  /** @throws AppError `unprocessable` for keys that no client can use. */
  createForAgent(tx: Db, client: NewAgentClient): Promise<MadeClient>;
  /** Replaces the credential of a client; the former one stops working. @throws AppError `not_found`. */
  rotate(tx: Db, clientId: string, auth: ClientAuthentication): Promise<MadeClient>;
  /** Disables a client: it gets no token, and its present tokens are no longer valid. */
  disable(tx: Db, clientId: string): Promise<void>;
  /** Removes a client with its grants and tokens. */
  remove(tx: Db, clientId: string): Promise<void>;
}

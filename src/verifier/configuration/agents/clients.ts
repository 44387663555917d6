/** The OAuth clients that agents need; the issuer has them. */
import type { Db } from '../../../platform/db/db.ts';
import type { Secret } from '../../../platform/secret.ts';

/** How the client of an agent authenticates. */
export type ClientAuthentication =
  | { readonly type: 'jwks'; readonly jwks: { readonly keys: readonly Readonly<Record<string, unknown>>[] } }
  | { readonly type: 'secret' }
  | CertificateAuthentication;

/** The agent shows a certificate with its SPIFFE id, which its owners and itself may ask for: nothing secret is handed out. */
export interface CertificateAuthentication {
  readonly type: 'tls';
}

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
  /** Makes the clients of agents that nobody is told a secret of; gives the client ids by agent id. At most 1,000 agents. */
  createWithCertificates(
    tx: Db,
    orgId: string,
    agents: readonly Pick<NewAgentClient, 'agentId' | 'spiffeId'>[],
  ): Promise<ReadonlyMap<string, string>>;
  /** Replaces the credential of a client; the former one stops working. @throws AppError `not_found`. */
  rotate(tx: Db, clientId: string, auth: ClientAuthentication): Promise<MadeClient>;
  /** Disables a client: it gets no token, and its present tokens are no longer valid. */
  disable(tx: Db, clientId: string): Promise<void>;
  /** Removes a client with its grants and tokens. */
  remove(tx: Db, clientId: string): Promise<void>;
}

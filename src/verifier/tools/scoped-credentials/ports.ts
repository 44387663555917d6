/** Interfaces that scoped credentials give to the rest of the verifier. */

import type {
  AuthStatus,
  AuthType,
  CredentialSource,
  Rejection,
  SharingMode,
} from '../../../contract/api/scoped-credentials/states.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { Author } from '../../base/control/author.ts';
import type { CredentialConfig, ScopedCredentialRow } from './tables.ts';

/** One use of a service by an agent. `userId` is set in delegated use: the person that the agent acts for. */
export interface CredentialQuery {
  readonly agentId: string;
  readonly workspaceId: string;
  readonly service: string;
  readonly resource?: string | undefined;
  readonly issuer?: string | undefined;
  readonly userId?: string | undefined;
  readonly scopes?: readonly string[];
  /**
   * True if the person who installed the app chose the call's destination. That person need not be trusted with credentials
   * that others share, so a shared credential counts only if it is for this exact resource.
   */
  readonly isPlaceChosen?: boolean | undefined;
}

/** The chosen credential, and why others were rejected. */
export interface EffectiveCredential {
  readonly credential: ScopedCredentialRow | undefined;
  readonly source: CredentialSource;
  readonly mode: SharingMode | null;
  readonly status: AuthStatus;
  readonly scopesMissing: readonly string[];
  readonly candidates: readonly { readonly id: string; readonly rejectedBecause: Rejection }[];
  /** Client configuration (no secret) that an `isolated` credential above leaves to those below. */
  readonly foreignClientId: string | null;
}

export interface NewCredential {
  readonly scope: { readonly level: 'org' | 'workspace'; readonly id: string };
  readonly service: string;
  readonly resource?: string | null;
  readonly issuer?: string | null;
  readonly authType: AuthType;
  readonly sharingMode?: SharingMode;
  readonly agentId?: string | null;
  readonly userId?: string | null;
  readonly foreignClientId?: string | null;
  readonly requestedScopes?: readonly string[];
  readonly allowInDelegation?: boolean;
  /** Header and prefix of the secret, if not `authorization`. */
  readonly injection?: { readonly header?: string; readonly prefix?: string };
  readonly config?: CredentialConfig;
}

export interface CredentialResolution {
  /** Resolves one wish, with a query by (organisation, service). */
  resolve(db: Db, orgId: string, request: CredentialQuery): Promise<EffectiveCredential>;
  /** Resolves many wishes with one query, in their order. */
  resolveMany(db: Db, orgId: string, requests: readonly CredentialQuery[]): Promise<readonly EffectiveCredential[]>;
}

/** Records of credentials, and their cascade. */
export interface ScopedCredentials extends CredentialResolution {
  /**
   * Makes a pending credential to be connected later (installations use this), or gives the living one of the same place.
   * @throws AppError `conflict` (`reason` `credential_enforced`), `unprocessable`.
   */
  ensureIn(tx: Db, author: Author, request: NewCredential): Promise<ScopedCredentialRow>;
  /**
   * Adds scopes that the service demands to an agent's own connection, from its next connecting on. Others stay unchanged:
   * the person who shares one decides its scopes. False if there is nothing new.
   */
  wantScopesIn(tx: Db, author: Author, id: string, scopes: readonly string[]): Promise<boolean>;
  /**
   * Ends one, in the transaction of its reason: destroys its secrets and tells gateways (`changes.record`, kind
   * `credential`); the authorization server is told afterwards, best effort. False for one that had ended.
   */
  revokeIn(tx: Db, author: Author, id: string, why: string): Promise<boolean>;
  /** Ends all that are bound to an agent or a person (left, disabled, retired). */
  revokeAllOf(
    tx: Db,
    author: Author,
    whose: { readonly agentId: string } | { readonly userId: string },
    why: string,
  ): Promise<number>;
}

/** Lifecycle of credentials at authorization servers: connecting, refreshing, rotating. */
export interface CredentialLifecycle {
  /** Gives a link for a person, valid 10 minutes. @throws AppError `conflict` for kinds that are not connected. */
  connectLink(
    author: Author,
    id: string,
    scopes?: readonly string[],
  ): Promise<{ readonly url: string; readonly expiresAt: number }>;
  /**
   * Refreshes one at its authorization server: a single flight across processes (lease in the row). A second caller waits for
   * the first and takes its result. `failedVersion` is the version that got 401: a newer one is already the answer. @returns
   * the row afterwards.
   */
  refresh(orgId: string, id: string, failedVersion?: number): Promise<ScopedCredentialRow>;
  /** Refreshes what is due (80 % of its life, or a day before its end), and starts rotations that are due. */
  sweep(): Promise<number>;
}

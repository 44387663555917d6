/** What scoped credentials give to the rest of the verifier. */

import type {
  AuthStatus,
  AuthType,
  CredentialSource,
  Rejection,
  SharingMode,
} from '../../contract/api/scoped-credentials/states.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Author } from '../control/author.ts';
import type { CredentialConfig, ScopedCredentialRow } from './tables.ts';

/** Who wants to use what. `userId` is there in delegated use: the person that the agent acts for. */
export interface CredentialWish {
  readonly agentId: string;
  readonly workspaceId: string;
  readonly service: string;
  readonly resource?: string | undefined;
  readonly issuer?: string | undefined;
  readonly userId?: string | undefined;
  readonly scopes?: readonly string[];
  /**
   * Where the call goes was chosen by whoever installed the app, who need not be trusted with what others share: a shared
   * credential counts only if it is for this very resource.
   */
  readonly isPlaceChosen?: boolean | undefined;
}

/** Which credential it is, and why not another. */
export interface EffectiveCredential {
  readonly credential: ScopedCredentialRow | undefined;
  readonly source: CredentialSource;
  readonly mode: SharingMode | null;
  readonly status: AuthStatus;
  readonly scopesMissing: readonly string[];
  readonly candidates: readonly { readonly id: string; readonly rejectedBecause: Rejection }[];
  /** Client configuration (no secret) that an `isolated` one above leaves to those below. */
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
  /** Where the secret goes, if not into `authorization`. */
  readonly injection?: { readonly header?: string; readonly prefix?: string };
  readonly config?: CredentialConfig;
}

export interface CredentialResolution {
  /** One question; a query by (organisation, service). */
  resolve(db: Db, orgId: string, wish: CredentialWish): Promise<EffectiveCredential>;
  /** Many at once with one query, in their order. */
  resolveMany(db: Db, orgId: string, wishes: readonly CredentialWish[]): Promise<readonly EffectiveCredential[]>;
}

/** Records and their cascade. */
export interface ScopedCredentials extends CredentialResolution {
  /**
   * A pending one for whoever connects later (installations make theirs so), or the living one of that very place.
   * @throws AppError `conflict` (`reason` `credential_enforced`), `unprocessable`.
   */
  ensureIn(tx: Db, author: Author, wish: NewCredential): Promise<ScopedCredentialRow>;
  /**
   * Has an agent's own connection ask for these scopes too, from the next time on that somebody connects it: its service
   * said that it wants them. Others stay as they are: who shares one says what it asks for. False where nothing is new.
   */
  wantScopesIn(tx: Db, author: Author, id: string, scopes: readonly string[]): Promise<boolean>;
  /**
   * Ends one, in the transaction of why: its secrets are destroyed in it, gateways hear of it (`changes.record`, kind
   * `credential`), the other side is told afterwards, best effort. False for one that had ended.
   */
  revokeIn(tx: Db, author: Author, id: string, why: string): Promise<boolean>;
  /** All that are bound to an agent, or to a person (leaving, disabled, retired). */
  revokeAllOf(
    tx: Db,
    author: Author,
    whose: { readonly agentId: string } | { readonly userId: string },
    why: string,
  ): Promise<number>;
}

/** Life of credentials with another side: connecting, refreshing, rotating. */
export interface CredentialLife {
  /** A link for a person, valid 10 minutes. @throws AppError `conflict` for kinds that are not connected. */
  connectLink(
    author: Author,
    id: string,
    scopes?: readonly string[],
  ): Promise<{ readonly url: string; readonly expiresAt: number }>;
  /**
   * Refreshes one at the other side: a single flight across processes (lease in the row); who comes second waits for
   * the first one's end and takes its result. `failedVersion` is the version that was refused with 401: a newer one is
   * already the answer. @returns the row as it stands afterwards.
   */
  refresh(orgId: string, id: string, failedVersion?: number): Promise<ScopedCredentialRow>;
  /** Refreshes what is due (80 % of its life, or a day before its end), and starts rotations that are due. */
  sweep(): Promise<number>;
}

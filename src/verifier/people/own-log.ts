/**
 * What people do to themselves, in the audit log of each of their organisations: where they sign in and out, and what
 * they allow to applications.
 */
import type { Db } from '../../platform/db/db.ts';
import type { Audit, AuditEntry } from '../audit-log/append.ts';
import type { Author } from '../control/author.ts';
import type { SignInOrigin } from './sessions.ts';

/** A person at one of their browsers. */
export interface Self {
  readonly userId: string;
  readonly origin: SignInOrigin;
  /** The session in which they do it. */
  readonly sessionId?: string | undefined;
}

export interface OwnLog {
  /**
   * In the transaction of the act and last in it: the locks of the logs are taken in the order of the organisations,
   * and nothing is waited for behind them.
   */
  note(tx: Db, self: Self, entry: AuditEntry): Promise<void>;
}

/** Where a person belongs. */
export type OrganisationsOf = (
  db: Db,
  userId: string,
) => Promise<readonly { readonly orgId: string; readonly role: Author['role'] }[]>;

export interface OwnLogDeps {
  readonly audit: Audit;
  readonly organisationsOf: OrganisationsOf;
}

export function createOwnLog({ audit, organisationsOf }: OwnLogDeps): OwnLog {
  return {
    async note(tx, self, entry) {
      for (const place of inOrder(await organisationsOf(tx, self.userId))) {
        await audit.append(tx, toSelf(place, self), entry);
      }
    },
  };
}

/** One order for everybody who writes in several, so that nobody waits for each other. */
export function inOrder<Place extends { readonly orgId: string }>(places: readonly Place[]): Place[] {
  return [...places].sort((left, right) => (left.orgId < right.orgId ? -1 : 1));
}

/** A person acting on themselves, as the audit log of one of their organisations names them. */
export function toSelf(place: Pick<Author, 'orgId' | 'role'>, { userId, origin, sessionId }: Self): Author {
  return {
    ...{
      orgId: place.orgId,
      user: userId,
      role: place.role,
      kind: 'person',
      scopes: 'all',
      isDeployment: false,
      origin,
    },
    ...(sessionId === undefined ? {} : { credentialId: sessionId }),
  };
}

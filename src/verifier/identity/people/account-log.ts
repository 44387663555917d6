/**
 * Writes people's acts on their own account to the audit log of each of their organisations: sign-ins, sign-outs, and what they
 * allow to applications.
 */
import type { Db } from '../../../platform/db/db.ts';
import type { Audit, AuditEntry } from '../../base/audit-log/append.ts';
import type { Author } from '../../base/control/author.ts';
import type { SignInOrigin } from './sessions.ts';

/** A person who acts on their own account, in one browser. */
export interface Self {
  readonly userId: string;
  readonly origin: SignInOrigin;
  /** The session that they use. */
  readonly sessionId?: string | undefined;
}

export interface AccountLog {
  /**
   * Writes an entry in the transaction of the act. Call it last: the locks of the logs are taken in the order of the
   * organisations, and nothing may be waited for after them.
   */
  note(tx: Db, self: Self, entry: AuditEntry): Promise<void>;
}

/** Lists the organisations of a person. */
export type OrganisationsOf = (
  db: Db,
  userId: string,
) => Promise<readonly { readonly orgId: string; readonly role: Author['role'] }[]>;

export interface AccountLogDeps {
  readonly audit: Audit;
  readonly organisationsOf: OrganisationsOf;
}

export function createAccountLog({ audit, organisationsOf }: AccountLogDeps): AccountLog {
  return {
    async note(tx, self, entry) {
      for (const place of inOrder(await organisationsOf(tx, self.userId))) {
        await audit.append(tx, toSelf(place, self), entry);
      }
    },
  };
}

/** Sorts organisations, so that transactions over several of them lock in the same order and never wait for each other. */
export function inOrder<Place extends { readonly orgId: string }>(places: readonly Place[]): Place[] {
  return [...places].sort((left, right) => (left.orgId < right.orgId ? -1 : 1));
}

/** Gives a person's act on their own account as the author in one of their organisations. */
export function toSelf(place: Pick<Author, 'orgId' | 'role'>, { userId, origin, sessionId }: Self): Author {
  return {
    orgId: place.orgId,
    user: userId,
    role: place.role,
    kind: 'person',
    scopes: 'all',
    isDeployment: false,
    origin,
    ...(sessionId === undefined ? {} : { credentialId: sessionId }),
  };
}

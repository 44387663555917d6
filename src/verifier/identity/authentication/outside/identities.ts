/**
 * Accounts of the outside issuer's subjects. A subject is linked at its first use, and only to a member whose address the issuer
 * has verified. Afterwards only the subject counts, so an address that is given to somebody else opens nothing. The person who
 * accepted the invitation need not have owned the address: linking invalidates the password set then, every session and every API
 * key.
 */
import { and, eq } from 'drizzle-orm';
import type { Clock } from '../../../../platform/clock.ts';
import type { Db } from '../../../../platform/db/db.ts';
import type { CallOrigin } from '../../../../platform/http/access.ts';
import type { RandomBytes } from '../../../../platform/ids.ts';
import type { ApiKeys } from '../../api-keys/service.ts';
import type { Audit } from '../../../base/audit-log/append.ts';
import { type Author, createAuthor } from '../../../base/control/author.ts';
import type { ControlChanges } from '../../../base/control/changes.ts';
import type { Members } from '../../members/service.ts';
import type { People, Person } from '../../people/service.ts';
import { externalIdentitiesTable } from './tables.ts';

export interface OutsideIdentities {
  /** Finds the person of a subject, and links them at first use; undefined for an unknown person. */
  find(subject: string, claims: Readonly<Record<string, unknown>>, origin?: CallOrigin): Promise<Person | undefined>;
  /** Finds the person of a subject that is already linked. */
  findLinked(subject: string): Promise<Person | undefined>;
}

export interface OutsideIdentitiesDeps {
  readonly issuer: string;
  readonly db: Db;
  readonly clock: Clock;
  readonly people: Pick<People, 'find' | 'findByEmail' | 'preparePassword' | 'resetPassword'>;
  readonly randomBytes: RandomBytes;
  readonly members: Pick<Members, 'firstOf' | 'listOf'>;
  readonly apiKeys: Pick<ApiKeys, 'revokeOf'>;
  readonly audit: Audit;
  readonly changes: Pick<ControlChanges, 'hold'>;
}

export function createOutsideIdentities(deps: OutsideIdentitiesDeps): OutsideIdentities {
  const { issuer, db, clock, people, members, apiKeys, audit, changes, randomBytes } = deps;
  const table = externalIdentitiesTable;

  const findLinked = async (subject: string): Promise<string | undefined> => {
    const own = and(eq(table.issuer, issuer), eq(table.subject, subject));
    return (await db.select({ userId: table.user_id }).from(table).where(own))[0]?.userId;
  };

  /** False if the person has another account there, or the subject was linked meanwhile. */
  const link = async (
    subject: string,
    { id, email, name }: Person,
    orgId: string,
    origin?: CallOrigin,
  ): Promise<boolean> => {
    // A random password that nobody knows. It is hashed like any other, so a password sign-in takes the same time for this
    // account.
    const unknown = Buffer.from(randomBytes(32)).toString('base64url');
    const password = await people.preparePassword(unknown, { email, name });
    return db.transaction(async (tx) => {
      const places = (await members.listOf(tx, id)).map((place) => place.orgId).sort();
      for (const place of places) await changes.hold(tx, place);
      const row = { issuer, subject, user_id: id, email, linked_at: clock.now() };
      const inserted = await tx.insert(table).values(row).onConflictDoNothing().returning({ subject: table.subject });
      if (inserted.length === 0) return false;
      await people.resetPassword(tx, id, password);
      const author: Author = { ...createAuthor(orgId, id, 'viewer'), kind: 'person', ...(origin && { origin }) };
      for (const place of places) await apiKeys.revokeOf(tx, { ...author, orgId: place }, id);
      const details = { issuer, subject, email };
      await audit.append(tx, author, { action: 'identity.linked', resourceType: 'member', resourceId: id, details });
      return true;
    });
  };

  return {
    async findLinked(subject) {
      const linked = await findLinked(subject);
      return linked === undefined ? undefined : toActive(await people.find(db, linked));
    },
    async find(subject, claims, origin) {
      const linked = await findLinked(subject);
      if (linked !== undefined) return toActive(await people.find(db, linked));
      const { email, email_verified: isVerified } = claims;
      if (typeof email !== 'string' || email.length > maxEmailChars || isVerified !== true) return undefined;
      const person = toActive(await people.findByEmail(db, email));
      const place = person === undefined ? undefined : await members.firstOf(db, person.id);
      if (person === undefined || place === undefined) return undefined;
      if (await link(subject, person, place.orgId, origin)) return person;
      return (await findLinked(subject)) === person.id ? person : undefined;
    },
  };
}

const maxEmailChars = 254;

function toActive(person: Person | undefined): Person | undefined {
  return person?.status === 'active' ? person : undefined;
}

/** Lets a person change their own name, or leave an organisation. */
import type { Db } from '../../../platform/db/db.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Audit } from '../../base/audit-log/append.ts';
import { type Author, assertMay } from '../../base/control/author.ts';
import type { ControlChanges } from '../../base/control/changes.ts';
import type { People, Person } from '../people/service.ts';
import type { Members } from './service.ts';

export interface Self {
  /** Renames the person in every organisation. @throws AppError `conflict` if the caller is not a person. */
  rename(tx: Db, author: Author, name: string): Promise<Person>;
  /** @throws AppError `conflict` if the caller is not a person, or with the reason `last_admin`. */
  leave(tx: Db, author: Author): Promise<void>;
}

export interface SelfDeps {
  readonly people: Pick<People, 'rename' | 'find'>;
  readonly members: Pick<Members, 'leaveOwn' | 'listOf'>;
  readonly audit: Audit;
  readonly changes: Pick<ControlChanges, 'hold'>;
}

export function createSelf({ people, members, audit, changes }: SelfDeps): Self {
  return {
    async rename(tx, author, name) {
      assertPerson(author, 'changing the own name');
      const places = (await members.listOf(tx, author.user)).map(({ orgId, role }) => ({ orgId, role }));
      // Several organisations are always locked in the same order, against deadlocks.
      places.sort((left, right) => (left.orgId < right.orgId ? -1 : 1));
      for (const { orgId } of places) await changes.hold(tx, orgId);
      const before = await people.find(tx, author.user);
      const person = await people.rename(tx, author.user, name);
      const about = { action: 'person.renamed', resourceType: 'person', resourceId: author.user };
      const details = { name, before: { name: before?.name ?? null } };
      for (const place of places) await audit.append(tx, { ...author, ...place }, { ...about, details });
      return person;
    },
    async leave(tx, author) {
      assertPerson(author, 'leaving the organisation');
      await members.leaveOwn(tx, author);
    },
  };
}

function assertPerson(author: Author, what: string): void {
  assertMay(author, 'self.write', what);
  if (author.kind === 'person') return;
  const detail = `${what} is for people: ${author.user} is none`;
  throw new AppError('conflict', detail, { detail, extensions: { reason: 'not_a_person' } });
}

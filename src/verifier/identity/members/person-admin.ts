/**
 * Acts of the deployment's operator on a person: disables them in every organisation, or gives them a temporary password. An
 * admin of one organisation may not, because the person may belong to others too.
 */

import type { PersonView } from '../../../contract/api/members/shapes.ts';
import type { Db } from '../../../platform/db/db.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Page, PageStart } from '../../../platform/http/page.ts';
import type { RandomBytes } from '../../../platform/ids.ts';
import { createSecret, type Secret } from '../../../platform/secret.ts';
import type { Audit } from '../../base/audit-log/append.ts';
import { type Author, assertMay } from '../../base/control/author.ts';
import type { ControlChanges } from '../../base/control/changes.ts';
import { staleRevision } from '../../base/revision.ts';
import type { People, Person, PreparedPassword } from '../people/service.ts';
import type { PersonStatus } from '../people/tables.ts';
import type { Members } from './service.ts';
import type { MemberStore } from './store.ts';

/** A generated password, hashed before the transaction that sets it. */
export interface TemporaryPassword {
  readonly plain: Secret;
  readonly prepared: PreparedPassword;
}

export interface PersonAdmin {
  list(page: PageStart, email?: string): Promise<Page<PersonView>>;
  /** @throws AppError `not_found`. */
  get(db: Db, userId: string): Promise<PersonView>;
  /** @throws AppError `precondition_failed` at another revision. */
  setStatus(tx: Db, author: Author, userId: string, status: PersonStatus, revision: number): Promise<PersonView>;
  /** @throws AppError `not_found`. */
  prepareTemporary(userId: string): Promise<TemporaryPassword>;
  /** Sets the temporary password: the person signs in with it and chooses another. All their sessions end. */
  resetPassword(tx: Db, author: Author, userId: string, temporary: TemporaryPassword): Promise<PersonView>;
}

export interface PersonAdminDeps {
  readonly db: Db;
  readonly randomBytes: RandomBytes;
  readonly people: People;
  readonly members: Members;
  readonly memberStore: MemberStore;
  readonly audit: Audit;
  readonly changes: Pick<ControlChanges, 'hold'>;
}

const temporaryBytes = 18;

export function createPersonAdmin(deps: PersonAdminDeps): PersonAdmin {
  const { db, randomBytes, people, members, memberStore, audit, changes } = deps;

  const load = async (from: Db, userId: string): Promise<Person> => {
    const person = await people.find(from, userId);
    if (person !== undefined) return person;
    const detail = 'there is no such person';
    throw new AppError('not_found', detail, { detail });
  };

  const toView = async (from: Db, { id, email, name, status, revision, ...times }: Person): Promise<PersonView> => {
    const places = await memberStore.listOf(from, id);
    return {
      id,
      email,
      name,
      status,
      revision,
      organizations: places.map(({ org_id, role }) => ({ org_id, role })),
      password_changed_at: times.passwordChangedAt,
      created_at: times.createdAt,
    };
  };

  /** Locks each organisation of the person, because the change goes into each log. */
  const holdPlaces = async (tx: Db, author: Author, userId: string): Promise<string[]> => {
    const places = (await memberStore.listOf(tx, userId)).map(({ org_id }) => org_id);
    const orgIds = [...new Set([author.orgId, ...places])].sort();
    for (const orgId of orgIds) await changes.hold(tx, orgId);
    return orgIds;
  };

  const note = async (tx: Db, author: Author, orgIds: readonly string[], action: string, person: Person) => {
    const entry = { action: `person.${action}`, resourceType: 'person', resourceId: person.id };
    for (const orgId of orgIds)
      await audit.append(tx, { ...author, orgId }, { ...entry, details: { email: person.email } });
  };

  return {
    async list(page, email) {
      const found = await people.list(page, email);
      return { ...found, items: await Promise.all(found.items.map((person) => toView(db, person))) };
    },
    get: async (from, userId) => toView(from, await load(from, userId)),
    async setStatus(tx, author, userId, status, revision) {
      assertMay(author, 'people.write', 'changing a person');
      const orgIds = await holdPlaces(tx, author, userId);
      const before = await load(tx, userId);
      if (before.revision !== revision) throw staleRevision();
      const person = await people.setStatus(tx, userId, status);
      await note(tx, author, orgIds, status === 'active' ? 'enabled' : 'disabled', person);
      if (before.status === 'active' && status !== 'active') await members.leaveAll(tx, author, userId);
      return toView(tx, person);
    },
    async prepareTemporary(userId) {
      const person = await load(db, userId);
      const plain = Buffer.from(randomBytes(temporaryBytes)).toString('base64url');
      return { plain: createSecret(plain), prepared: await people.preparePassword(plain, person) };
    },
    async resetPassword(tx, author, userId, { prepared }) {
      assertMay(author, 'people.write', 'resetting a password');
      const orgIds = await holdPlaces(tx, author, userId);
      await people.resetPassword(tx, userId, prepared);
      const person = await load(tx, userId);
      await note(tx, author, orgIds, 'password_reset', person);
      return toView(tx, person);
    },
  };
}

/** Members for tests: the real services over a real database of this test file. */
import { randomBytes } from 'node:crypto';
import type { MemberRole } from '../../../contract/api/members/states.ts';
import type { Database } from '../../../platform/db/db.ts';
import { type Author, createAuthor } from '../../base/control/author.ts';
import { someHooks } from '../../base/hooks.fixture.ts';
import { openPeople, origin, type PeopleFixture } from '../people/people.fixture.ts';
import type { Person } from '../people/service.ts';
import { createMemberServices, type MemberServices } from './create.ts';
import type { MemberHooks } from './service.ts';
import { membersMigrations } from './tables.ts';

export interface MembersFixture extends Omit<PeopleFixture, 'hooks'>, MemberServices {
  /** Tests replace them. */
  readonly hooks: PeopleFixture['hooks'] & { -readonly [Name in keyof MemberHooks]: MemberHooks[Name] };
  /** Gives the deployment's operator as the author in an organisation. */
  operatorOf(orgId: string): Author;
  /** Gives a person as the author, with a role. */
  authorOf(orgId: string, person: Person, role?: MemberRole): Author;
  /** Adds a person as a member. */
  join(orgId: string, email: string, role: MemberRole): Promise<Person>;
  invite(author: Author, email: string, role?: MemberRole): Promise<{ id: string; token: string }>;
}

export const password = 'nine violet engines';

export async function openMembers(kind: Database['kind']): Promise<MembersFixture> {
  const fixture = await openPeople(kind, membersMigrations);
  const { db } = fixture.testDb.database();
  const own: MemberHooks = { personLeaves: someHooks(), roleChanges: someHooks() };
  const hooks: MembersFixture['hooks'] = Object.assign(fixture.hooks, own);
  const services = createMemberServices({ ...fixture, db, randomBytes, hooks: () => hooks });
  const { members, invitations } = services;
  const operatorOf = (orgId: string) => createAuthor(orgId, 'operator');
  return {
    ...fixture,
    ...services,
    hooks,
    operatorOf,
    authorOf: (orgId, { id }, role = 'admin') => ({
      ...createAuthor(orgId, id, role),
      kind: 'person',
      isDeployment: false,
      origin,
    }),
    async join(orgId, email, role) {
      const known = await fixture.people.findByEmail(db, email);
      const person = known ?? (await fixture.addPerson(email, password));
      await db.transaction((tx) => members.add(tx, operatorOf(orgId), { userId: person.id, role }));
      return person;
    },
    async invite(author, email, role = 'viewer') {
      const made = await db.transaction((tx) => invitations.create(tx, author, { email, role }));
      return { id: made.invitation.id, token: made.token.reveal() };
    },
  };
}

/** The members of an organisation: their roles, and what ends when one leaves. */

import type { Member, UpdateMember } from '../../../contract/api/members/shapes.ts';
import type { MemberRole } from '../../../contract/api/members/states.ts';
import { type Clock, toTimestamp } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Role } from '../../../platform/http/access.ts';
import { type Page, type PageStart, toPage } from '../../../platform/http/page.ts';
import { builtInRole } from '../../base/access/built-in-role.ts';
import type { Audit } from '../../base/audit-log/append.ts';
import { type Author, assertMay } from '../../base/control/author.ts';
import type { ControlChanges } from '../../base/control/changes.ts';
import { type HooksByKind, runHooks } from '../../base/lifecycle-hooks.ts';
import { staleRevision } from '../../base/revision.ts';
import { defaultOrganisation } from '../../base/tenancy.ts';
import { tryNormalizeEmail } from '../people/email.ts';
import type { Sessions } from '../people/sessions.ts';
import { holds } from './roles.ts';
import type { JoinedMember, MemberStore } from './store.ts';
import type { MemberStatus } from './tables.ts';

/** A person's membership in an organisation. */
export interface Membership {
  readonly orgId: string;
  readonly userId: string;
  readonly email: string;
  readonly name: string;
  readonly role: MemberRole;
  /** Also `disabled` if the person is disabled as a whole. */
  readonly status: MemberStatus;
}

/** Ends what depends on a membership; called in the transaction that ends it, after its row is gone. */
export type PersonHook = (tx: Db, author: Author, userId: string) => Promise<unknown>;

export interface Members {
  /** Finds a membership, active or not; undefined if there is none. */
  find(db: Db, orgId: string, userId: string): Promise<Membership | undefined>;
  /** Gives the organisation that a call means: the named one, else the one joined first. Active memberships only. */
  choose(db: Db, userId: string, named: string | undefined): Promise<Membership | undefined>;
  firstOf(db: Db, userId: string): Promise<Membership | undefined>;
  /** Lists all active memberships, the earliest first. */
  listOf(db: Db, userId: string): Promise<Membership[]>;
  /** Gives the present role of a person or a built-in operator; undefined without one. */
  roleOf(db: Db, orgId: string, principal: string): Promise<Role | undefined>;
  /** Lists the members, newest first; with an address, only that member. */
  list(orgId: string, page: PageStart, email?: string): Promise<Page<Member>>;
  /** @throws AppError `not_found`. */
  get(db: Db, orgId: string, userId: string): Promise<Member>;
  /** @throws AppError `conflict` with the reason `last_admin`; `precondition_failed` at another revision. */
  update(tx: Db, author: Author, userId: string, change: UpdateMember, revision: number): Promise<Member>;
  /** @throws AppError `conflict` with the reason `last_admin`. */
  remove(tx: Db, author: Author, userId: string): Promise<void>;
  /** Removes the author from the organisation. @throws AppError as {@link Members.remove}. */
  leaveOwn(tx: Db, author: Author): Promise<void>;
  /** Makes a person a member; false if they already are. */
  add(tx: Db, author: Author, member: { userId: string; role: MemberRole }): Promise<boolean>;
  /**
   * Ends what depends on a person in every organisation, when they are disabled as a whole (`people.setStatus` has closed their
   * sessions); the memberships stay.
   */
  leaveAll(tx: Db, author: Author, userId: string): Promise<void>;
}

export interface MemberHooks {
  /** End what depends on a member who leaves. */
  readonly personLeaves: HooksByKind<PersonHook>;
  /** Follow a change of role. */
  readonly roleChanges: HooksByKind<PersonHook>;
}

export interface MembersDeps {
  /** Reads the hooks at each use. @throws Error before the verifier is wired. */
  readonly hooks: () => MemberHooks;
  readonly db: Db;
  readonly clock: Clock;
  readonly store: MemberStore;
  readonly audit: Audit;
  readonly changes: Pick<ControlChanges, 'hold'>;
  readonly sessions: Pick<Sessions, 'shutOut'>;
}

/**
 * Locks in a fixed order: first a person's sessions and what they opened, then the logs. A sign-out locks its rows and then waits
 * for the log, so the other order would deadlock.
 */
export function createMembers(deps: MembersDeps): Members {
  const { db, clock, store, audit, changes, sessions, hooks } = deps;

  const load = async (from: Db, orgId: string, userId: string): Promise<JoinedMember> => {
    const row = await store.find(from, orgId, userId);
    if (row === undefined) throw noMember();
    return row;
  };

  const listOf = async (from: Db, userId: string): Promise<Membership[]> =>
    (await store.listOf(from, userId)).map(toMembership).filter(({ status }) => status === 'active');

  /** The organisation is locked, so nobody else leaves at the same time. */
  const assertNotLastAdmin = async (tx: Db, { org_id, user_id, ...row }: JoinedMember): Promise<void> => {
    const isAdmin = row.role === 'admin' && row.status === 'active' && row.userStatus === 'active';
    if (!isAdmin || (await store.hasOtherAdmin(tx, org_id, user_id))) return;
    const detail = 'this is the last active admin of the organisation: make another member admin first';
    throw new AppError('conflict', detail, { detail, extensions: { reason: 'last_admin' } });
  };

  /** Checks the author again: they may have lost their role while the request waited for the lock. */
  const assertStillMay = async (tx: Db, { orgId, user, kind }: Author): Promise<void> => {
    if (kind !== 'person') return;
    const row = await store.find(tx, orgId, user);
    if (row !== undefined && toMembership(row).status === 'active' && holds(row.role, 'admin')) return;
    const detail = 'the caller is no longer an admin';
    throw new AppError('forbidden', detail, { detail });
  };

  const endRest = async (tx: Db, author: Author, userId: string): Promise<void> => {
    await runHooks(hooks().personLeaves, tx, author, userId);
  };

  const note = (tx: Db, author: Author, action: string, userId: string, details: Record<string, unknown>) =>
    audit.append(tx, author, { action: `member.${action}`, resourceType: 'member', resourceId: userId, details });

  return {
    async find(from, orgId, userId) {
      const row = await store.find(from, orgId, userId);
      return row === undefined ? undefined : toMembership(row);
    },
    async choose(from, userId, named) {
      const places = await listOf(from, userId);
      return named === undefined ? places[0] : places.find(({ orgId }) => orgId === named);
    },
    firstOf: async (from, userId) => (await listOf(from, userId))[0],
    listOf,
    async roleOf(from, orgId, principal) {
      const builtIn = builtInRole(orgId, principal, defaultOrganisation);
      if (builtIn !== undefined) return builtIn;
      const row = await store.find(from, orgId, principal);
      return row !== undefined && toMembership(row).status === 'active' ? row.role : undefined;
    },
    async list(orgId, page, email) {
      const known = email === undefined ? undefined : (tryNormalizeEmail(email) ?? '');
      return toPage(await store.list(db, orgId, page, known), page.limit, toMember);
    },
    get: async (from, orgId, userId) => toMember(await load(from, orgId, userId)),
    async update(tx, author, userId, change, revision) {
      assertMay(author, 'members.write', 'changing a member');
      await changes.hold(tx, author.orgId);
      await assertStillMay(tx, author);
      const before = await load(tx, author.orgId, userId);
      if (before.revision !== revision) throw staleRevision();
      const { role = before.role, status = before.status } = change;
      const isOffboarded = before.status === 'active' && status !== 'active';
      assertMayGive(author, userId, before.role, role);
      if (role !== 'admin' || status !== 'active') await assertNotLastAdmin(tx, before);
      if (!(await store.update(tx, author.orgId, userId, revision, { role, status }, clock.now()))) {
        throw staleRevision();
      }
      if (isOffboarded) await sessions.shutOut(tx, userId);
      await note(tx, author, 'updated', userId, {
        email: before.email,
        role,
        status,
        before: { role: before.role, status: before.status },
      });
      if (before.role !== role) await runHooks(hooks().roleChanges, tx, author, userId);
      if (isOffboarded) await endRest(tx, author, userId);
      return toMember(await load(tx, author.orgId, userId));
    },
    async remove(tx, author, userId) {
      assertMay(author, 'members.write', 'removing a member');
      await changes.hold(tx, author.orgId);
      await assertStillMay(tx, author);
      const before = await load(tx, author.orgId, userId);
      await assertNotLastAdmin(tx, before);
      await store.remove(tx, author.orgId, userId);
      await sessions.shutOut(tx, userId);
      await note(tx, author, 'removed', userId, { email: before.email, role: before.role });
      await endRest(tx, author, userId);
    },
    async leaveOwn(tx, author) {
      await changes.hold(tx, author.orgId);
      const before = await load(tx, author.orgId, author.user);
      await assertNotLastAdmin(tx, before);
      await store.remove(tx, author.orgId, author.user);
      await sessions.shutOut(tx, author.user);
      await note(tx, author, 'left', author.user, { email: before.email, role: before.role });
      await endRest(tx, author, author.user);
    },
    async leaveAll(tx, author, userId) {
      for (const { org_id: orgId } of await store.listOf(tx, userId)) await endRest(tx, { ...author, orgId }, userId);
    },
    async add(tx, author, { userId, role }) {
      const now = clock.now();
      const isNew = await store.insert(tx, {
        org_id: author.orgId,
        user_id: userId,
        role,
        status: 'active',
        revision: 1,
        joined_at: now,
        created_by: author.user,
        updated_at: now,
      });
      if (isNew) await note(tx, author, 'joined', userId, { role });
      return isNew;
    },
  };
}

/** Nobody gives a role above their own, and nobody raises themselves. @throws AppError `forbidden`. */
export function assertMayGive(author: Author, userId: string, from: MemberRole | undefined, to: MemberRole): void {
  const isOwn = author.user === userId && from !== undefined;
  if (holds(author.role, to) && (!isOwn || holds(from, to))) return;
  const detail = isOwn ? 'you cannot raise your own role' : `role ${author.role} cannot give role ${to}`;
  throw new AppError('forbidden', detail, { detail });
}

function toMembership({ org_id, user_id, email, name, role, status, userStatus }: JoinedMember): Membership {
  const isActive = status === 'active' && userStatus === 'active';
  return { orgId: org_id, userId: user_id, email, name, role, status: isActive ? 'active' : 'disabled' };
}

function toMember({ seq: _seq, userStatus, status, joined_at, updated_at, ...row }: JoinedMember): Member {
  return {
    ...row,
    status: userStatus === 'active' ? status : 'disabled',
    joined_at: toTimestamp(joined_at),
    updated_at: toTimestamp(updated_at),
  };
}

function noMember(): AppError {
  const detail = 'there is no such member';
  return new AppError('not_found', detail, { detail });
}

/** People: local users with a password. Their memberships are in `members/`. */
import { type Clock, toTimestamp } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { AppError, isAppError } from '../../../platform/errors.ts';
import { type Page, type PageStart, toPage } from '../../../platform/http/page.ts';
import { createId, type RandomBytes } from '../../../platform/ids.ts';
import { createSecret, type Secret } from '../../../platform/secret.ts';
import type { Audit, AuditEntry } from '../../base/audit-log/append.ts';
import type { ControlChanges } from '../../base/control/changes.ts';
import { inOrder, type OrganisationsOf, toSelf } from './account-log.ts';
import { normalizeEmail, tryNormalizeEmail } from './email.ts';
import type { FailedSignIns } from './failed-sign-ins.ts';
import type { PasswordHasher } from './password-hash.ts';
import { assertPassword, isPossible, type PasswordOwner } from './password-rules.ts';
import type { Sessions, SignInOrigin } from './sessions.ts';
import type { PeopleStore } from './store.ts';
import type { PersonStatus, UserRow } from './tables.ts';
import type { AttemptTicket, Throttle } from './throttle.ts';

export interface Person {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly status: PersonStatus;
  readonly revision: number;
  readonly passwordChangedAt: string;
  readonly createdAt: string;
}

/** A checked and hashed password. Make it before a transaction: hashing takes time. */
export interface PreparedPassword {
  readonly hash: Secret;
}

export interface NewPerson extends PasswordOwner {
  readonly password: PreparedPassword;
  readonly createdBy: string;
}

export interface PasswordChange {
  readonly current: string;
  readonly next: string;
  readonly origin: SignInOrigin;
  /** The session that asks, which stays; all others end. */
  readonly sessionId?: string;
}

export interface People {
  find(db: Db, userId: string): Promise<Person | undefined>;
  findMany(db: Db, userIds: readonly string[]): Promise<Person[]>;
  findByEmail(db: Db, email: string): Promise<Person | undefined>;
  /** Lists people of all organisations, newest first; with an address, only its owner. */
  list(page: PageStart, email?: string): Promise<Page<Person>>;
  /**
   * Checks a sign-in. Every failure gives the same error after the same work.
   * @throws AppError `unauthorized` (reason `wrong_credentials`), or `too_many_requests` (reason `rate_limited`).
   */
  verifyPassword(email: string, password: string, origin: SignInOrigin): Promise<Person>;
  /** @throws AppError `invalid_request` for a refused password; `pointer` names its field. */
  preparePassword(password: string, owner: PasswordOwner, pointer?: string): Promise<PreparedPassword>;
  /** @throws AppError `conflict` with the reason `email_taken`. */
  create(tx: Db, person: NewPerson): Promise<Person>;
  /**
   * Changes the password, closes every other session and ends every application's access.
   * @throws AppError as {@link People.verifyPassword} and {@link People.preparePassword}.
   */
  changePassword(userId: string, change: PasswordChange): Promise<void>;
  /** Sets a password for a person whom an operator has identified by other means; all sessions end. */
  resetPassword(tx: Db, userId: string, password: PreparedPassword): Promise<void>;
  /**
   * Renames a person without an audit entry: the caller writes one in each of their organisations.
   * @throws AppError `not_found`.
   */
  rename(tx: Db, userId: string, name: string): Promise<Person>;
  /** Enables or disables a person. A disabled person is signed out, and has no role anywhere. @throws AppError `not_found`. */
  setStatus(tx: Db, userId: string, status: PersonStatus): Promise<Person>;
}

export interface PeopleDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly store: PeopleStore;
  readonly hasher: PasswordHasher;
  readonly throttle: Throttle;
  readonly sessions: Sessions;
  readonly failedSignIns: Pick<FailedSignIns, 'note'>;
  readonly audit: Audit;
  readonly changes: Pick<ControlChanges, 'hold'>;
  /** The organisations whose audit logs record a person's acts on their own account. */
  readonly organisationsOf: OrganisationsOf;
}

export function createPeople(deps: PeopleDeps): People {
  const { db, clock, randomBytes, store, hasher, sessions } = deps;

  const preparePassword: People['preparePassword'] = async (password, owner, pointer) => {
    assertPassword(password, owner, pointer);
    return { hash: createSecret(await hasher.hash(password)) };
  };

  const setPassword = async (tx: Db, userId: string, { hash }: PreparedPassword, keep?: string): Promise<void> => {
    const now = clock.now();
    const row = await store.update(tx, userId, { password: hash.reveal(), password_changed_at: now, updated_at: now });
    if (row === undefined) throw noPerson();
    await sessions.shutOut(tx, userId, keep);
  };

  return {
    find: async (from, userId) => toPersonOrNone(await store.find(from, userId)),
    findMany: async (from, userIds) => (await store.findMany(from, userIds)).map(toPerson),
    async findByEmail(from, text) {
      const email = tryNormalizeEmail(text);
      return email === undefined ? undefined : toPersonOrNone(await store.findByEmail(from, email));
    },
    async list(page, email) {
      const known = email === undefined ? undefined : (tryNormalizeEmail(email) ?? '');
      return toPage(await store.list(db, page, known), page.limit, toPerson);
    },
    verifyPassword: async (email, password, origin) => toPerson(await checkPassword(deps, email, password, origin)),
    preparePassword,
    async create(tx, { email: text, name, password, createdBy }) {
      const now = clock.now();
      const row: Omit<UserRow, 'seq'> = {
        id: createId('usr', clock, randomBytes),
        email: normalizeEmail(text),
        name,
        password: password.hash.reveal(),
        password_changed_at: now,
        status: 'active',
        revision: 1,
        created_at: now,
        created_by: createdBy,
        updated_at: now,
      };
      if (await store.insert(tx, row)) return toPerson(row);
      const detail = 'this e-mail address is already in use';
      throw new AppError('conflict', detail, { detail, extensions: { reason: 'email_taken' } });
    },
    async changePassword(userId, { current, next, origin, sessionId }) {
      const known = await store.find(db, userId);
      if (known === undefined) throw wrongCredentials();
      const { email, password } = await checkPassword(deps, known.email, current, origin);
      if (next.normalize('NFKC') === current.normalize('NFKC')) throw samePassword();
      const prepared = await preparePassword(next, known, '/next');
      const places = inOrder(await deps.organisationsOf(db, userId));
      await db.transaction(async (tx) => {
        for (const { orgId } of places) await deps.changes.hold(tx, orgId);
        const held = await store.hold(tx, userId);
        // The password or the person changed since the check, so the check no longer counts.
        if (held === undefined || held.status !== 'active' || held.password !== password) throw wrongCredentials();
        await setPassword(tx, userId, prepared, sessionId);
        const entry: AuditEntry = {
          action: 'person.password_changed',
          resourceType: 'person',
          resourceId: userId,
          details: { email },
        };
        for (const place of places) await deps.audit.append(tx, toSelf(place, { userId, origin, sessionId }), entry);
      });
    },
    resetPassword: (tx, userId, password) => setPassword(tx, userId, password),
    async rename(tx, userId, name) {
      const row = await store.update(tx, userId, { name, updated_at: clock.now() });
      if (row === undefined) throw noPerson();
      return toPerson(row);
    },
    async setStatus(tx, userId, status) {
      const row = await store.update(tx, userId, { status, updated_at: clock.now() });
      if (row === undefined) throw noPerson();
      if (status !== 'active') await sessions.shutOut(tx, userId);
      return toPerson(row);
    },
  };
}

type CheckDeps = Pick<PeopleDeps, 'db' | 'store' | 'hasher' | 'throttle' | 'failedSignIns'>;

async function checkPassword(
  { db, store, hasher, throttle, failedSignIns }: CheckDeps,
  text: string,
  password: string,
  origin: SignInOrigin,
): Promise<UserRow> {
  const email = tryNormalizeEmail(text);
  const ticket: AttemptTicket = await throttle.enter(email ?? text.slice(0, 254), origin.ipAddress);
  const row = email === undefined ? undefined : await store.findByEmail(db, email);
  const bounded = isPossible(password) ? password : '';
  const { isRight, isStale } = await compare(hasher, bounded, row?.password).catch(async (error: unknown) => {
    // The attempt was not checked because too many wait: a flood must not use up the attempts of others.
    if (isAppError(error, 'unavailable')) await ticket.withdraw();
    throw error;
  });
  if (row === undefined || !isRight || row.status !== 'active') {
    if (row !== undefined) failedSignIns.note(row, origin);
    throw wrongCredentials();
  }
  await ticket.forgive();
  if (!isStale) return row;
  const raised = await hasher.hash(bounded);
  await store.rehash(db, row.id, row.password, raised);
  return { ...row, password: raised };
}

/** Does the same work whether the account exists or not. */
async function compare(hasher: PasswordHasher, password: string, stored: string | undefined) {
  if (stored !== undefined) return hasher.verify(password, stored);
  await hasher.pretend(password);
  return { isRight: false, isStale: false };
}

function toPersonOrNone(row: UserRow | undefined): Person | undefined {
  return row === undefined ? undefined : toPerson(row);
}

function toPerson({ id, email, name, status, revision, ...row }: Omit<UserRow, 'seq'>): Person {
  const passwordChangedAt = toTimestamp(row.password_changed_at);
  return { id, email, name, status, revision, passwordChangedAt, createdAt: toTimestamp(row.created_at) };
}

function wrongCredentials(): AppError {
  const detail = 'the e-mail address or the password is wrong';
  return new AppError('unauthorized', detail, { detail, extensions: { reason: 'wrong_credentials' } });
}

function samePassword(): AppError {
  const message = 'the new password must differ from the old one';
  return new AppError('invalid_request', message, { detail: message, errors: [{ pointer: '/next', message }] });
}

function noPerson(): AppError {
  const detail = 'there is no such person';
  return new AppError('not_found', detail, { detail });
}

/**
 * Invitations, the only way into an organisation. The holder of the token joins with a new password, or with the password of the
 * account that this address already has. The inviter never learns whether there is one.
 */
import { createHash } from 'node:crypto';
import type { CreateInvitation, Invitation, Member } from '../../../contract/api/members/shapes.ts';
import type { MemberRole } from '../../../contract/api/members/states.ts';
import { type Clock, toTimestamp, toTimestampOrNull } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { AppError } from '../../../platform/errors.ts';
import type { CallOrigin } from '../../../platform/http/access.ts';
import { type Page, type PageStart, toPage } from '../../../platform/http/page.ts';
import { createId, type RandomBytes } from '../../../platform/ids.ts';
import { createSecret, type Secret } from '../../../platform/secret.ts';
import type { Audit, AuditEntry } from '../../base/audit-log/append.ts';
import { type Author, assertMay } from '../../base/control/author.ts';
import type { ControlChanges } from '../../base/control/changes.ts';
import { normalizeEmail } from '../people/email.ts';
import type { People, Person } from '../people/service.ts';
import type { InvitationStore } from './invitation-store.ts';
import { holds } from './roles.ts';
import { assertMayGive, type Members } from './service.ts';
import type { MemberStore } from './store.ts';
import type { InvitationRow } from './tables.ts';

/** The part of an invitation that a page may show to the token's holder. */
export interface InvitationOffer {
  readonly id: string;
  readonly orgId: string;
  readonly email: string;
  readonly role: MemberRole;
  readonly expiresAt: string;
}

export interface Acceptance {
  readonly token: string;
  /** Name of a new person; the address if absent. */
  readonly name?: string;
  readonly password: string;
  readonly origin: CallOrigin;
}

export interface Invitations {
  /** Makes an invitation; only this answer holds the token. It voids a pending one for the same address. */
  create(tx: Db, author: Author, request: CreateInvitation): Promise<{ invitation: Invitation; token: Secret }>;
  list(orgId: string, page: PageStart): Promise<Page<Invitation>>;
  /** Voids a pending invitation; a second call changes nothing. @throws AppError `not_found`, `conflict` if it was accepted. */
  revoke(tx: Db, author: Author, id: string): Promise<void>;
  /** Gives the invitation of a token. @throws AppError as {@link Invitations.accept}, before a password is asked for. */
  describe(token: string): Promise<InvitationOffer>;
  /**
   * Joins the organisation. `id`, if given, must be the token's invitation.
   * @throws AppError `not_found` for an unknown token, `conflict` with the reason `invitation_accepted`, `invitation_expired`,
   * `invitation_revoked`, `invitation_void` or `already_member`; and as {@link People.verifyPassword} and {@link
   * People.preparePassword}.
   */
  accept(acceptance: Acceptance, id?: string): Promise<Member>;
}

export interface InvitationsDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly store: InvitationStore;
  readonly memberStore: MemberStore;
  readonly members: Members;
  readonly people: People;
  readonly audit: Audit;
  readonly changes: Pick<ControlChanges, 'hold'>;
}

const tokenPrefix = 'assay_invite_';
const tokenForm = /^assay_invite_[A-Za-z0-9_-]{43}$/;
const defaultTtlS = 7 * 86_400;

export function createInvitations(deps: InvitationsDeps): Invitations {
  const { db, clock, randomBytes, store, memberStore, members, people, audit, changes } = deps;

  /** Finds the valid invitation of a token. */
  const findGood = async (from: Db, token: string, id?: string): Promise<InvitationRow> => {
    const row = tokenForm.test(token) ? await store.findByToken(from, hashToken(token)) : undefined;
    if (row === undefined || (id !== undefined && row.id !== id)) throw noInvitation();
    assertPending(row, clock.now());
    // An invitation is void once its inviter may no longer give that role.
    const role = await members.roleOf(from, row.org_id, row.invited_by);
    if (role === undefined || !holds(role, 'admin') || !holds(role, row.role)) throw refuse('invitation_void');
    return row;
  };

  const note = (tx: Db, author: Author, action: string, id: string, details: Record<string, unknown>) => {
    const entry: AuditEntry = { action: `invitation.${action}`, resourceType: 'invitation', resourceId: id, details };
    return audit.append(tx, author, entry);
  };

  const join = async (tx: Db, row: InvitationRow, person: Person, origin: CallOrigin): Promise<Member> => {
    const author = toAuthorOf(person, row, origin);
    if ((await store.accept(tx, row, person.id, clock.now())) === undefined) throw refuse('invitation_accepted');
    if (!(await members.add(tx, author, { userId: person.id, role: row.role }))) throw refuse('already_member');
    await note(tx, author, 'accepted', row.id, { email: row.email, role: row.role, invited_by: row.invited_by });
    return members.get(tx, row.org_id, person.id);
  };

  return {
    async create(tx, author, { email: text, role = 'viewer', expires_in_s: ttlS = defaultTtlS }) {
      assertMay(author, 'members.write', 'inviting somebody');
      const email = normalizeEmail(text);
      assertMayGive(author, '', undefined, role);
      await changes.hold(tx, author.orgId);
      if ((await memberStore.findByEmail(tx, author.orgId, email)) !== undefined) throw refuse('already_member');
      const now = clock.now();
      const replaced = await store.revokePending(tx, author.orgId, email, now);
      const token = `${tokenPrefix}${Buffer.from(randomBytes(32)).toString('base64url')}`;
      const row = await store.insert(tx, {
        org_id: author.orgId,
        id: createId('inv', clock, randomBytes),
        email,
        role,
        token_sha256: hashToken(token),
        invited_by: author.user,
        created_at: now,
        expires_at: now + ttlS * 1000,
        accepted_at: null,
        accepted_by: null,
        revoked_at: null,
        revision: 1,
      });
      for (const id of replaced) await note(tx, author, 'revoked', id, { email, replaced_by: row.id });
      await note(tx, author, 'created', row.id, { email, role, expires_at: toTimestamp(row.expires_at) });
      return { invitation: toInvitation(row, now), token: createSecret(token) };
    },
    async list(orgId, page) {
      const now = clock.now();
      return toPage(await store.list(db, orgId, page), page.limit, (row) => toInvitation(row, now));
    },
    async revoke(tx, author, id) {
      assertMay(author, 'members.write', 'revoking an invitation');
      await changes.hold(tx, author.orgId);
      const row = await store.find(tx, author.orgId, id);
      if (row === undefined) throw noInvitation();
      if (row.accepted_at !== null) throw refuse('invitation_accepted');
      if (!(await store.revoke(tx, row, clock.now()))) return;
      await note(tx, author, 'revoked', id, { email: row.email });
    },
    async describe(token) {
      const row = await findGood(db, token);
      const { id, org_id, email, role, expires_at } = row;
      return { id, orgId: org_id, email, role, expiresAt: toTimestamp(expires_at) };
    },
    async accept({ token, name, password, origin }, id) {
      const offered = await findGood(db, token, id);
      const { email } = offered;
      const isKnown = (await people.findByEmail(db, email)) !== undefined;
      // Both hash a password, which takes too long for a transaction that locks the organisation.
      const known = isKnown ? await people.verifyPassword(email, password, origin) : undefined;
      const owner = { email, name: name ?? email };
      const prepared = isKnown ? undefined : await people.preparePassword(password, owner);
      return db.transaction(async (tx) => {
        await changes.hold(tx, offered.org_id);
        const row = await findGood(tx, token, id);
        const person =
          prepared === undefined
            ? await people.find(tx, known?.id ?? '')
            : await people.create(tx, { ...owner, password: prepared, createdBy: row.invited_by });
        // The person was disabled since the password check.
        if (person?.status !== 'active') throw noInvitation();
        return join(tx, row, person, origin);
      });
    },
  };
}

function assertPending(row: InvitationRow, now: number): void {
  const status = statusOf(row, now);
  if (status !== 'pending') throw refuse(`invitation_${status}`);
}

function statusOf({ accepted_at, revoked_at, expires_at }: InvitationRow, now: number) {
  if (accepted_at !== null) return 'accepted';
  if (revoked_at !== null) return 'revoked';
  return expires_at <= now ? 'expired' : 'pending';
}

/** Gives the joining person as the author. */
function toAuthorOf({ id }: Person, { org_id, role }: InvitationRow, origin: CallOrigin): Author {
  return { orgId: org_id, user: id, role, kind: 'person', scopes: 'all', isDeployment: false, origin };
}

function hashToken(token: string): string {
  return createHash('sha256').update(token, 'utf8').digest('hex');
}

function toInvitation(row: InvitationRow, now: number): Invitation {
  const { id, org_id, email, role, invited_by, accepted_by, revision } = row;
  return {
    id,
    org_id,
    email,
    role,
    status: statusOf(row, now),
    invited_by,
    accepted_by,
    revision,
    created_at: toTimestamp(row.created_at),
    expires_at: toTimestamp(row.expires_at),
    accepted_at: toTimestampOrNull(row.accepted_at),
  };
}

const refusals = {
  invitation_accepted: 'this invitation was already accepted',
  invitation_expired: 'this invitation has expired: ask for a new one',
  invitation_revoked: 'this invitation was withdrawn: ask for a new one',
  invitation_void: 'the inviter may no longer invite people: ask for a new invitation',
  already_member: 'this person is already a member of the organisation',
} as const;

function refuse(reason: keyof typeof refusals): AppError {
  const detail = refusals[reason];
  return new AppError('conflict', detail, { detail, extensions: { reason } });
}

function noInvitation(): AppError {
  const detail = 'there is no such invitation';
  return new AppError('not_found', detail, { detail });
}

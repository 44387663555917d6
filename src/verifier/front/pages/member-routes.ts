/** `/account/members`, for admins: members, their roles, and open invitations. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type MemberRole, memberRoles } from '../../../contract/api/members/states.ts';
import type { Db } from '../../../platform/db/db.ts';
import { AppError } from '../../../platform/errors.ts';
import { type Author, assertMay } from '../../base/control/author.ts';
import type { Routes } from '../../base/feature.ts';
import type { Invitations } from '../../identity/members/invitations.ts';
import type { Members } from '../../identity/members/service.ts';
import { refusedWith, toFieldErrors } from './form-errors.ts';
import type { FieldErrors } from './form-fields.ts';
import { noticeOf, type PageSender } from './front.ts';
import { html } from './html.ts';
import {
  type InviteForm,
  invitationList,
  inviteForm,
  memberList,
  membersPath,
  shownInvitation,
} from './member-views.ts';
import { pageLink, readPage } from './paging.ts';
import type { Form } from './read-form.ts';
import { redirectTo } from './send-page.ts';
import { toVisitorAuthor, type Visitor } from './visitor.ts';

export interface MemberRouteDeps {
  readonly front: PageSender;
  readonly db: Db;
  readonly members: Pick<Members, 'list' | 'update' | 'remove'>;
  readonly invitations: Pick<Invitations, 'create' | 'list' | 'revoke'>;
  /** The public address of the deployment; that of the request if absent. */
  readonly publicUrl: string | undefined;
}

const notices = {
  changed: 'The role is changed.',
  removed: 'They are no longer a member, and are signed out.',
  withdrawn: 'The invitation is withdrawn.',
};

const shownAtOnce = 50;

export function memberPageRoutes(deps: MemberRouteDeps): Routes {
  return async (app) => {
    await addListing(deps)(app);
    await addInviting(deps)(app);
    await addChanging(deps)(app);
  };
}

/** Finds the visitor who may manage members. Others get no page, though the API lets them read. */
async function findManager(front: PageSender, call: FastifyRequest): Promise<{ visitor: Visitor; author: Author }> {
  const visitor = await front.visitor(call);
  const author = toVisitorAuthor(visitor, call);
  assertMay(author, 'members.write', 'managing members');
  return { visitor, author };
}

function addListing(deps: MemberRouteDeps): Routes {
  return async (app) => {
    app.get(membersPath, async (call, reply) => {
      const { visitor, author } = await findManager(deps.front, call);
      return showMembers(deps, { call, reply, visitor, author, form: emptyInvite });
    });
  };
}

const emptyInvite: InviteForm = { email: '', role: 'viewer' };

interface Shown {
  readonly call: FastifyRequest;
  readonly reply: FastifyReply;
  readonly visitor: Visitor;
  readonly author: Author;
  readonly form: InviteForm;
  readonly errors?: FieldErrors;
  readonly status?: number;
}

async function showMembers({ front, members, invitations }: MemberRouteDeps, shown: Shown): Promise<FastifyReply> {
  const { call, reply, visitor, author, form, errors = {}, status = 200 } = shown;
  const { items, next_cursor } = await members.list(author.orgId, readPage(call, shownAtOnce));
  const invited = await invitations.list(author.orgId, { limit: shownAtOnce, before: undefined });
  const waiting = invited.items.filter((invitation) => invitation.status === 'pending');
  const body = html`${noticeOf(call, notices)}
${inviteForm(visitor, author, form, errors)}
${invitationList(visitor, waiting)}
${memberList(visitor, author, items)}
${pageLink({ path: membersPath, cursor: next_cursor, label: 'More members' })}`;
  const hasErrors = Object.keys(errors).length > 0;
  return front.sendPage(reply, visitor, membersPath, { title: 'Members', body, hasErrors }, status);
}

function addInviting(deps: MemberRouteDeps): Routes {
  const { front, db, invitations, publicUrl } = deps;
  return async (app) => {
    app.post(`${membersPath}/invite`, async (call, reply) => {
      const { visitor, author } = await findManager(front, call);
      const sent = front.readSignedInForm(call, visitor);
      const form: InviteForm = { email: sent.text('email'), role: readRole(sent) };
      try {
        const { token } = await db.transaction((tx) => invitations.create(tx, author, form));
        const base = publicUrl ?? `${call.protocol}://${call.host}`;
        const link = `${base.replace(/\/$/, '')}/invite/${token.reveal()}`;
        const body = shownInvitation(form.email, link);
        return front.sendPage(reply, visitor, membersPath, { title: 'Members', body });
      } catch (error) {
        const errors = toFieldErrors(error, { '/email': 'email' });
        return showMembers(deps, { call, reply, visitor, author, form, errors, status: refusedWith(reply, error) });
      }
    });
    app.post(`${membersPath}/withdraw`, async (call, reply) => {
      const { visitor, author } = await findManager(front, call);
      const id = front.readSignedInForm(call, visitor).text('id');
      await db.transaction((tx) => invitations.revoke(tx, author, id));
      return redirectTo(reply, `${membersPath}?done=withdrawn`);
    });
  };
}

function addChanging({ front, db, members }: MemberRouteDeps): Routes {
  return async (app) => {
    app.post(`${membersPath}/role`, async (call, reply) => {
      const { visitor, author } = await findManager(front, call);
      const form = front.readSignedInForm(call, visitor);
      const [id, revision, role] = [form.text('id'), Number(form.text('revision')), readRole(form)];
      await db.transaction((tx) => members.update(tx, author, id, { role }, revision));
      return redirectTo(reply, `${membersPath}?done=changed`);
    });
    app.post(`${membersPath}/remove`, async (call, reply) => {
      const { visitor, author } = await findManager(front, call);
      const id = front.readSignedInForm(call, visitor).text('id');
      await db.transaction((tx) => members.remove(tx, author, id));
      return redirectTo(reply, `${membersPath}?done=removed`);
    });
  };
}

function readRole(form: Form): MemberRole {
  const wanted = form.text('role');
  const role = memberRoles.find((each) => each === wanted);
  if (role !== undefined) return role;
  const detail = 'the role does not exist';
  throw new AppError('invalid_request', detail, { detail });
}

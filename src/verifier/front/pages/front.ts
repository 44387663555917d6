/** Sends pages and checks the forms that come back. Every group of pages gets it. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../../platform/errors.ts';
import { isAllowed } from '../../base/access/authorize.ts';
import type { PageCookies } from '../../identity/people/cookies.ts';
import { toLoginPath } from '../../identity/people/return-to.ts';
import { assertOwnForm, formTokenField, toFormToken } from './csrf.ts';
import { type Html, html } from './html.ts';
import { hiddenField, type NavigationLink, type PageContent } from './layout.ts';
import { type Form, readForm } from './read-form.ts';
import { sendSignedInPage } from './send-page.ts';
import type { FindVisitor, Visitor } from './visitor.ts';

export interface PageSender {
  readonly cookies: PageCookies;
  findVisitor: FindVisitor;
  /** @throws AppError `unauthorized` with reason `signed_out`, which the pages answer with the login page. */
  visitor(request: FastifyRequest): Promise<Visitor>;
  /** Sends a page of the account. */
  sendPage(
    reply: FastifyReply,
    visitor: Visitor,
    path: string,
    content: PageContent,
    status?: number,
  ): Promise<FastifyReply>;
  /** Gives the hidden token field of a form for visitors who are not signed in. */
  signedOutToken(request: FastifyRequest, reply: FastifyReply): Html;
  /** Reads a form of a visitor who is not signed in. @throws AppError `forbidden` for a foreign form. */
  readSignedOutForm(request: FastifyRequest): Form;
  /** Reads a form of a signed-in visitor. @throws AppError as {@link PageSender.readSignedOutForm}. */
  readSignedInForm(request: FastifyRequest, visitor: Visitor): Form;
}

export interface PageSenderDeps {
  readonly cookies: PageCookies;
  readonly findVisitor: FindVisitor;
  readonly publicOrigin: string | undefined;
  /** How many requests wait for the visitor's decision, e.g. `3` or `20+`; undefined for none. */
  readonly countWaiting: (visitor: Visitor, request: FastifyRequest) => Promise<string | undefined>;
}

export function createPageSender({ cookies, findVisitor, publicOrigin, countWaiting }: PageSenderDeps): PageSender {
  const read = ({ headers, body }: FastifyRequest, cookie: string | undefined): Form => {
    const form = readForm(body);
    assertOwnForm({ headers, publicOrigin, cookie, token: form.exact(formTokenField) });
    return form;
  };

  return {
    cookies,
    findVisitor,
    async visitor(request) {
      const found = await findVisitor(request);
      if (found !== undefined) return found;
      const extensions = { reason: 'signed_out', login: toLoginPath(toOpenPath(request)) };
      throw new AppError('unauthorized', 'nobody is signed in', { detail: 'you are not signed in', extensions });
    },
    async sendPage(reply, visitor, path, content, status) {
      const { person, cookie, membership } = visitor;
      const waiting = membership === undefined ? undefined : await countWaiting(visitor, reply.request);
      const reader = { ...person, formToken: toFormToken(cookie), navigation: navigationOf(visitor, waiting) };
      return sendSignedInPage(reply, reader, path, content, status);
    },
    signedOutToken: (request, reply) => hiddenField(formTokenField, toFormToken(cookies.ensureForm(request, reply))),
    readSignedOutForm: (request) => read(request, cookies.readForm(request)),
    readSignedInForm: (request, visitor) => read(request, visitor.cookie),
  };
}

/** Gives the hidden token field of a signed-in visitor's form. */
export function signedInToken({ cookie }: Visitor): Html {
  return hiddenField(formTokenField, toFormToken(cookie));
}

/** Gives a page that GET can open: a form is sent to a path below its page. */
function toOpenPath({ method, url }: FastifyRequest): string {
  return method === 'GET' ? url : url.split('/').slice(0, 3).join('/');
}

/** Gives the pages that a visitor may open. */
function navigationOf({ person, membership }: Visitor, waiting: string | undefined): NavigationLink[] {
  const own: NavigationLink[] = [
    { path: '/account', label: 'Profile' },
    { path: '/account/password', label: 'Password' },
    { path: '/account/sessions', label: 'Sessions' },
    { path: '/account/keys', label: 'API keys' },
    { path: '/account/applications', label: 'Applications' },
    { path: '/account/delegations', label: 'Acting for you' },
    { path: '/account/connections', label: 'Connections' },
    { path: '/account/approvals', label: 'Approvals', ...(waiting === undefined ? {} : { waiting }) },
  ];
  if (membership === undefined) return own.slice(0, 3);
  const { orgId, role } = membership;
  const asker = {
    user: person.id,
    kind: 'person',
    role,
    organisation: orgId,
    scopes: 'all',
    isDeployment: false,
  } as const;
  const mayManage = isAllowed(asker, 'members.write', { orgId });
  return mayManage ? [...own, { path: '/account/members', label: 'Members' }] : own;
}

/** Shows a notice of what the last form did; only texts of the program are shown. */
export function noticeOf(request: FastifyRequest, words: Readonly<Record<string, string>>): Html | undefined {
  const done: unknown = Reflect.get(Object(request.query), 'done');
  if (typeof done !== 'string' || !Object.hasOwn(words, done)) return undefined;
  return html`<p class="notice" role="status">${words[done]}</p>`;
}

/** `/connect/:ticket` and the return from the other service: a person connects a credential here. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Operation } from '../../../contract/api/operation.ts';
import { credentialCallbacks } from '../../../contract/api/scoped-credentials/callback.ts';
import type { Db } from '../../../platform/db/db.ts';
import { isAppError } from '../../../platform/errors.ts';
import type { Author } from '../../base/control/author.ts';
import type { Routes } from '../../base/feature.ts';
import type { Workspaces } from '../../configuration/workspaces/service.ts';
import type { FailureReason } from '../../tools/scoped-credentials/connect/callback.ts';
import { connectCallbackPath, connectPath } from '../../tools/scoped-credentials/connect/connect.ts';
import type { ConnectAttempt } from '../../tools/scoped-credentials/connect/connect-attempt.ts';
import type { Connecting } from '../../tools/scoped-credentials/connect/create.ts';
import { closedTexts, failureTexts, type OutcomeText } from './connect-texts.ts';
import {
  type ConnectForm,
  type ConnectView,
  closedPage,
  connectedPage,
  connectPage,
  redirectPage,
} from './connect-view.ts';
import { connectAgainForm } from './connection-list.ts';
import { authorsOf } from './find-request.ts';
import { refusedWith, toFieldErrors } from './form-errors.ts';
import { type PageSender, signedInToken } from './front.ts';
import type { FindNames } from './names.ts';
import type { Form } from './read-form.ts';
import { sendSignedOutPage } from './send-page.ts';
import type { Visitor } from './visitor.ts';

export interface ConnectPageDeps {
  readonly front: PageSender;
  readonly db: Db;
  readonly connecting: Connecting;
  readonly findNames: FindNames;
  readonly organisationName: (orgId: string) => Promise<string>;
  readonly workspaces: Pick<Workspaces, 'find'>;
}

interface Turn {
  readonly visitor: Visitor;
  readonly authors: readonly Author[];
}

export function connectPageRoutes(deps: ConnectPageDeps): Routes {
  const { front, connecting } = deps;
  const begin = async (call: FastifyRequest): Promise<Turn> => {
    const visitor = await front.visitor(call);
    return { visitor, authors: authorsOf(visitor, call) };
  };
  return async (app) => {
    app.get(`${connectPath}/:ticket`, async (call, reply) => {
      const turn = await begin(call);
      return show(deps, call, reply, turn);
    });
    app.post(`${connectPath}/:ticket`, async (call, reply) => {
      const turn = await begin(call);
      const form = front.readSignedInForm(call, turn.visitor);
      const at = { authors: turn.authors, ticket: ticketOf(call) };
      const opened = await connecting.open(at);
      if (opened.kind === 'closed') return close(reply, turn, closedTexts[opened.why], opened.attempt);
      const isLed = opened.attempt.credential.auth_type === 'oauth2_code';
      return isLed ? lead(deps, call, reply, turn, form) : keep(deps, call, reply, turn, form);
    });
    // Described only: they read their query by themselves, and answer with pages.
    const described = (operation: Operation) => ({ config: { operation } });
    app.get(connectCallbackPath, described(credentialCallbacks.shared), async (call, reply) =>
      finish(deps, call, reply),
    );
    app.get<{ Params: { server: string } }>(
      `${connectCallbackPath}/:server`,
      described(credentialCallbacks.ofServer),
      async (call, reply) => finish(deps, call, reply, call.params.server),
    );
  };
}

/** What was wrong with the form, which is shown again. */
type Tried = Pick<ConnectForm, 'errors' | 'notice' | 'username' | 'certificate'>;

async function show(
  deps: ConnectPageDeps,
  call: FastifyRequest,
  reply: FastifyReply,
  turn: Turn,
  tried: Tried = {},
  status = 200,
): Promise<FastifyReply> {
  const ticket = ticketOf(call);
  const opened = await deps.connecting.open({ authors: turn.authors, ticket });
  if (opened.kind === 'closed') return close(reply, turn, closedTexts[opened.why], opened.attempt);
  const view = await toView(deps, turn.visitor, opened.attempt);
  const form = {
    action: `${connectPath}/${ticket}`,
    token: signedInToken(turn.visitor),
    seen: opened.seen ?? '',
    ...tried,
  };
  return sendSignedOutPage(reply, connectPage(view, form), { status });
}

/** Sends the person to the other service. Nothing leaves for it before this, when the person has agreed. */
async function lead(deps: ConnectPageDeps, call: FastifyRequest, reply: FastifyReply, turn: Turn, form: Form) {
  const { connecting, front } = deps;
  const binding = front.cookies.ensureConnect(call, reply);
  const at = { authors: turn.authors, ticket: ticketOf(call) };
  try {
    const started = await connecting.begin(at, form.text('seen'), binding);
    if (started.kind === 'closed') return again(deps, call, reply, turn, started);
    if (started.kind === 'kept') throw new Error('nothing is stored before the person returns');
    // Not a redirect: browsers apply the form policy to every further redirect of the other service too.
    reply.header('refresh', `0; url=${started.url}`);
    return sendSignedOutPage(reply, redirectPage(started.url));
  } catch (error) {
    const why = whyUnreachable(error);
    if (why === undefined) throw error;
    return show(deps, call, reply, turn, { notice: failureTexts[why].words }, failureTexts[why].status);
  }
}

function whyUnreachable(error: unknown): FailureReason | undefined {
  const passing = ['upstream_unavailable', 'upstream_timeout', 'too_many_requests'] as const;
  if (passing.some((code) => isAppError(error, code))) return 'unavailable';
  const judged = ['unprocessable', 'not_found'] as const;
  return judged.some((code) => isAppError(error, code)) ? 'refused' : undefined;
}

async function keep(deps: ConnectPageDeps, call: FastifyRequest, reply: FastifyReply, turn: Turn, form: Form) {
  const at = { authors: turn.authors, ticket: ticketOf(call) };
  const shown = { username: form.text('username'), certificate: form.long('certificate') };
  const typed = { ...shown, secret: form.long('secret') };
  try {
    const started = await deps.connecting.keep(at, form.text('seen'), typed);
    if (started.kind === 'closed') return again(deps, call, reply, turn, started);
    if (started.kind === 'lead') throw new Error('a secret that is typed here needs no redirect');
    const view = await toView(deps, turn.visitor, started.attempt);
    return sendSignedOutPage(reply, connectedPage({ view, credential: started.credential, missing: [] }));
  } catch (error) {
    const fields = { '/secret': 'secret', '/config/username': 'username', '/config/certificate': 'certificate' };
    return show(deps, call, reply, turn, { ...shown, errors: toFieldErrors(error, fields) }, refusedWith(reply, error));
  }
}

/** Shows the form again after a change; any other error closes the link. */
function again(
  deps: ConnectPageDeps,
  call: FastifyRequest,
  reply: FastifyReply,
  turn: Turn,
  closed: { readonly why: keyof typeof closedTexts; readonly turn?: ConnectAttempt },
): FastifyReply | Promise<FastifyReply> {
  if (closed.why !== 'changed') return close(reply, turn, closedTexts[closed.why], closed.turn);
  const notice = 'The request has changed since you opened this page, and nothing was done. Review it again.';
  return show(deps, call, reply, turn, { notice }, closedTexts.changed.status);
}

async function finish(
  deps: ConnectPageDeps,
  call: FastifyRequest,
  reply: FastifyReply,
  cameTo?: string,
): Promise<FastifyReply> {
  const { front, connecting } = deps;
  const visitor = await front.findVisitor(call);
  if (visitor === undefined)
    return sendSignedOutPage(reply, closedPage(signedOut, undefined, undefined), { status: 401 });
  const turn = { visitor, authors: authorsOf(visitor, call) };
  const query = new URL(call.url, 'http://own').searchParams;
  const finished = await connecting.finish(turn.authors, query, front.cookies.readConnect(call), cameTo);
  if (finished.kind === 'closed') return close(reply, turn, closedTexts[finished.why], finished.attempt);
  if (finished.kind === 'failed') return close(reply, turn, failureTexts[finished.why], finished.attempt);
  const view = await toView(deps, visitor, finished.attempt);
  return sendSignedOutPage(reply, connectedPage({ view, credential: finished.credential, missing: finished.missing }));
}

const signedOut: OutcomeText = {
  title: 'You are signed out',
  words: 'You were signed out in the meantime, so nothing was connected. Sign in and open the link again.',
  status: 401,
};

/** Ends the link, and offers a new one if that could help. */
function close(
  reply: FastifyReply,
  { visitor }: Turn,
  outcome: OutcomeText,
  turn: ConnectAttempt | undefined,
): FastifyReply {
  const isOver =
    outcome === closedTexts.revoked || outcome === closedTexts.agent_gone || outcome === closedTexts.not_yours;
  const isHere = turn?.author.orgId === visitor.membership?.orgId;
  const form = turn === undefined || isOver || !isHere ? undefined : connectAgainForm(visitor, turn.credential.id);
  return sendSignedOutPage(reply, closedPage(outcome, turn?.credential, form), { status: outcome.status });
}

async function toView(deps: ConnectPageDeps, visitor: Visitor, turn: ConnectAttempt): Promise<ConnectView> {
  const { orgId } = turn.author;
  const { agent_id, scope_level, scope_id } = turn.credential;
  const names = await deps.findNames(orgId, { agents: [agent_id], people: [turn.link.created_by] });
  const workspace = scope_level === 'workspace' ? await deps.workspaces.find(deps.db, orgId, scope_id) : undefined;
  const place = {
    agent: agent_id === null ? undefined : names.agent(agent_id),
    workspace: workspace?.name,
    organisation: await deps.organisationName(orgId),
  };
  return { turn, names, place, email: visitor.person.email };
}

function ticketOf({ params }: FastifyRequest): string {
  return String(Reflect.get(Object(params), 'ticket')).slice(0, 100);
}

/**
 * `/oauth/interaction/:uid`: the person's part of an authorization request. Signing in and consenting are two steps at the same
 * address. After each step the browser returns to the authorization endpoint, which decides what is next.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { AppError, isAppError } from '../../../platform/errors.ts';
import type { Routes } from '../../base/feature.ts';
import type { InteractionDetails, Interactions } from '../../identity/issuer/ports.ts';
import type { AccountLog } from '../../identity/people/account-log.ts';
import type { Person } from '../../identity/people/service.ts';
import { consentPage } from './consent-page.ts';
import { refusedWith, toFieldErrors } from './form-errors.ts';
import { type PageSender, signedInToken } from './front.ts';
import { html } from './html.ts';
import { type LoginView, loginPage, type OutsideLogin } from './login-page.ts';
import { pageHeaders, toFormTargets } from './page-headers.ts';
import { redirectTo, sendSignedOutPage } from './send-page.ts';
import { type SignInDeps, signIn } from './sign-in.ts';
import { toSelfOf, type Visitor } from './visitor.ts';

export interface InteractionRouteDeps extends Omit<SignInDeps, 'cookies'> {
  readonly front: PageSender;
  readonly interactions: Interactions;
  readonly outsideLogin: OutsideLogin | undefined;
  readonly clock: Clock;
  readonly db: Db;
  readonly accountLog: AccountLog;
}

const path = '/oauth/interaction/:uid';

interface Turn {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly details: InteractionDetails;
  readonly visitor: Visitor | undefined;
}

export function interactionRoutes(deps: InteractionRouteDeps): Routes {
  const { front, interactions } = deps;

  const begin = async (request: FastifyRequest, reply: FastifyReply): Promise<Turn> => {
    const details = await describe(interactions, request, reply);
    return { request, reply, details, visitor: await front.findVisitor(request) };
  };

  return async (app) => {
    app.get(path, async (request, reply) => {
      const turn = await begin(request, reply);
      const { details, visitor } = turn;
      if (canConsent(turn)) return showConsent(turn);
      const isEnough = visitor !== undefined && details.prompt === 'login' && !details.mustSignIn;
      return isEnough ? lead(interactions, turn, visitor) : showLogin(deps, turn);
    });
    app.post(path, async (request, reply) => {
      const turn = await begin(request, reply);
      const { visitor } = turn;
      if (visitor !== undefined && canConsent(turn)) return decide(deps, turn, visitor);
      return takeLogin(deps, turn);
    });
    app.post(`${path}/abort`, async (request, reply) => {
      const { visitor } = await begin(request, reply);
      if (visitor === undefined) front.readSignedOutForm(request);
      else front.readSignedInForm(request, visitor);
      reply.headers(pageHeaders({ isForApplication: true }));
      return interactions.abort(request, reply);
    });
  };
}

/** Only the person that the code is for may consent, and only while signed in here. */
function canConsent({ details, visitor }: Turn): boolean {
  return details.prompt === 'consent' && visitor !== undefined && visitor.person.id === details.userId;
}

/** Gives the request of the address; an ended request gets a page of its own. */
async function describe(
  interactions: Interactions,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<InteractionDetails> {
  try {
    return await interactions.describe(request, reply);
  } catch (error) {
    if (!isAppError(error, 'not_found')) throw error;
    throw new AppError('not_found', error.message, { cause: error, extensions: { reason: 'expired' } });
  }
}

function lead(interactions: Interactions, { request, reply }: Turn, { person, session }: Visitor) {
  reply.headers(pageHeaders({ isForApplication: true }));
  return interactions.login(request, reply, { userId: person.id, authTimeS: session.authTimeS });
}

function toPath(details: InteractionDetails): string {
  return `/oauth/interaction/${details.uid}`;
}

/** Allows the form to lead to the application: the last answer redirects there, and browsers check that against the page. */
function toHeaderOptions({ client }: InteractionDetails) {
  return { formTargets: toFormTargets(client.redirectUri), isForApplication: true };
}

function showConsent({ reply, details, visitor }: Turn): FastifyReply {
  if (visitor === undefined) throw new Error('consent needs a signed-in person');
  const view = { details, action: toPath(details), token: signedInToken(visitor), email: visitor.person.email };
  return sendSignedOutPage(reply, consentPage(view), toHeaderOptions(details));
}

type LoginTry = Pick<LoginView, 'email' | 'errors'>;

function showLogin({ front, outsideLogin }: InteractionRouteDeps, turn: Turn, view: LoginTry = {}, status = 200) {
  const { request, reply, details, visitor } = turn;
  const token = visitor === undefined ? front.signedOutToken(request, reply) : signedInToken(visitor);
  const action = toPath(details);
  const below = html`<form method="post" action="${`${action}/abort`}">${token}<button class="link">Do not sign in, go back</button></form>`;
  const notice =
    visitor === undefined
      ? undefined
      : html`<p class="notice">You are signed in as ${visitor.person.email}. ${details.prompt === 'consent' ? 'Somebody else started this: sign in with their account, or go back.' : 'Sign in once more to continue.'}</p>`;
  // The outside sign-in returns here. It is not offered for a fresh sign-in, because it cannot guarantee one.
  const outside = details.mustSignIn ? undefined : outsideLogin;
  const here = { token, action, notice, below, outside, outsideReturnTo: action };
  const page = loginPage({ ...view, ...here, client: details.client.name });
  return sendSignedOutPage(reply, page, { status, ...toHeaderOptions(details) });
}

async function takeLogin(deps: InteractionRouteDeps, turn: Turn): Promise<FastifyReply> {
  const { front, interactions, people, sessions } = deps;
  const { request, reply, details, visitor } = turn;
  const form = visitor === undefined ? front.readSignedOutForm(request) : front.readSignedInForm(request, visitor);
  let person: Person;
  try {
    person = await signIn({ people, sessions, cookies: front.cookies }, request, reply, form);
  } catch (error) {
    const view = { email: form.text('email'), errors: toFieldErrors(error) };
    return showLogin(deps, turn, view, refusedWith(reply, error));
  }
  // The session ended while the consent page was open: the page is shown again to the person that it is for.
  if (details.prompt === 'consent') return redirectTo(reply, toPath(details), { isForApplication: true });
  reply.headers(pageHeaders({ isForApplication: true }));
  return interactions.login(request, reply, { userId: person.id, authTimeS: Math.floor(deps.clock.now() / 1000) });
}

function decide(deps: InteractionRouteDeps, turn: Turn, visitor: Visitor): Promise<FastifyReply> {
  const { front, interactions, db, accountLog } = deps;
  const { request, reply, details } = turn;
  const decision = front.readSignedInForm(request, visitor).text('decision');
  reply.headers(pageHeaders({ isForApplication: true }));
  // Anything but an explicit yes is a no.
  if (decision !== 'yes') return interactions.abort(request, reply);
  const { client, scopes } = details;
  const about = { resourceType: 'oauth_client', resourceId: client.id, details: { name: client.name, scopes } };
  const entry = { action: 'application.allowed', ...about };
  return interactions.consent(request, reply, () =>
    db.transaction((tx) => accountLog.note(tx, toSelfOf(visitor, request), entry)),
  );
}

/**
 * `/login/outside`: the sign-in at the outside issuer, single use and bound to this browser by a cookie, which ends in a session
 * of ours.
 */
import cookie, { type CookieSerializeOptions } from '@fastify/cookie';
import { and, eq, gt, lt } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../../../platform/clock.ts';
import type { Db } from '../../../../platform/db/db.ts';
import type { RateBound } from '../../../../platform/http/rate-bound.ts';
import type { RandomBytes } from '../../../../platform/ids.ts';
import type { Routes } from '../../../base/feature.ts';
import type { Members } from '../../members/service.ts';
import type { PageCookies } from '../../people/cookies.ts';
import { openSession } from '../../people/open-session.ts';
import { toReturnPath } from '../../people/return-to.ts';
import type { Sessions } from '../../people/sessions.ts';
import type { OutsideIdentities } from './identities.ts';
import { deriveLoginSecrets } from './login-secrets.ts';
import { type RelyingParty, refuseLogin } from './relying-party.ts';
import { limitRole } from './role-claim.ts';
import type { RoleClaim } from './settings.ts';
import { outsideLoginsTable } from './tables.ts';

export interface OutsideLoginDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly relyingParty: RelyingParty;
  readonly identities: OutsideIdentities;
  readonly members: Pick<Members, 'listOf'>;
  readonly sessions: Pick<Sessions, 'open'>;
  readonly cookies: PageCookies;
  readonly roles: RoleClaim | undefined;
  readonly rate: RateBound;
  /** True if the pages are served by https. */
  readonly isSecure: boolean;
}

/** A button of the login page. */
export interface OutsideButton {
  readonly name: string;
  readonly path: string;
}

/** Target of the login page's button, with `return_to` in the query. */
export const outsideLoginPath = '/login/outside';
export const outsideCallbackPath = '/login/outside/callback';

const loginMs = 10 * 60_000;
const cookieForm = /^[A-Za-z0-9_-]{43}$/;
const table = outsideLoginsTable;

export function outsideLoginRoutes(deps: OutsideLoginDeps): Routes {
  const { db, clock, randomBytes, relyingParty, rate, isSecure } = deps;
  // The prefix keeps other hosts of the domain from setting this cookie (RFC 6265bis section 4.1.3).
  const cookieName = isSecure ? '__Host-assay_outside' : 'assay_outside';
  const options: CookieSerializeOptions = { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure };

  return async (app) => {
    await app.register(cookie);
    app.get(outsideLoginPath, async (request, reply) => {
      rate.admit(request.ip);
      const secret = Buffer.from(randomBytes(32)).toString('base64url');
      const secrets = deriveLoginSecrets(secret);
      const url = await relyingParty.authorizationUrl(secrets);
      const now = clock.now();
      await db.delete(table).where(lt(table.expires_at, now));
      const row = { cookie_sha256: secrets.cookieHash, return_to: readReturnPath(request), expires_at: now + loginMs };
      await db.insert(table).values(row);
      reply.setCookie(cookieName, secret, { ...options, maxAge: loginMs / 1000 });
      return lead(reply, url);
    });
    app.get(outsideCallbackPath, async (request, reply) => {
      rate.admit(request.ip);
      const secret = request.cookies[cookieName];
      reply.clearCookie(cookieName, options);
      const returnTo = secret === undefined || !cookieForm.test(secret) ? undefined : await takeLogin(deps, secret);
      if (secret === undefined || returnTo === undefined) throw refuseLogin('this sign-in has expired: start again');
      const query = new URL(request.url, 'http://own').search;
      const { sub, claims } = await relyingParty.finish(query, deriveLoginSecrets(secret));
      const userId = await findMember(deps, sub, claims, request);
      await openSession(deps, request, reply, userId);
      return lead(reply, returnTo);
    });
  };
}

/** Takes the sign-in of a cookie. Of two requests with the same cookie at once, one succeeds. */
async function takeLogin({ db, clock }: OutsideLoginDeps, secret: string): Promise<string | undefined> {
  const { cookieHash } = deriveLoginSecrets(secret);
  const own = and(eq(table.cookie_sha256, cookieHash), gt(table.expires_at, clock.now()));
  const [taken] = await db.delete(table).where(own).returning({ returnTo: table.return_to });
  return taken?.returnTo;
}

async function findMember(
  { db, identities, members, roles }: OutsideLoginDeps,
  subject: string,
  claims: Readonly<Record<string, unknown>>,
  request: FastifyRequest,
): Promise<string> {
  const userAgent = request.headers['user-agent']?.slice(0, 300) ?? null;
  const origin = { ipAddress: request.ip, userAgent, requestId: request.id };
  const person = await identities.find(subject, claims, origin);
  const places = person === undefined ? [] : await members.listOf(db, person.id);
  const isKnown = places.some(({ role }) => limitRole(claims, role, roles) !== undefined);
  if (person === undefined || !isKnown) {
    throw refuseLogin('nobody invited this account: ask an admin of your organisation for an invitation first');
  }
  return person.id;
}

function readReturnPath({ query }: FastifyRequest): string {
  const wanted: unknown = Reflect.get(Object(query), 'return_to');
  return toReturnPath(typeof wanted === 'string' ? wanted : undefined);
}

function lead(reply: FastifyReply, url: string): FastifyReply {
  return reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }).redirect(url, 303);
}

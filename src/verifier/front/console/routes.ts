/** HTTP of the console's sessions, its links and its pages. */
import cookie from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { consoleAccess as operations } from '../../../contract/api/console/operations.ts';
import { toTimestamp } from '../../../platform/clock.ts';
import { AppError, isAppError } from '../../../platform/errors.ts';
import type { Caller } from '../../../platform/http/access.ts';
import type { HttpApp } from '../../../platform/http/app.ts';
import { mountRaw } from '../../../platform/http/mount-raw.ts';
import type { RateBound } from '../../../platform/http/rate-bound.ts';
import type { RefusalLog } from '../../base/access/refusals.ts';
import type { Routes } from '../../base/feature.ts';
import type { Mount } from '../../base/mount.ts';
import type { PageCookies } from '../../identity/people/cookies.ts';
import { toOrigin } from '../../identity/people/origin.ts';
import type { Sessions } from '../../identity/people/sessions.ts';
import { isOwnSite } from '../pages/csrf.ts';
import { assertOwnCall, type BrowserSession, type BrowserSessions } from './browser-session.ts';
import { readCookie, unlockCookieName, unlockCookieOptions } from './cookies.ts';
import type { AskPlayground } from './playground.ts';
import { addPlaygroundRoutes } from './playground-routes.ts';
import type { ReadSession } from './session-view.ts';
import { type Unlocking, unlockMaxMs } from './unlocked.ts';

export interface ConsoleAccess {
  readonly browserSessions: BrowserSessions;
  readonly unlocking: Unlocking;
  readonly readSession: ReadSession;
  readonly sessions: Pick<Sessions, 'close'>;
  readonly pageCookies: PageCookies;
  /** Ends the person's session at the issuer in this browser too. */
  readonly signOutOfIssuer: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
  readonly publicOrigin: string | undefined;
  /** Bounds guesses by address. */
  readonly rate: RateBound;
  /** Records guesses. */
  readonly refusals: RefusalLog;
  readonly pages: Routes;
  readonly askPlayground: AskPlayground;
  /** Ends the calls to the gateway that are still open. */
  readonly closeGateway: () => Promise<void>;
}

export interface ConsoleRouteDeps {
  readonly mount: Mount;
  readonly consoleAccess: ConsoleAccess;
}

export function consoleRoutes({ mount, consoleAccess }: ConsoleRouteDeps): Routes {
  return async (app) => {
    await consoleAccess.pages(app);
    addPlaygroundRoutes(app, consoleAccess.askPlayground);
    app.addHook('preClose', consoleAccess.closeGateway);
    await app.register(async (scope) => {
      await scope.register(cookie);
      addSessionRoutes(scope, consoleAccess);
      addLinkRoute(scope, mount, consoleAccess);
    });
  };
}

function addSessionRoutes(app: HttpApp, access: ConsoleAccess): void {
  const { browserSessions, unlocking, readSession, publicOrigin, rate, refusals } = access;
  const isSecure = publicOrigin?.startsWith('https:') ?? false;
  const name = unlockCookieName(isSecure);
  const options = unlockCookieOptions(isSecure);
  const assertOwnPage = ({ headers }: FastifyRequest): void => {
    if (isOwnSite(headers, publicOrigin)) return;
    const detail = 'only a page of this verifier may call this (Sec-Fetch-Site, Origin)';
    throw new AppError('forbidden', detail, { detail, extensions: { reason: 'foreign_page' } });
  };

  mountRaw(app, operations.getSession, async ({ request, reply }) => {
    reply.header('cache-control', 'no-store');
    const caller = await findCaller(app, request);
    return readSession({ caller, browser: await findBrowser(browserSessions, request, caller) });
  });

  mountRaw(app, operations.unlock, async ({ request, reply, body }) => {
    reply.header('cache-control', 'no-store');
    assertOwnPage(request);
    rate.admit(request.ip);
    const opened = await unlocking.open(body, toOrigin(request), readCookie(request.headers, name));
    if (opened === undefined) {
      const caller = { ...request.caller, origin: toOrigin(request) };
      await refusals.record({ caller, endpoint: 'POST /v1/console/unlock', needed: 'operator_token', params: {} });
      throw refuseProof('code' in body);
    }
    const { cookie: value, ...session } = opened;
    reply.setCookie(name, value.reveal(), { ...options, maxAge: unlockMaxMs / 1000 });
    const browser: BrowserSession = { kind: 'unlocked', cookie: value.reveal(), session };
    return readSession({ caller: browserSessions.toCaller(browser, request.headers), browser });
  });

  mountRaw(app, operations.endSession, async ({ request, reply, query }) => {
    assertOwnPage(request);
    const found = await browserSessions.findAll(request.headers);
    const [first] = found;
    if (first !== undefined) assertOwnCall(request.headers, first);
    const origin = toOrigin(request);
    for (const each of found) {
      if (each.kind === 'unlocked') await unlocking.close(each.cookie, origin);
      else if (query.only === undefined) {
        const { userId, id: sessionId } = each.session;
        await access.sessions.close(sessionId, { userId, sessionId, origin });
        await access.signOutOfIssuer(request, reply);
        access.pageCookies.clear(reply);
      }
    }
    reply.clearCookie(name, options);
    return reply.code(204).send(null);
  });
}

function addLinkRoute(app: HttpApp, mount: Mount, { unlocking, publicOrigin }: ConsoleAccess): void {
  mount.write(app, operations.createLink, async ({ tx, author, caller, request }) => {
    if (caller.authentication === 'session') {
      const detail = 'a link needs the operator token itself, and no session that stands for it';
      throw new AppError('forbidden', detail, { detail });
    }
    const { code, expiresAt } = await unlocking.createCode(tx, author);
    const origin = publicOrigin ?? `${request.protocol}://${request.host}`;
    // In the fragment, which no server, log or proxy sees. Opening it does nothing: the page sends the code.
    return { url: `${origin}/console/open#code=${code.reveal()}`, expires_at: toTimestamp(expiresAt) };
  });
}

/** @returns undefined for a stranger. @throws AppError for a wrong credential, which is no stranger's. */
async function findCaller(app: HttpApp, request: FastifyRequest): Promise<Caller | undefined> {
  try {
    return await app.admit(request);
  } catch (error) {
    const { authorization, 'x-assay-key': key, 'x-api-key': other } = request.headers;
    const hasCredential = [authorization, key, other].some((value) => value !== undefined);
    if (!hasCredential && isAppError(error, 'unauthorized')) return undefined;
    throw error;
  }
}

/** The cookies say nothing about a caller with another credential. */
async function findBrowser(
  sessions: BrowserSessions,
  request: FastifyRequest,
  caller: Caller | undefined,
): Promise<BrowserSession | undefined> {
  const isOfBrowser = caller === undefined || caller.authentication === 'session';
  return isOfBrowser ? sessions.find(request.headers) : undefined;
}

function refuseProof(isCode: boolean): AppError {
  const detail = isCode
    ? 'this link was used, or has expired: run assay console open again'
    : 'this is not the operator token: it is in the file operator-token of the data folder';
  return new AppError('unauthorized', detail, {
    detail,
    extensions: { reason: isCode ? 'link_invalid' : 'wrong_token' },
  });
}

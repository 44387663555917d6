/**
 * The caller behind the cookies of a browser. Cookies count for calls of our own pages only: the browser has to say that the call
 * is of the same origin, and a write needs a token that only such a page can read.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { Db } from '../../../platform/db/db.ts';
import { AppError } from '../../../platform/errors.ts';
import {
  type Caller,
  csrfHeader,
  type IncomingCall,
  organisationHeader,
  toAdmin,
} from '../../../platform/http/access.ts';
import { isSameSecret } from '../../../platform/secret.ts';
import type { Members, Membership } from '../../identity/members/service.ts';
import { organisationCookie, sessionCookieName } from '../../identity/people/cookies.ts';
import type { People, Person } from '../../identity/people/service.ts';
import type { Session, Sessions } from '../../identity/people/sessions.ts';
import { isOwnSite } from '../pages/csrf.ts';
import { readCookie, toCallToken, unlockCookieName } from './cookies.ts';
import type { UnlockedSession, Unlocking } from './unlocked.ts';

/** What the cookies of a browser stand for. `membership` is undefined for a person who left every organisation. */
export type BrowserSession =
  | { readonly kind: 'unlocked'; readonly cookie: string; readonly session: UnlockedSession }
  | {
      readonly kind: 'person';
      readonly cookie: string;
      readonly session: Session;
      readonly person: Person;
      readonly membership: Membership | undefined;
    };

export interface BrowserSessions {
  /** Finds the live session; the one of the operator token goes before that of a person. Undefined for a foreign call too. */
  find(headers: IncomingHttpHeaders, isQuiet?: boolean): Promise<BrowserSession | undefined>;
  /** Finds every live session of the browser, in the same order. */
  findAll(headers: IncomingHttpHeaders): Promise<readonly BrowserSession[]>;
  /** Gives the caller of a session; undefined for a person who is in no organisation. */
  toCaller(found: BrowserSession, headers: IncomingHttpHeaders): Caller | undefined;
  /** `Identify.bySession`. */
  findCaller(call: IncomingCall): Promise<Caller | undefined>;
}

export interface BrowserSessionsDeps {
  readonly db: Db;
  readonly unlocking: Pick<Unlocking, 'find'>;
  readonly sessions: Pick<Sessions, 'find'>;
  readonly people: Pick<People, 'find'>;
  readonly members: Pick<Members, 'listOf'>;
  readonly publicOrigin: string | undefined;
  /** False where callers on this machine need no credential: there nobody signs in. */
  readonly takesPeople: boolean;
}

const apiPath = /^\/(?:api\/)?v1\//;

export function createBrowserSessions(deps: BrowserSessionsDeps): BrowserSessions {
  const { unlocking, publicOrigin, takesPeople } = deps;
  const isSecure = publicOrigin?.startsWith('https:') ?? false;

  const findUnlocked = async (headers: IncomingHttpHeaders, isQuiet: boolean): Promise<BrowserSession | undefined> => {
    const cookie = readCookie(headers, unlockCookieName(isSecure));
    const session = cookie === undefined ? undefined : await unlocking.find(cookie, isQuiet);
    return cookie === undefined || session === undefined ? undefined : { kind: 'unlocked', cookie, session };
  };
  const findSignedIn = async (headers: IncomingHttpHeaders, isQuiet: boolean): Promise<BrowserSession | undefined> => {
    const cookie = takesPeople ? readCookie(headers, sessionCookieName(isSecure)) : undefined;
    return cookie === undefined ? undefined : findPerson(deps, headers, cookie, isQuiet);
  };
  const find: BrowserSessions['find'] = async (headers, isQuiet = false) => {
    if (!isOwnSite(headers, publicOrigin)) return undefined;
    return (await findUnlocked(headers, isQuiet)) ?? findSignedIn(headers, isQuiet);
  };

  return {
    find,
    async findAll(headers) {
      if (!isOwnSite(headers, publicOrigin)) return [];
      const found = [await findUnlocked(headers, false), await findSignedIn(headers, false)];
      return found.filter((one) => one !== undefined);
    },
    toCaller,
    async findCaller({ headers, method = 'GET', url = '', isAgain = false }) {
      if (!apiPath.test(url)) return undefined;
      const found = await find(headers, isAgain);
      const isRead = method === 'GET' || method === 'HEAD';
      if (!isRead) assertOwnCall(headers, found);
      return found === undefined ? undefined : toCaller(found, headers);
    },
  };
}

/**
 * A page that sends the token means a session. Where that session is not there any more, nothing is done with other rights.
 * @throws AppError `unauthorized` with reason `session_ended`, `forbidden` with `csrf_missing` or `csrf_stale`.
 */
export function assertOwnCall(headers: IncomingHttpHeaders, found: Pick<BrowserSession, 'cookie'> | undefined): void {
  const sent = headers[csrfHeader];
  if (found === undefined) {
    if (sent === undefined) return;
    throw refuse('unauthorized', 'session_ended', 'the session of this page has ended: sign in or unlock again');
  }
  if (sent === undefined)
    throw refuse('forbidden', 'csrf_missing', `a write with a session needs the header ${csrfHeader}`);
  if (typeof sent !== 'string' || !isSameSecret(sent, toCallToken(found.cookie))) {
    throw refuse('forbidden', 'csrf_stale', 'the session of this browser has changed: load the page again');
  }
}

async function findPerson(
  { db, sessions, people, members }: BrowserSessionsDeps,
  headers: IncomingHttpHeaders,
  cookie: string,
  isQuiet: boolean,
): Promise<BrowserSession | undefined> {
  const session = await sessions.find(cookie, isQuiet);
  const person = session === undefined ? undefined : await people.find(db, session.userId);
  if (session === undefined || person === undefined || person.status !== 'active') return undefined;
  const places = await members.listOf(db, person.id);
  const named = headers[organisationHeader];
  const seen = readCookie(headers, organisationCookie);
  const placeOf = (orgId: string | string[] | undefined) => places.find((place) => place.orgId === orgId);
  const membership = named === undefined ? (placeOf(seen) ?? places[0]) : (placeOf(named) ?? places[0]);
  return { kind: 'person', cookie, session, person, membership };
}

function toCaller(found: BrowserSession, headers: IncomingHttpHeaders): Caller | undefined {
  const credentialId = found.session.id;
  if (found.kind === 'unlocked') return { ...toAdmin(headers), authentication: 'session', credentialId };
  if (found.membership === undefined) return undefined;
  return {
    user: found.person.id,
    kind: 'person',
    role: found.membership.role,
    organisation: found.membership.orgId,
    authentication: 'session',
    scopes: 'all',
    isDeployment: false,
    credentialId,
  };
}

function refuse(code: 'unauthorized' | 'forbidden', reason: string, detail: string): AppError {
  return new AppError(code, detail, { detail, extensions: { reason } });
}

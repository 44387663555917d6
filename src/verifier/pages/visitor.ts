/** Who is behind a request for a page: the person of its session, and where and as what they act now. */
import type { FastifyRequest } from 'fastify';
import type { Db } from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors.ts';
import type { CallOrigin } from '../../platform/http/access.ts';
import type { Author } from '../control/author.ts';
import type { Members, Membership } from '../members/service.ts';
import type { Self } from '../people/own-log.ts';
import type { People, Person } from '../people/service.ts';
import type { Session, Sessions } from '../people/sessions.ts';
import type { PageCookies } from './cookies.ts';

export interface Visitor {
  readonly person: Person;
  readonly session: Session;
  /** Value of the session cookie: the tokens of forms are made from it. */
  readonly cookie: string;
  /** All that count now, the first joined first; empty for who is in no organisation any more. */
  readonly memberships: readonly Membership[];
  /** The one that the pages are about. */
  readonly membership: Membership | undefined;
}

export interface VisitorDeps {
  readonly db: Db;
  readonly people: Pick<People, 'find'>;
  readonly sessions: Pick<Sessions, 'find'>;
  readonly members: Pick<Members, 'listOf'>;
  readonly cookies: PageCookies;
}

export type FindVisitor = (request: FastifyRequest) => Promise<Visitor | undefined>;

/** Everything is looked up at each request: whoever lost a right has lost it here too. */
export function createFindVisitor(deps: VisitorDeps): FindVisitor {
  const { db, people, sessions, members, cookies } = deps;
  return async (request) => {
    const cookie = cookies.readSession(request);
    const session = cookie === undefined ? undefined : await sessions.find(cookie);
    if (cookie === undefined || session === undefined) return undefined;
    const person = await people.find(db, session.userId);
    if (person === undefined || person.status !== 'active') return undefined;
    const memberships = await members.listOf(db, person.id);
    const wanted = cookies.readOrganisation(request);
    const membership = memberships.find(({ orgId }) => orgId === wanted) ?? memberships[0];
    return { person, session, cookie, memberships, membership };
  };
}

/** The author of what a visitor does. @throws AppError `forbidden` for who is in no organisation. */
export function toVisitorAuthor({ person, session, membership }: Visitor, request: FastifyRequest): Author {
  if (membership === undefined) {
    const detail = 'you are a member of no organisation here';
    throw new AppError('forbidden', detail, { detail });
  }
  const origin = toOrigin(request);
  const { orgId, role } = membership;
  return {
    ...{ orgId, user: person.id, role, kind: 'person', scopes: 'all', isDeployment: false },
    ...{ credentialId: session.id, origin },
  };
}

/** A visitor acting on themselves, in whatever organisations they are. */
export function toSelfOf({ person, session }: Visitor, request: FastifyRequest): Self {
  return { userId: person.id, origin: toOrigin(request), sessionId: session.id };
}

/** Where a request comes from. */
export function toOrigin(request: FastifyRequest): CallOrigin {
  const userAgent = request.headers['user-agent']?.slice(0, 300) ?? null;
  return { ipAddress: request.ip, userAgent, requestId: request.id };
}

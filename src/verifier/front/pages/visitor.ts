/** The visitor of a page: the person of the session, and the organisation and role that they act in. */
import type { FastifyRequest } from 'fastify';
import type { Db } from '../../../platform/db/db.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Author } from '../../base/control/author.ts';
import type { Members, Membership } from '../../identity/members/service.ts';
import type { Self } from '../../identity/people/account-log.ts';
import type { PageCookies } from '../../identity/people/cookies.ts';
import { toOrigin } from '../../identity/people/origin.ts';
import type { People, Person } from '../../identity/people/service.ts';
import type { Session, Sessions } from '../../identity/people/sessions.ts';

export interface Visitor {
  readonly person: Person;
  readonly session: Session;
  /** Value of the session cookie; the form tokens derive from it. */
  readonly cookie: string;
  /** All active memberships, the earliest first; empty if the person has left every organisation. */
  readonly memberships: readonly Membership[];
  /** The membership that the pages show. */
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

/** Looks up everything at each request, so that a lost right has effect at once. */
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

/** Gives the author of a visitor's changes. @throws AppError `forbidden` if they are in no organisation. */
export function toVisitorAuthor({ person, session, membership }: Visitor, request: FastifyRequest): Author {
  if (membership === undefined) {
    const detail = 'you are not a member of an organisation';
    throw new AppError('forbidden', detail, { detail });
  }
  const origin = toOrigin(request);
  const { orgId, role } = membership;
  return {
    orgId,
    user: person.id,
    role,
    kind: 'person',
    scopes: 'all',
    isDeployment: false,
    credentialId: session.id,
    origin,
  };
}

/** Gives the visitor as a person who changes their own account, in any organisation. */
export function toSelfOf({ person, session }: Visitor, request: FastifyRequest): Self {
  return { userId: person.id, origin: toOrigin(request), sessionId: session.id };
}

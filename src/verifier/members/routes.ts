/** HTTP of members, invitations and the caller's own page. */

import { Type } from 'typebox';
import { IfMatchHeadersSchema } from '../../contract/api/headers.ts';
import { PageSchema } from '../../contract/api/page.ts';
import { ProblemSchema } from '../../contract/problem.ts';
import type { Db } from '../../platform/db/db.ts';
import { parsePage } from '../../platform/http/page.ts';
import { toAuthor } from '../control/author.ts';
import type { Routes } from '../feature.ts';
import type { Idempotency } from '../idempotency/service.ts';
import type { RateBound } from '../passports/rate-bound.ts';
import { parseIfMatch, toEtag } from '../revision.ts';
import { assertStorable } from '../storable.ts';
import { invitationRoutes } from './invitation-routes.ts';
import type { Invitations } from './invitations.ts';
import { type MeDeps, readMe } from './me.ts';
import type { PersonAdmin } from './person-admin.ts';
import { personRoutes } from './person-routes.ts';
import {
  MemberListQuerySchema,
  MemberParamsSchema,
  MemberSchema,
  MeSchema,
  UpdateMemberSchema,
  UpdateMeSchema,
} from './schema.ts';
import type { Self } from './self.ts';
import type { Members } from './service.ts';

export interface MemberRouteDeps extends MeDeps {
  readonly db: Db;
  readonly members: Members;
  readonly invitations: Invitations;
  readonly personAdmin: PersonAdmin;
  readonly self: Self;
  readonly idempotency: Idempotency;
  /** Where the pages are that people open. */
  readonly publicUrl: string | undefined;
  /** Bounds the calls of strangers. */
  readonly publicRate: RateBound;
}

const problems = { '4xx': ProblemSchema };
const tags = ['members'];

/** `/v1/members`, `/v1/invitations`, `/v1/people` and `/v1/me`. */
export function memberRoutes(deps: MemberRouteDeps): Routes {
  return async (app) => {
    await addReading(deps)(app);
    await addWriting(deps)(app);
    await addSelf(deps)(app);
    await invitationRoutes(deps)(app);
    await personRoutes(deps)(app);
  };
}

function addReading(deps: MemberRouteDeps): Routes {
  const { members, db } = deps;
  return async (app) => {
    app.get(
      '/v1/members',
      {
        schema: {
          ...{ tags, summary: 'List the members of the organisation, who joined last first' },
          querystring: MemberListQuerySchema,
          response: { 200: PageSchema(MemberSchema), ...problems },
        },
      },
      async ({ caller, query }) => members.list(caller.organisation, parsePage(query), query.email),
    );
    app.get(
      '/v1/members/:id',
      {
        schema: {
          ...{ tags, summary: 'Read a member', params: MemberParamsSchema },
          response: { 200: MemberSchema, ...problems },
        },
      },
      async ({ caller, params }, reply) => {
        const found = await members.get(db, caller.organisation, params.id);
        return reply.header('etag', toEtag(found.revision)).send(found);
      },
    );
    app.get(
      '/v1/me',
      { schema: { tags, summary: 'Who makes this call, and as what', response: { 200: MeSchema, ...problems } } },
      async ({ caller }) => readMe(deps, caller),
    );
  };
}

function addWriting({ members, db }: MemberRouteDeps): Routes {
  return async (app) => {
    app.patch(
      '/v1/members/:id',
      {
        schema: {
          ...{ tags, summary: 'Change the role of a member, or disable them', params: MemberParamsSchema },
          description:
            'Who is disabled is signed out, loses their API keys and stops owning agents. The last active admin stays ' +
            '(409, reason last_admin).',
          ...{ headers: IfMatchHeadersSchema, body: UpdateMemberSchema },
          response: { 200: MemberSchema, ...problems },
        },
      },
      async ({ caller, params, headers, body }, reply) => {
        const revision = parseIfMatch(headers['if-match']);
        const changed = await db.transaction((tx) => members.update(tx, toAuthor(caller), params.id, body, revision));
        return reply.header('etag', toEtag(changed.revision)).send(changed);
      },
    );
    app.delete(
      '/v1/members/:id',
      {
        schema: {
          ...{ tags, summary: 'Remove a member; agents that only they owned are orphaned', params: MemberParamsSchema },
          response: { 204: Type.Null(), ...problems },
        },
      },
      async ({ caller, params }, reply) => {
        await db.transaction((tx) => members.remove(tx, toAuthor(caller), params.id));
        return reply.code(204).send(null);
      },
    );
  };
}

/** What the caller does to themselves; needs no revision, since nobody else writes it. */
function addSelf(deps: MemberRouteDeps): Routes {
  const { self, db } = deps;
  return async (app) => {
    app.patch(
      '/v1/me',
      {
        schema: {
          ...{ tags, summary: 'Change your own name', body: UpdateMeSchema },
          response: { 200: MeSchema, ...problems },
        },
      },
      async ({ caller, body }) => {
        assertStorable(body);
        await db.transaction((tx) => self.rename(tx, toAuthor(caller), body.name));
        return readMe(deps, caller);
      },
    );
    app.delete(
      '/v1/me/membership',
      {
        schema: {
          ...{ tags, summary: 'Leave the organisation; agents that only you own are orphaned' },
          description:
            'Ends your sessions and your API keys there. The last active admin stays (409, reason last_admin).',
          response: { 204: Type.Null(), ...problems },
        },
      },
      async ({ caller }, reply) => {
        await db.transaction((tx) => self.leave(tx, toAuthor(caller)));
        return reply.code(204).send(null);
      },
    );
  };
}

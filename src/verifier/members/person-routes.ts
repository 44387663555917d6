/** HTTP of people as a whole, for who holds the operator token of the deployment. */
import { IdempotencyHeadersSchema, IfMatchHeadersSchema } from '../../contract/api/headers.ts';
import { PageSchema } from '../../contract/api/page.ts';
import { ProblemSchema } from '../../contract/problem.ts';
import type { Db } from '../../platform/db/db.ts';
import { parsePage } from '../../platform/http/page.ts';
import type { Secret } from '../../platform/secret.ts';
import { toAuthor } from '../control/author.ts';
import type { Routes } from '../feature.ts';
import type { Idempotency } from '../idempotency/service.ts';
import { parseIfMatch, toEtag } from '../revision.ts';
import type { PersonAdmin } from './person-admin.ts';
import {
  MemberListQuerySchema,
  MemberParamsSchema,
  PersonSchema,
  ResetPasswordSchema,
  UpdatePersonSchema,
} from './schema.ts';

export interface PersonRouteDeps {
  readonly db: Db;
  readonly personAdmin: PersonAdmin;
  readonly idempotency: Idempotency;
}

const problems = { '4xx': ProblemSchema };
const tags = ['members'];
const path = '/v1/people';

export function personRoutes(deps: PersonRouteDeps): Routes {
  return async (app) => {
    await addReading(deps)(app);
    await addWriting(deps)(app);
  };
}

function addReading({ db, personAdmin }: PersonRouteDeps): Routes {
  return async (app) => {
    app.get(
      path,
      {
        schema: {
          ...{ tags, summary: 'List the people of all organisations, newest first; needs the operator token' },
          querystring: MemberListQuerySchema,
          response: { 200: PageSchema(PersonSchema), ...problems },
        },
      },
      async ({ query }) => personAdmin.list(parsePage(query), query.email),
    );
    app.get(
      `${path}/:id`,
      {
        schema: {
          ...{ tags, summary: 'Read a person; needs the operator token', params: MemberParamsSchema },
          response: { 200: PersonSchema, ...problems },
        },
      },
      async ({ params }, reply) => {
        const found = await personAdmin.get(db, params.id);
        return reply.header('etag', toEtag(found.revision)).send(found);
      },
    );
  };
}

function addWriting({ db, personAdmin, idempotency }: PersonRouteDeps): Routes {
  return async (app) => {
    app.patch(
      `${path}/:id`,
      {
        schema: {
          ...{ tags, summary: 'Disable a person in every organisation, or end that; needs the operator token' },
          ...{ params: MemberParamsSchema, headers: IfMatchHeadersSchema, body: UpdatePersonSchema },
          response: { 200: PersonSchema, ...problems },
        },
      },
      async ({ caller, params, headers, body }, reply) => {
        const revision = parseIfMatch(headers['if-match']);
        const changed = await db.transaction((tx) =>
          personAdmin.setStatus(tx, toAuthor(caller), params.id, body.status, revision),
        );
        return reply.header('etag', toEtag(changed.revision)).send(changed);
      },
    );
    app.post(
      `${path}/:id/reset-password`,
      {
        schema: {
          ...{ tags, summary: 'Give a person a password for once, shown in this answer; needs the operator token' },
          description: 'For who has lost theirs. All their sessions end. A repeat with the same key is without it.',
          ...{ params: MemberParamsSchema, headers: IdempotencyHeadersSchema },
          response: { 200: ResetPasswordSchema, ...problems },
        },
      },
      async ({ caller, params, headers }, reply) => {
        const author = toAuthor(caller);
        const temporary = await personAdmin.prepareTemporary(params.id);
        let shown: Secret | undefined;
        const operation = `POST ${path}/${params.id}/reset-password`;
        const write = { orgId: author.orgId, operation, key: headers['idempotency-key'], request: {} };
        const { body } = await idempotency.once(write, async (tx) => {
          const person = await personAdmin.resetPassword(tx, author, params.id, temporary);
          shown = temporary.plain;
          return { status: 200, body: person };
        });
        return reply
          .header('cache-control', 'no-store')
          .send({ ...body, ...(shown === undefined ? {} : { temporary_password: shown.reveal() }) });
      },
    );
  };
}

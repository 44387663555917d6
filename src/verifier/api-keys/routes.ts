/** HTTP of API keys. The key itself is in the answer that makes it, and in no memory. */

import { type Static, Type } from 'typebox';
import { IdempotencyHeadersSchema, IfMatchHeadersSchema } from '../../contract/api/headers.ts';
import { PageSchema } from '../../contract/api/page.ts';
import { ProblemSchema } from '../../contract/problem.ts';
import type { Db } from '../../platform/db/db.ts';
import { parsePage } from '../../platform/http/page.ts';
import { toAuthor } from '../control/author.ts';
import type { Routes } from '../feature.ts';
import type { Idempotency, RepeatableWrite } from '../idempotency/service.ts';
import { parseIfMatch, toEtag } from '../revision.ts';
import { assertStorable } from '../storable.ts';
import {
  type ApiKey,
  ApiKeyListQuerySchema,
  ApiKeyParamsSchema,
  ApiKeySchema,
  CreateApiKeySchema,
  RotateApiKeySchema,
  ShownApiKeySchema,
} from './schema.ts';
import type { ApiKeys, MadeKey } from './service.ts';

export interface ApiKeyRouteDeps {
  readonly apiKeys: ApiKeys;
  readonly idempotency: Idempotency;
  readonly db: Db;
}

const path = '/v1/api-keys';
const tags = ['api-keys'];
const problems = { '4xx': ProblemSchema };

/** `/v1/api-keys`. */
export function apiKeyRoutes(deps: ApiKeyRouteDeps): Routes {
  return async (app) => {
    await addReading(deps)(app);
    await addMaking(deps)(app);
    await addEnding(deps)(app);
  };
}

function addReading({ apiKeys, db }: ApiKeyRouteDeps): Routes {
  return async (app) => {
    app.get(
      path,
      {
        schema: {
          ...{ tags, summary: 'List API keys, newest first: your own, or all for an admin; dead ones too' },
          querystring: ApiKeyListQuerySchema,
          response: { 200: PageSchema(ApiKeySchema), ...problems },
        },
      },
      async ({ caller, query }) =>
        apiKeys.list(toAuthor(caller), { userId: query.user_id, agentId: query.agent_id }, parsePage(query)),
    );
    app.get(
      `${path}/:id`,
      {
        schema: {
          ...{ tags, summary: 'Read an API key: what it is good for, never the key itself' },
          params: ApiKeyParamsSchema,
          response: { 200: ApiKeySchema, ...problems },
        },
      },
      async ({ caller, params }, reply) => {
        const found = await apiKeys.get(db, toAuthor(caller), params.id);
        return reply.header('etag', toEtag(found.revision)).send(found);
      },
    );
  };
}

function addMaking(deps: ApiKeyRouteDeps): Routes {
  const { apiKeys, db } = deps;
  return async (app) => {
    app.post(
      path,
      {
        schema: {
          ...{ tags, summary: 'Make an API key; it is shown in this answer and never again' },
          ...{ headers: IdempotencyHeadersSchema, body: CreateApiKeySchema },
          response: { 201: ShownApiKeySchema, ...problems },
        },
      },
      async ({ caller, headers, body }, reply) => {
        assertStorable(body);
        const author = toAuthor(caller);
        const write = toWrite(author, `POST ${path}`, headers['idempotency-key'], body);
        const shown = await makeOnce(deps, write, 201, (tx) => apiKeys.create(tx, author, body));
        return reply
          .code(201)
          .header('location', `${path}/${shown.id}`)
          .header('etag', toEtag(shown.revision))
          .header('cache-control', 'no-store')
          .send(shown);
      },
    );
    app.post(
      `${path}/:id/rotate`,
      {
        schema: {
          tags,
          summary:
            'Replace an API key by a new one, shown in this answer alone; the old one stays good for the overlap. ' +
            'Of two at once, or with a stale If-Match, one is refused',
          params: ApiKeyParamsSchema,
          headers: Type.Interface([IdempotencyHeadersSchema, IfMatchHeadersSchema], {}),
          body: RotateApiKeySchema,
          response: { 200: ShownApiKeySchema, ...problems },
        },
      },
      async ({ caller, params, headers, body }, reply) => {
        assertStorable(body);
        const author = toAuthor(caller);
        const match = headers['if-match'];
        // Read before anybody is waited for: whoever rotated it meanwhile is not overwritten.
        const read = await apiKeys.get(db, author, params.id);
        const revision = match === undefined ? read.revision : parseIfMatch(match);
        const write = toWrite(author, `POST ${path}/${params.id}/rotate`, headers['idempotency-key'], body);
        const rotate = (tx: Db) => apiKeys.rotate(tx, author, params.id, body, revision);
        const shown = await makeOnce(deps, write, 200, rotate);
        return reply.header('etag', toEtag(shown.revision)).header('cache-control', 'no-store').send(shown);
      },
    );
  };
}

function addEnding({ apiKeys, db }: ApiKeyRouteDeps): Routes {
  return async (app) => {
    app.delete(
      `${path}/:id`,
      {
        schema: {
          ...{ tags, summary: 'Revoke an API key at once and for good; it stays listed. A repeat is 204 too' },
          params: ApiKeyParamsSchema,
          response: { 204: Type.Null(), ...problems },
        },
      },
      async ({ caller, params }, reply) => {
        await db.transaction((tx) => apiKeys.revoke(tx, toAuthor(caller), params.id));
        return reply.code(204).send(null);
      },
    );
  };
}

function toWrite(
  { orgId, user }: { readonly orgId: string; readonly user: string },
  operation: string,
  key: string | undefined,
  body: unknown,
): RepeatableWrite {
  // Of the caller too: what one person made is not answered to another who guesses the key of the repeat.
  return { orgId, operation, key, request: { user, body } };
}

/** Remembers the answer without the key, and adds it to the first answer alone. */
async function makeOnce(
  { idempotency }: ApiKeyRouteDeps,
  write: RepeatableWrite,
  status: number,
  make: (tx: Db) => Promise<MadeKey>,
): Promise<Static<typeof ShownApiKeySchema>> {
  let made: MadeKey | undefined;
  const { body } = await idempotency.once<ApiKey>(write, async (tx) => {
    made = await make(tx);
    return { status, body: made.key };
  });
  return made === undefined ? body : { ...body, key: made.text.reveal() };
}

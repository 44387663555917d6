/**
 * HTTP of what we are at other people's authorization servers: `GET /oauth/client-metadata.json`, for those that take
 * such a document (CIMD), and `/v1/foreign-clients`, where admins keep clients that they were given.
 */

import { Type } from 'typebox';
import { IdempotencyHeadersSchema } from '../../contract/api/headers.ts';
import { PageSchema } from '../../contract/api/page.ts';
import { ProblemSchema } from '../../contract/problem.ts';
import type { Db } from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors.ts';
import { parsePage, toPage } from '../../platform/http/page.ts';
import { createSecret } from '../../platform/secret.ts';
import { assertMay, toAuthor } from '../control/author.ts';
import type { Routes } from '../feature.ts';
import type { Idempotency } from '../idempotency/service.ts';
import { clientDocumentPath, describeDocument, toPlaces } from './client-document.ts';
import { noClient } from './client-writes.ts';
import type { ForeignClients } from './clients.ts';
import { assertIssuer } from './discovery.ts';
import {
  ClientDocumentSchema,
  ForeignClientParamsSchema,
  ForeignClientQuerySchema,
  ForeignClientSchema,
  type KeepForeignClient,
  KeepForeignClientSchema,
  toForeignClient,
} from './schema.ts';
import type { GivenClient } from './seams.ts';
import { createForeignClientStore } from './store.ts';

export interface ForeignOAuthRouteDeps {
  readonly publicUrl: string | undefined;
  readonly foreignClients: Pick<ForeignClients, 'prepareGiven' | 'keepIn' | 'dropAs'>;
  readonly idempotency: Idempotency;
  readonly db: Db;
}

const tags = ['foreign-oauth'];
const problems = { '4xx': ProblemSchema };
const path = '/v1/foreign-clients';
const params = ForeignClientParamsSchema;

export function foreignOAuthRoutes(deps: ForeignOAuthRouteDeps): Routes {
  return async (app) => {
    await documentRoutes(deps)(app);
    await readingRoutes(deps)(app);
    await writingRoutes(deps)(app);
  };
}

function documentRoutes({ publicUrl }: ForeignOAuthRouteDeps): Routes {
  const places = toPlaces(publicUrl);
  return async (app) => {
    app.get(
      clientDocumentPath,
      {
        schema: {
          ...{ tags, response: { 200: ClientDocumentSchema, ...problems } },
          summary: 'The verifier as a client of other authorization servers; 404 while its public URL is not https',
        },
      },
      async (_request, reply) => {
        const documentUrl = places?.documentUrl;
        if (places === undefined || documentUrl === undefined) {
          const detail = 'there is no such document while the public URL of this verifier is not https';
          throw new AppError('not_found', detail, { detail });
        }
        const headers = { 'cache-control': 'public, max-age=3600', 'access-control-allow-origin': '*' };
        return reply.headers(headers).send(describeDocument({ ...places, documentUrl }));
      },
    );
  };
}

function readingRoutes({ db, publicUrl }: ForeignOAuthRouteDeps): Routes {
  const store = createForeignClientStore();
  const redirectUri = toPlaces(publicUrl)?.redirectUri;
  return async (app) => {
    app.get(
      path,
      {
        schema: {
          ...{ tags, summary: 'List what the organisation is at authorization servers of others, newest first' },
          ...{ querystring: ForeignClientQuerySchema, response: { 200: PageSchema(ForeignClientSchema), ...problems } },
        },
      },
      async ({ caller, query }) => {
        const page = parsePage(query);
        const rows = await store.list(db, caller.organisation, page, query.issuer);
        return toPage(rows, page.limit, (row) => toForeignClient(row, redirectUri));
      },
    );
    app.get(
      `${path}/:id`,
      {
        schema: {
          ...{ tags, summary: 'Read what the organisation is at one authorization server', params },
          response: { 200: ForeignClientSchema, ...problems },
        },
      },
      async ({ caller, params: { id } }) => {
        const row = await store.find(db, caller.organisation, id);
        if (row?.status !== 'active' && row?.status !== 'retired') throw noClient();
        return toForeignClient(row, redirectUri);
      },
    );
  };
}

function writingRoutes({ foreignClients, idempotency, publicUrl }: ForeignOAuthRouteDeps): Routes {
  const store = createForeignClientStore();
  const redirectUri = toPlaces(publicUrl)?.redirectUri;
  return async (app) => {
    app.post(
      path,
      {
        schema: {
          ...{ tags, headers: IdempotencyHeadersSchema, body: KeepForeignClientSchema },
          summary: 'Keep a client that an authorization server gave to the organisation; it is used from now on',
          response: { 201: ForeignClientSchema, ...problems },
        },
      },
      async ({ caller, headers, body }, reply) => {
        const author = toAuthor(caller);
        assertMay(author, 'foreign_clients.write', 'keeping an OAuth client');
        assertIssuer(body.issuer);
        const { client_secret: secret, ...request } = body;
        // The memory of repeats holds nothing of a secret, not even its hash: whoever reads it could try secrets.
        const operation = {
          ...{ orgId: author.orgId, operation: `POST ${path}`, key: headers['idempotency-key'] },
          request: { ...request, has_secret: secret !== undefined },
        };
        const prepared = await foreignClients.prepareGiven(author.orgId, body.issuer, toGiven(body));
        const { body: made } = await idempotency.once(operation, async (tx) => {
          const { id } = await foreignClients.keepIn(tx, prepared, author);
          const row = await store.find(tx, author.orgId, id);
          if (row === undefined) throw noClient();
          return { status: 201, body: toForeignClient(row, redirectUri) };
        });
        return reply.code(201).header('location', `${path}/${made.id}`).send(made);
      },
    );
    app.delete(
      `${path}/:id`,
      {
        schema: {
          ...{ tags, params, response: { 204: Type.Null(), ...problems } },
          summary:
            'End a client: its secrets here, and our registration at the other side; 409 while credentials rest on it',
        },
      },
      async ({ caller, params: { id } }, reply) => {
        const author = toAuthor(caller);
        assertMay(author, 'foreign_clients.write', 'ending an OAuth client');
        await foreignClients.dropAs(author, id);
        return reply.code(204).send(null);
      },
    );
  };
}

function toGiven({
  client_id: clientId,
  client_secret: secret,
  token_endpoint_auth_method: method,
}: KeepForeignClient) {
  const given: GivenClient = {
    clientId,
    ...(secret === undefined ? {} : { secret: createSecret(secret) }),
    ...(method === undefined ? {} : { method }),
  };
  return given;
}

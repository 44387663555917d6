/**
 * HTTP routes of our clients at other authorization servers: `GET /oauth/client-metadata.json`, for servers that take such a
 * document (CIMD), and `/v1/foreign-clients`, where admins store clients that were issued to them.
 */
import { type KeepForeignClient, foreignClients as operations } from '../../../contract/api/foreign-clients.ts';
import type { Db } from '../../../platform/db/db.ts';
import { AppError } from '../../../platform/errors.ts';
import { mountRaw } from '../../../platform/http/mount-raw.ts';
import { toPage } from '../../../platform/http/page.ts';
import { createSecret } from '../../../platform/secret.ts';
import { assertMay, toAuthor } from '../../base/control/author.ts';
import type { Routes } from '../../base/feature.ts';
import type { Idempotency } from '../../base/idempotency/service.ts';
import type { Mount } from '../../base/mount.ts';
import { describeDocument, toPlaces } from './client-document.ts';
import { noForeignClient } from './client-writes.ts';
import type { ForeignClients } from './clients.ts';
import { assertIssuer } from './discovery.ts';
import type { GivenClient } from './ports.ts';
import { createForeignClientStore } from './store.ts';
import { toForeignClient } from './views.ts';

export interface ForeignOAuthRouteDeps {
  readonly mount: Mount;
  readonly publicUrl: string | undefined;
  readonly foreignClients: Pick<ForeignClients, 'prepareGiven' | 'keepIn' | 'dropAs'>;
  readonly idempotency: Idempotency;
  readonly db: Db;
}

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
    // Raw: it may be cached and read from any page.
    mountRaw(app, operations.getDocument, async ({ reply }) => {
      const documentUrl = places?.documentUrl;
      if (places === undefined || documentUrl === undefined) {
        const detail = 'there is no such document while the public URL of this verifier is not https';
        throw new AppError('not_found', detail, { detail });
      }
      const headers = { 'cache-control': 'public, max-age=3600', 'access-control-allow-origin': '*' };
      return reply.headers(headers).send(describeDocument({ ...places, documentUrl }));
    });
  };
}

function readingRoutes({ mount, db, publicUrl }: ForeignOAuthRouteDeps): Routes {
  const store = createForeignClientStore();
  const redirectUri = toPlaces(publicUrl)?.redirectUri;
  return async (app) => {
    mount.read(app, operations.list, async ({ caller, query, page }) => {
      const rows = await store.list(db, caller.organisation, page, query.issuer);
      return toPage(rows, page.limit, (row) => toForeignClient(row, redirectUri));
    });
    mount.read(app, operations.get, async ({ caller, params: { id } }) => {
      const row = await store.find(db, caller.organisation, id);
      if (row?.status !== 'active' && row?.status !== 'retired') throw noForeignClient();
      return toForeignClient(row, redirectUri);
    });
  };
}

function writingRoutes({ mount, foreignClients, idempotency, publicUrl }: ForeignOAuthRouteDeps): Routes {
  const store = createForeignClientStore();
  const redirectUri = toPlaces(publicUrl)?.redirectUri;
  return async (app) => {
    // Raw: the secret is sealed before the transaction begins.
    mountRaw(app, operations.create, async ({ request: { caller }, headers, body, reply }) => {
      const author = toAuthor(caller);
      assertMay(author, 'foreign_clients.write', 'storing an OAuth client');
      assertIssuer(body.issuer);
      const { client_secret: secret, ...request } = body;
      const { method, path } = operations.create;
      // The idempotency record contains nothing of a secret, not even its hash, which could be used to guess secrets.
      const operation = {
        orgId: author.orgId,
        operation: `${method} ${path}`,
        key: headers['idempotency-key'],
        request: { ...request, has_secret: secret !== undefined },
      };
      const prepared = await foreignClients.prepareGiven(author.orgId, body.issuer, toGiven(body));
      const { body: made } = await idempotency.once(operation, async (tx) => {
        const { id } = await foreignClients.keepIn(tx, prepared, author);
        const row = await store.find(tx, author.orgId, id);
        if (row === undefined) throw noForeignClient();
        return { status: 201, body: toForeignClient(row, redirectUri) };
      });
      return reply.code(201).header('location', `${path}/${made.id}`).send(made);
    });
    mount.read(app, operations.remove, async ({ author, params }) => {
      assertMay(author, 'foreign_clients.write', 'ending an OAuth client');
      await foreignClients.dropAs(author, params.id);
    });
  };
}

function toGiven({
  client_id: clientId,
  client_secret: secret,
  token_endpoint_auth_method: method,
}: KeepForeignClient): GivenClient {
  return {
    clientId,
    ...(secret === undefined ? {} : { secret: createSecret(secret) }),
    ...(method === undefined ? {} : { method }),
  };
}

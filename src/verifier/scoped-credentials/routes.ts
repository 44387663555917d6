/** HTTP of scoped credentials (platform model 7). Secrets come in by two of these, and go out by none. */

import { Type } from 'typebox';
import { ChangeViewSchema } from '../../contract/api/changes.ts';
import { IdempotencyHeadersSchema, IfMatchHeadersSchema } from '../../contract/api/headers.ts';
import { PageSchema } from '../../contract/api/page.ts';
import { ProblemSchema } from '../../contract/problem.ts';
import type { Db } from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors.ts';
import { parsePage } from '../../platform/http/page.ts';
import { type Author, toAuthor } from '../control/author.ts';
import type { Routes } from '../feature.ts';
import type { Idempotency } from '../idempotency/service.ts';
import { parseIfMatch, toEtag } from '../revision.ts';
import { assertStorable } from '../storable.ts';
import {
  CreateCredentialSchema,
  CredentialHistoryQuerySchema,
  CredentialListQuerySchema,
  CredentialParamsSchema,
  EffectiveCredentialSchema,
  EffectiveQuerySchema,
  RevokeCredentialSchema,
  RotateCredentialSchema,
  type ScopedCredential,
  ScopedCredentialSchema,
  UpdateCredentialSchema,
} from './schema.ts';
import type { ScopedCredentialService } from './service.ts';
import type { ScopedCredentialRow } from './tables.ts';
import { toCredential } from './views.ts';

export interface ScopedCredentialRouteDeps {
  readonly scopedCredentials: ScopedCredentialService;
  readonly idempotency: Idempotency;
  readonly db: Db;
}

const path = '/v1/scoped-credentials';
const one = `${path}/:id`;
const tags = ['scoped-credentials'];
const problems = { '4xx': ProblemSchema };

/** `/v1/scoped-credentials` and what is below it, but for connecting and refreshing. */
export function scopedCredentialRoutes(deps: ScopedCredentialRouteDeps): Routes {
  return async (app) => {
    await addReading(deps)(app);
    await addMaking(deps)(app);
    await addChanging(deps)(app);
    await addRotating(deps)(app);
    await addEnding(deps)(app);
  };
}

function addReading({ scopedCredentials }: ScopedCredentialRouteDeps): Routes {
  return async (app) => {
    app.get(
      path,
      {
        schema: {
          ...{
            tags,
            summary: 'List credentials that you may see, newest first: what is known of them, never a secret',
          },
          querystring: CredentialListQuerySchema,
          response: { 200: PageSchema(ScopedCredentialSchema), ...problems },
        },
      },
      async ({ caller, query }) => {
        const { service, agent_id: agentId, user_id: userId, workspace_id: workspaceId, status } = query;
        const filter = { service, agentId, userId, workspaceId, status };
        return scopedCredentials.list(toAuthor(caller), filter, parsePage(query));
      },
    );
    app.get(
      `${path}/effective`,
      {
        schema: {
          ...{ tags, summary: 'Which credential an agent uses for a service, and why not another one' },
          querystring: EffectiveQuerySchema,
          response: { 200: EffectiveCredentialSchema, ...problems },
        },
      },
      async ({ caller, query: { agent_id: agentId, user_id: userId, workspace_id: workspaceId, scopes, ...rest } }) => {
        const needed = (scopes ?? '').split(' ').filter((scope) => scope !== '');
        return scopedCredentials.explain(toAuthor(caller), { agentId, userId, workspaceId, scopes: needed, ...rest });
      },
    );
    app.get(
      one,
      {
        schema: {
          ...{ tags, summary: 'Read a credential, one that was revoked too', params: CredentialParamsSchema },
          response: { 200: ScopedCredentialSchema, ...problems },
        },
      },
      async ({ caller, params }, reply) => {
        const found = await scopedCredentials.get(toAuthor(caller), params.id);
        return reply.header('etag', toEtag(found.revision)).send(found);
      },
    );
    app.get(
      `${one}/history`,
      {
        schema: {
          ...{ tags, summary: 'What became of a credential, newest first' },
          ...{ params: CredentialParamsSchema, querystring: CredentialHistoryQuerySchema },
          response: { 200: PageSchema(ChangeViewSchema), ...problems },
        },
      },
      async ({ caller, params, query }) => scopedCredentials.history(toAuthor(caller), params.id, parsePage(query)),
    );
  };
}

function addMaking(deps: ScopedCredentialRouteDeps): Routes {
  const { scopedCredentials } = deps;
  return async (app) => {
    app.post(
      path,
      {
        schema: {
          tags,
          summary:
            'Add a credential: shared, of an agent, or your own for an agent. With its secret it is active at once; ' +
            'without, it waits for somebody to connect it',
          ...{ headers: IdempotencyHeadersSchema, body: CreateCredentialSchema },
          response: { 201: ScopedCredentialSchema, ...problems },
        },
      },
      async ({ caller, headers, body }, reply) => {
        assertStorable(body);
        const author = toAuthor(caller);
        const write = { author, operation: `POST ${path}`, key: headers['idempotency-key'], body, status: 201 };
        const made = await doOnce(deps, write, {
          prepare: () => scopedCredentials.prepare(author, body),
          run: (tx, prepared) => scopedCredentials.insert(tx, author, prepared),
        });
        return reply
          .code(201)
          .header('location', `${path}/${made.id}`)
          .header('etag', toEtag(made.revision))
          .send(made);
      },
    );
  };
}

function addChanging({ scopedCredentials, db }: ScopedCredentialRouteDeps): Routes {
  return async (app) => {
    app.patch(
      one,
      {
        schema: {
          tags,
          summary:
            'Change how a credential is shared and put into calls; its secret changes by rotating alone, and what it ' +
            'is for never',
          ...{ params: CredentialParamsSchema, headers: IfMatchHeadersSchema, body: UpdateCredentialSchema },
          response: { 200: ScopedCredentialSchema, ...problems },
        },
      },
      async ({ caller, params, headers, body }, reply) => {
        assertStorable(body);
        const revision = parseIfMatch(headers['if-match']);
        const author = toAuthor(caller);
        const row = await db.transaction((tx) => scopedCredentials.update(tx, author, params.id, body, revision));
        return reply.header('etag', toEtag(row.revision)).send(toCredential(row));
      },
    );
  };
}

function addRotating(deps: ScopedCredentialRouteDeps): Routes {
  const { scopedCredentials } = deps;
  return async (app) => {
    app.post(
      `${one}/rotate`,
      {
        schema: {
          tags,
          summary:
            'Give a credential a new secret; the old one stays good for the overlap. Of two at once, or with a stale ' +
            'If-Match, one is refused',
          params: CredentialParamsSchema,
          headers: Type.Interface([IdempotencyHeadersSchema, IfMatchHeadersSchema], {}),
          body: RotateCredentialSchema,
          response: { 200: ScopedCredentialSchema, ...problems },
        },
      },
      async ({ caller, params, headers, body }, reply) => {
        assertStorable(body);
        const author = toAuthor(caller);
        const match = headers['if-match'];
        const revision = match === undefined ? undefined : parseIfMatch(match);
        const operation = `POST ${path}/${params.id}/rotate`;
        const write = { author, operation, key: headers['idempotency-key'], body, status: 200 };
        const row = await doOnce(deps, write, {
          prepare: () => scopedCredentials.prepareRotation(author, params.id, body, revision),
          run: (tx, prepared) => scopedCredentials.rotate(tx, author, prepared),
        });
        return reply.header('etag', toEtag(row.revision)).send(row);
      },
    );
  };
}

function addEnding({ scopedCredentials, db }: ScopedCredentialRouteDeps): Routes {
  return async (app) => {
    app.post(
      `${one}/revoke`,
      {
        schema: {
          ...{
            tags,
            summary: 'Revoke a credential at once and for good: its secrets are destroyed. A repeat is the same',
          },
          ...{ params: CredentialParamsSchema, headers: IdempotencyHeadersSchema },
          body: Type.Union([RevokeCredentialSchema, Type.Null()], { examples: [{ reason: 'the key was in a chat' }] }),
          response: { 200: ScopedCredentialSchema, ...problems },
        },
      },
      async ({ caller, params, body }, reply) => {
        assertStorable(body);
        const author = toAuthor(caller);
        const row = await db.transaction((tx) => scopedCredentials.revoke(tx, author, params.id, body?.reason));
        return reply.header('etag', toEtag(row.revision)).send(toCredential(row));
      },
    );
    app.delete(
      one,
      {
        schema: {
          ...{ tags, summary: 'The same as revoking; the record stays for the log. A repeat is 204 too' },
          params: CredentialParamsSchema,
          response: { 204: Type.Null(), ...problems },
        },
      },
      async ({ caller, params }, reply) => {
        await db.transaction((tx) => scopedCredentials.revoke(tx, toAuthor(caller), params.id, undefined));
        return reply.code(204).send(null);
      },
    );
  };
}

interface SecretWrite {
  readonly author: Author;
  readonly operation: string;
  readonly key: string | undefined;
  readonly body: { readonly secret?: string };
  readonly status: number;
}

/** A write in its two parts: what comes before the transaction, and the transaction. */
interface Steps<T> {
  readonly prepare: () => Promise<T>;
  readonly run: (tx: Db, prepared: T) => Promise<ScopedCredentialRow>;
}

/**
 * Does it once for each key. Nothing of the secret is remembered, so that a repeat is compared with the secret that is
 * kept. What speaks against it now does not speak against a repeat of what was done.
 */
async function doOnce<T>(
  { scopedCredentials, idempotency }: ScopedCredentialRouteDeps,
  { author, operation, key, body, status }: SecretWrite,
  { prepare, run }: Steps<T>,
): Promise<ScopedCredential> {
  const { orgId, user } = author;
  const { secret, ...rest } = body;
  const prepared = await attempt(prepare);
  let isNew = false;
  // Of the caller too: what one person did is not answered to another who guesses the key of the repeat.
  const request = { user, body: rest, has_secret: secret !== undefined };
  const answer = await idempotency.once<ScopedCredential>({ orgId, operation, key, request }, async (tx) => {
    isNew = true;
    if ('error' in prepared) throw prepared.error;
    return { status, body: toCredential(await run(tx, prepared.value)) };
  });
  const { id, version } = answer.body;
  if (isNew || secret === undefined || (await scopedCredentials.isSecretOf(orgId, id, version, secret)))
    return answer.body;
  const detail = 'this Idempotency-Key was used with another request';
  throw new AppError('idempotency_mismatch', detail, { detail });
}

async function attempt<T>(run: () => Promise<T>): Promise<{ readonly value: T } | { readonly error: unknown }> {
  try {
    return { value: await run() };
  } catch (error) {
    return { error };
  }
}

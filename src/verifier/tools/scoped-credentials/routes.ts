/** HTTP routes of scoped credentials. Two of them take secrets, and none shows one. */
import { scopedCredentials as operations } from '../../../contract/api/scoped-credentials/operations.ts';
import type { ScopedCredential } from '../../../contract/api/scoped-credentials/shapes.ts';
import type { Db } from '../../../platform/db/db.ts';
import { AppError } from '../../../platform/errors.ts';
import { mountRaw } from '../../../platform/http/mount-raw.ts';
import { type Author, toAuthor } from '../../base/control/author.ts';
import type { Routes } from '../../base/feature.ts';
import type { Idempotency } from '../../base/idempotency/service.ts';
import type { Mount } from '../../base/mount.ts';
import { parseIfMatch, toEtag } from '../../base/revision.ts';
import { assertStorable } from '../../base/storable.ts';
import type { ScopedCredentialService } from './service.ts';
import type { ScopedCredentialRow } from './tables.ts';
import { toCredential } from './views.ts';

export interface ScopedCredentialRouteDeps {
  readonly mount: Mount;
  readonly scopedCredentials: ScopedCredentialService;
  readonly idempotency: Idempotency;
}

const path = '/v1/scoped-credentials';

/** `/v1/scoped-credentials` and below, except for connecting and refreshing. */
export function scopedCredentialRoutes(deps: ScopedCredentialRouteDeps): Routes {
  return async (app) => {
    await addReading(deps)(app);
    await addSecretWrites(deps)(app);
    await addChanging(deps)(app);
  };
}

function addReading({ mount, scopedCredentials }: ScopedCredentialRouteDeps): Routes {
  return async (app) => {
    mount.read(app, operations.list, ({ author, query, page }) => {
      const { service, agent_id: agentId, user_id: userId, workspace_id: workspaceId, status } = query;
      return scopedCredentials.list(author, { service, agentId, userId, workspaceId, status }, page);
    });
    mount.read(app, operations.getEffective, ({ author, query }) => {
      const { agent_id: agentId, user_id: userId, workspace_id: workspaceId, scopes, ...rest } = query;
      const needed = (scopes ?? '').split(' ').filter((scope) => scope !== '');
      return scopedCredentials.explain(author, { agentId, userId, workspaceId, scopes: needed, ...rest });
    });
    mount.read(app, operations.get, ({ author, params }) => scopedCredentials.get(author, params.id));
    mount.read(app, operations.history, ({ author, params, page }) =>
      scopedCredentials.history(author, params.id, page),
    );
  };
}

/** Raw: the secret is sealed before the transaction begins, and the idempotency record contains nothing of it. */
function addSecretWrites(deps: ScopedCredentialRouteDeps): Routes {
  const { scopedCredentials } = deps;
  return async (app) => {
    mountRaw(app, operations.create, async ({ request: { caller }, headers, body, reply }) => {
      assertStorable(body);
      const author = toAuthor(caller);
      const write = { author, operation: `POST ${path}`, key: headers['idempotency-key'], body, status: 201 };
      const made = await doOnce(deps, write, {
        prepare: () => scopedCredentials.prepare(author, body),
        run: (tx, prepared) => scopedCredentials.insert(tx, author, prepared),
      });
      return reply.code(201).header('location', `${path}/${made.id}`).header('etag', toEtag(made.revision)).send(made);
    });
    mountRaw(app, operations.rotate, async ({ request: { caller }, params, headers, body, reply }) => {
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
    });
  };
}

function addChanging({ mount, scopedCredentials }: ScopedCredentialRouteDeps): Routes {
  return async (app) => {
    mount.write(app, operations.update, async ({ tx, author, params, body, revision }) =>
      toCredential(await scopedCredentials.update(tx, author, params.id, body, revision)),
    );
    // A repeated revocation changes nothing, so no answer is stored for its `Idempotency-Key`.
    mount.write(app, operations.revoke, async ({ tx, author, params, body }) =>
      toCredential(await scopedCredentials.revoke(tx, author, params.id, body?.reason)),
    );
    mount.write(app, operations.remove, async ({ tx, author, params }) => {
      await scopedCredentials.revoke(tx, author, params.id, undefined);
    });
  };
}

interface SecretWrite {
  readonly author: Author;
  readonly operation: string;
  readonly key: string | undefined;
  readonly body: { readonly secret?: string };
  readonly status: number;
}

/** A write in two parts: the preparation before the transaction, and the transaction. */
interface Steps<T> {
  readonly prepare: () => Promise<T>;
  readonly run: (tx: Db, prepared: T) => Promise<ScopedCredentialRow>;
}

/**
 * Does a write once for each key. Stores nothing of the secret: a repeat is compared with the secret in the vault. A failed
 * preparation does not refuse a repeat of a write that was done.
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
  // The caller is part of the request: another person who guesses the key does not get the answer.
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

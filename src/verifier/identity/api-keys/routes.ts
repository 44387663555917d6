/** HTTP of API keys. The answer that makes a key shows it; the idempotency store never holds it. */
import type { Static } from 'typebox';
import { apiKeys as operations } from '../../../contract/api/api-keys/operations.ts';
import type { ApiKey, ShownApiKeySchema } from '../../../contract/api/api-keys/shapes.ts';
import type { Db } from '../../../platform/db/db.ts';
import { mountRaw } from '../../../platform/http/mount-raw.ts';
import { toAuthor } from '../../base/control/author.ts';
import type { Routes } from '../../base/feature.ts';
import type { Idempotency, RepeatableWrite } from '../../base/idempotency/service.ts';
import type { Mount } from '../../base/mount.ts';
import { parseIfMatch, toEtag } from '../../base/revision.ts';
import { assertStorable } from '../../base/storable.ts';
import type { ApiKeys, MadeKey } from './service.ts';

export interface ApiKeyRouteDeps {
  readonly mount: Mount;
  readonly apiKeys: ApiKeys;
  readonly idempotency: Idempotency;
  readonly db: Db;
}

/** Adds the routes of `/v1/api-keys`. */
export function apiKeyRoutes(deps: ApiKeyRouteDeps): Routes {
  const { mount, apiKeys, db } = deps;
  return async (app) => {
    mount.read(app, operations.list, ({ author, query, page }) =>
      apiKeys.list(author, { userId: query.user_id, agentId: query.agent_id }, page),
    );
    mount.read(app, operations.get, ({ author, params }) => apiKeys.get(db, author, params.id));
    mount.write(app, operations.revoke, ({ tx, author, params }) => apiKeys.revoke(tx, author, params.id));
    await addMaking(deps)(app);
  };
}

function addMaking(deps: ApiKeyRouteDeps): Routes {
  const { apiKeys, db } = deps;
  return async (app) => {
    const { path } = operations.create;
    mountRaw(app, operations.create, async ({ headers, body, request, reply }) => {
      assertStorable(body);
      const author = toAuthor(request.caller);
      const write = toWrite(author, `POST ${path}`, headers['idempotency-key'], body);
      const shown = await makeOnce(deps, write, 201, (tx) => apiKeys.create(tx, author, body));
      return reply
        .code(201)
        .header('location', `${path}/${shown.id}`)
        .header('etag', toEtag(shown.revision))
        .header('cache-control', 'no-store')
        .send(shown);
    });
    mountRaw(app, operations.rotate, async ({ params, headers, body, request, reply }) => {
      assertStorable(body);
      const author = toAuthor(request.caller);
      const match = headers['if-match'];
      // Reads before the transaction waits, so that a rotation in the meantime is not overwritten.
      const read = await apiKeys.get(db, author, params.id);
      const revision = match === undefined ? read.revision : parseIfMatch(match);
      const write = toWrite(author, `POST ${path}/${params.id}/rotate`, headers['idempotency-key'], body);
      const rotate = (tx: Db) => apiKeys.rotate(tx, author, params.id, body, revision);
      const shown = await makeOnce(deps, write, 200, rotate);
      return reply.header('etag', toEtag(shown.revision)).header('cache-control', 'no-store').send(shown);
    });
  };
}

function toWrite(
  { orgId, user }: { readonly orgId: string; readonly user: string },
  operation: string,
  key: string | undefined,
  body: unknown,
): RepeatableWrite {
  // The key of repeats includes the caller, so that nobody who guesses it gets another person's answer.
  return { orgId, operation, key, request: { user, body } };
}

/** Stores the answer without the key text, and adds the text to the first answer only. */
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

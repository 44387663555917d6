/** HTTP routes of the keys that seal secrets; only the operator token of the deployment may call them. */
import { vault as operations } from '../../../contract/api/vault.ts';
import { mountRaw } from '../../../platform/http/mount-raw.ts';
import { toAuthor } from '../control/author.ts';
import type { Routes } from '../feature.ts';
import type { Idempotency } from '../idempotency/service.ts';
import type { Mount } from '../mount.ts';
import type { VaultAdministration } from './administration.ts';

export interface VaultRouteDeps {
  readonly mount: Mount;
  readonly vaultAdministration: VaultAdministration;
  readonly idempotency: Idempotency;
}

const defaultLimit = 200;

/** `/v1/vault`. */
export function vaultRoutes({ mount, vaultAdministration: vault, idempotency }: VaultRouteDeps): Routes {
  return async (app) => {
    mount.read(app, operations.get, () => vault.status());
    // Raw: a remote key store is asked before the transaction begins.
    mountRaw(app, operations.rotate, async ({ request: { caller }, headers }) => {
      const author = toAuthor(caller);
      const prepared = await vault.prepareRotation(author);
      const write = { orgId: author.orgId, operation: 'POST /v1/vault/rotate', key: headers['idempotency-key'] };
      const answer = await idempotency.once({ ...write, request: null }, async (tx) => ({
        status: 200,
        body: await vault.rotate(tx, author, prepared),
      }));
      return answer.body;
    });
    mount.read(
      app,
      operations.rewrap,
      async ({ author, body }) => {
        const request = { cursor: Number(body.cursor ?? 0), limit: body.limit ?? defaultLimit };
        const { next, ...answer } = await vault.rewrap(author, request);
        return { ...answer, failed: [...answer.failed], next_cursor: next === null ? null : String(next) };
      },
      { isBodyUnbounded: true },
    );
    mount.write(app, operations.setMinimumVersion, async ({ tx, author, body }) => {
      const { retired } = await vault.setMinimum(tx, author, { keyId: body.key_id, version: body.version });
      return { retired: [...retired] };
    });
  };
}

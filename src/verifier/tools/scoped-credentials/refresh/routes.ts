/** HTTP route to refresh a credential by hand. */
import { scopedCredentials as operations } from '../../../../contract/api/scoped-credentials/operations.ts';
import { mountRaw } from '../../../../platform/http/mount-raw.ts';
import { toAuthor } from '../../../base/control/author.ts';
import type { Routes } from '../../../base/feature.ts';
import type { ManualRefresh } from './manual-refresh.ts';

/** `POST /v1/scoped-credentials/{id}/refresh`. */
export function refreshRoutes({ manualRefresh }: { readonly manualRefresh: ManualRefresh }): Routes {
  return async (app) => {
    // Raw: refusals are not cached either.
    mountRaw(app, operations.refresh, async ({ request: { caller }, params, reply }) => {
      reply.header('cache-control', 'no-store');
      return manualRefresh(toAuthor(caller), params.id);
    });
  };
}

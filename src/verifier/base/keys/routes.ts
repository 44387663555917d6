/** HTTP routes of the verifier's public keys. */
import { keys as operations } from '../../../contract/api/keys.ts';
import { mountRaw } from '../../../platform/http/mount-raw.ts';
import type { Routes } from '../feature.ts';
import type { VerifierKeys } from './service.ts';

/** Serves `GET /.well-known/jwks.json`, which may be cached. */
export function keyRoutes({ keys }: { keys: VerifierKeys }): Routes {
  return async (app) => {
    mountRaw(
      app,
      operations.list,
      async ({ reply }) => {
        reply.header('cache-control', 'public, max-age=300');
        return { keys: await keys.list() };
      },
      { access: 'open' },
    );
  };
}

/** HTTP route that gives a link for a person. The page behind the link is not part of this API. */
import { scopedCredentials as operations } from '../../../../contract/api/scoped-credentials/operations.ts';
import { toTimestamp } from '../../../../platform/clock.ts';
import type { Routes } from '../../../base/feature.ts';
import type { Mount } from '../../../base/mount.ts';
import type { Connecting } from './create.ts';

export interface ConnectRouteDeps {
  readonly mount: Mount;
  readonly connecting: Pick<Connecting, 'connectLink'>;
}

/** `POST /v1/scoped-credentials/{id}/connect`. */
export function connectRoutes({ mount, connecting }: ConnectRouteDeps): Routes {
  return async (app) => {
    mount.read(
      app,
      operations.connect,
      async ({ author, params, body }) => {
        const { url, expiresAt } = await connecting.connectLink(author, params.id, body?.scopes);
        return { connect_url: url, expires_at: toTimestamp(expiresAt) };
      },
      { isBodyUnbounded: true },
    );
  };
}

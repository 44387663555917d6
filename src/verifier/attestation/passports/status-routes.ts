/** HTTP routes of passport status: status, revocation, and the list of all revocations. */
import { passportStatus as operations } from '../../../contract/api/passports/operations.ts';
import { mountRaw } from '../../../platform/http/mount-raw.ts';
import type { Routes } from '../../base/feature.ts';
import type { Mount } from '../../base/mount.ts';
import type { PassportStatuses } from './status.ts';

interface StatusServices {
  readonly mount: Mount;
  readonly passportStatuses: PassportStatuses;
}

/** Serves `GET …/{id}/status`, `POST …/{id}/revoke`, `GET /v1/passports/revocations`. */
export function passportStatusRoutes({ mount, passportStatuses }: StatusServices): Routes {
  return async (app) => {
    mount.read(app, operations.listRevocations, ({ caller, query }) =>
      passportStatuses.listRevocations(caller.organisation, query.since === undefined ? 0 : Date.parse(query.since)),
    );
    // Raw, because caches must not keep a refusal either: a missing passport may exist in a moment.
    mountRaw(app, operations.get, async ({ params, request: { caller }, reply }) => {
      reply.header('cache-control', 'no-store');
      return passportStatuses.get(caller.organisation, params.id);
    });
    mount.write(
      app,
      operations.revoke,
      ({ tx, author, params, body }) => passportStatuses.revoke(tx, author, params.id, body.reason),
      { config: { access: 'admin' } },
    );
  };
}

/** HTTP routes of links to passports. Reading by a link needs no account and is rate-limited. */
import { passportLinks as operations, publicPassports } from '../../../contract/api/passports/operations.ts';
import { mountRaw } from '../../../platform/http/mount-raw.ts';
import type { RateBound } from '../../../platform/http/rate-bound.ts';
import type { Routes } from '../../base/feature.ts';
import type { Mount } from '../../base/mount.ts';
import type { PassportLinks } from './links.ts';

interface LinkServices {
  readonly mount: Mount;
  readonly passportLinks: PassportLinks;
  readonly publicRate: RateBound;
}

/** Serves `/v1/passports/{id}/links`, and `POST /v1/public/passport-links`. */
export function passportLinkRoutes({ mount, passportLinks, publicRate }: LinkServices): Routes {
  return async (app) => {
    const config = { access: 'admin' } as const;
    mount.write(
      app,
      operations.create,
      ({ tx, author, params, body }) => passportLinks.create(tx, author, params.id, body),
      { config },
    );
    mount.read(app, operations.list, ({ caller, params, page }) =>
      passportLinks.list(caller.organisation, params.id, page),
    );
    mount.write(
      app,
      operations.revoke,
      ({ tx, author, params }) => passportLinks.revoke(tx, author, params.id, params.link_id),
      { config },
    );
    mountRaw(
      app,
      publicPassports.readLinked,
      async ({ body, request: { ip }, reply }) => {
        publicRate.admit(ip);
        // Headers first: a refusal must not stay in a cache either.
        reply.header('cache-control', 'no-store').header('access-control-allow-origin', '*');
        return passportLinks.read(body.token);
      },
      { access: 'open' },
    );
  };
}

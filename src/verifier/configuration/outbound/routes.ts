/** HTTP routes of the outbound rules of an organisation. */
import { outboundRules } from '../../../contract/api/outbound-rules.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { Routes } from '../../base/feature.ts';
import type { Mount } from '../../base/mount.ts';
import type { Outbound } from './ports.ts';

export interface OutboundRouteDeps {
  readonly mount: Mount;
  readonly outbound: Outbound;
  readonly db: Db;
}

/** `/v1/organizations/{id}/outbound-rules`. */
export function outboundRoutes({ mount, outbound, db }: OutboundRouteDeps): Routes {
  return async (app) => {
    mount.read(app, outboundRules.get, ({ author, params }) => outbound.getRules(db, author, params.id));
    mount.write(
      app,
      outboundRules.replace,
      ({ tx, author, params, body, revision }) => outbound.setRules(tx, author, params.id, body, revision),
      // The service checks the body after `If-Match`.
      { isBodyUnbounded: true },
    );
  };
}

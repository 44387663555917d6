/** HTTP of the outbound rules of an organisation. */
import { outboundRules } from '../../contract/api/organizations/operations.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Routes } from '../feature.ts';
import type { Mount } from '../mount.ts';
import type { Outbound } from './seams.ts';

export interface OutboundRouteDeps {
  readonly outbound: Outbound;
  readonly db: Db;
  readonly mount: Mount;
}

/** `/v1/organizations/{id}/outbound-rules`. */
export function outboundRoutes({ outbound, db, mount }: OutboundRouteDeps): Routes {
  return async (app) => {
    mount.read(app, outboundRules.get, ({ author, params }) => outbound.getRules(db, author, params.id));
    mount.write(
      app,
      outboundRules.put,
      ({ tx, author, params, body, revision }) => outbound.setRules(tx, author, params.id, body, revision),
      { isBodyUnbounded: true },
    );
  };
}

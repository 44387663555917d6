/** HTTP for people of all organisations, for the deployment's operator. */
import { people as operations } from '../../../contract/api/members/people.ts';
import type { Db } from '../../../platform/db/db.ts';
import { mountRaw } from '../../../platform/http/mount-raw.ts';
import type { Secret } from '../../../platform/secret.ts';
import { toAuthor } from '../../base/control/author.ts';
import type { Routes } from '../../base/feature.ts';
import type { Idempotency } from '../../base/idempotency/service.ts';
import type { Mount } from '../../base/mount.ts';
import type { PersonAdmin } from './person-admin.ts';

export interface PersonRouteDeps {
  readonly mount: Mount;
  readonly db: Db;
  readonly personAdmin: PersonAdmin;
  readonly idempotency: Idempotency;
}

export function personRoutes({ mount, db, personAdmin, idempotency }: PersonRouteDeps): Routes {
  return async (app) => {
    mount.read(app, operations.list, ({ query, page }) => personAdmin.list(page, query.email));
    mount.read(app, operations.get, ({ params }) => personAdmin.get(db, params.id));
    mount.write(
      app,
      operations.update,
      ({ tx, author, params, body, revision }) => personAdmin.setStatus(tx, author, params.id, body.status, revision),
      { isBodyUnbounded: true },
    );
    // The idempotency store must never hold the password.
    mountRaw(app, operations.resetPassword, async ({ params, headers, request, reply }) => {
      const author = toAuthor(request.caller);
      const temporary = await personAdmin.prepareTemporary(params.id);
      let shown: Secret | undefined;
      const operation = `POST /v1/people/${params.id}/reset-password`;
      const write = { orgId: author.orgId, operation, key: headers['idempotency-key'], request: {} };
      const { body } = await idempotency.once(write, async (tx) => {
        const person = await personAdmin.resetPassword(tx, author, params.id, temporary);
        shown = temporary.plain;
        return { status: 200, body: person };
      });
      return reply
        .header('cache-control', 'no-store')
        .send({ ...body, ...(shown === undefined ? {} : { temporary_password: shown.reveal() }) });
    });
  };
}

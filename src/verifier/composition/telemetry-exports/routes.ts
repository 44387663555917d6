/** HTTP routes of telemetry exports. */
import { telemetryExports as operations } from '../../../contract/api/telemetry-exports/operations.ts';
import type { Db } from '../../../platform/db/db.ts';
import { mountRaw, type RawHandler } from '../../../platform/http/mount-raw.ts';
import { toAuthor } from '../../base/control/author.ts';
import type { Routes } from '../../base/feature.ts';
import type { Idempotency } from '../../base/idempotency/service.ts';
import type { Mount } from '../../base/mount.ts';
import { toEtag } from '../../base/revision.ts';
import { assertStorable } from '../../base/storable.ts';
import type { TelemetryExports } from './service.ts';

export interface TelemetryRouteDeps {
  readonly telemetryExports: TelemetryExports;
  readonly mount: Mount;
  readonly idempotency: Idempotency;
  readonly db: Db;
}

/** Serves `/v1/telemetry-exports`. */
export function telemetryRoutes(deps: TelemetryRouteDeps): Routes {
  const { telemetryExports, mount, db } = deps;
  return async (app) => {
    mount.read(app, operations.list, ({ caller, page }) => telemetryExports.list(caller.organisation, page));
    mount.read(app, operations.get, ({ caller, params }) => telemetryExports.get(caller.organisation, params.id));
    mountRaw(app, operations.create, createExport(deps));
    mount.read(app, operations.test, ({ author, params }) => telemetryExports.test(author, params.id));
    mount.read(app, operations.update, async ({ author, params: { id }, body, revision }) => {
      // Sealed outside of the transaction: the vault may be slow.
      const headers =
        body.headers === undefined ? undefined : await telemetryExports.prepareHeaders(author.orgId, body.headers, id);
      return db.transaction((tx) => telemetryExports.update(tx, author, id, body, { revision, headers }));
    });
    mount.write(app, operations.remove, ({ tx, author, params, revision }) =>
      telemetryExports.remove(tx, author, params.id, revision),
    );
  };
}

/** Seals the headers before the transaction, and compares repeated calls without the values, so that no secret is stored. */
function createExport({ telemetryExports, idempotency }: TelemetryRouteDeps): RawHandler<typeof operations.create> {
  return async ({ headers, body, request, reply }) => {
    assertStorable(body);
    const author = toAuthor(request.caller);
    const prepared = await telemetryExports.prepareHeaders(author.orgId, body.headers ?? {});
    const { method, path } = operations.create;
    const write = {
      orgId: author.orgId,
      operation: `${method} ${path}`,
      key: headers['idempotency-key'],
      request: { user: author.user, body: { ...body, headers: prepared.names } },
    };
    const { body: made } = await idempotency.once(write, async (tx) => ({
      status: 201,
      body: await telemetryExports.create(tx, author, body, prepared),
    }));
    return reply.code(201).header('location', `${path}/${made.id}`).header('etag', toEtag(made.revision)).send(made);
  };
}

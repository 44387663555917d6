/** HTTP routes of the auditor catalog. */
import { auditors } from '../../../contract/api/auditor-catalog/operations.ts';
import type { Db } from '../../../platform/db/db.ts';
import { AppError } from '../../../platform/errors.ts';
import { mountRaw, type RawHandler } from '../../../platform/http/mount-raw.ts';
import { featureSettingsId } from '../../../policy/provider-features.ts';
import { assertMayWrite, toAuthor } from '../../base/control/author.ts';
import type { ControlChanges } from '../../base/control/changes.ts';
import type { Routes } from '../../base/feature.ts';
import type { Idempotency } from '../../base/idempotency/service.ts';
import type { Call, Mount } from '../../base/mount.ts';
import { toEtag } from '../../base/revision.ts';
import { assertStorable } from '../../base/storable.ts';
import type { AuditorCatalog } from './catalog.ts';
import type { AuditorIntake } from './intake.ts';
import type { AuditorRegistry } from './registry.ts';
import { featureSettingsSchema, toCatalogPage, toCatalogView, toSettingsSchema } from './views.ts';

export interface AuditorCatalogRouteDeps {
  readonly auditorCatalog: AuditorCatalog;
  readonly auditorRegistry: AuditorRegistry;
  readonly auditorIntake: AuditorIntake;
  readonly changes: ControlChanges;
  readonly idempotency: Idempotency;
  readonly db: Db;
  readonly mount: Mount;
}

/** `/v1/auditors`, the catalog. */
export function auditorCatalogRoutes(deps: AuditorCatalogRouteDeps): Routes {
  return async (app) => {
    await readingRoutes(deps)(app);
    await creatingRoutes(deps)(app);
    await changingRoutes(deps)(app);
  };
}

function readingRoutes({ auditorCatalog, changes, db, mount }: AuditorCatalogRouteDeps): Routes {
  const get = async (orgId: string, id: string) => {
    const found = await auditorCatalog.find(db, orgId, id);
    if (found !== undefined) return found;
    const detail = 'there is no such auditor';
    throw new AppError('not_found', detail, { detail });
  };
  return async (app) => {
    mount.read(app, auditors.list, async ({ caller, page }) =>
      toCatalogPage(await auditorCatalog.list(db, caller.organisation), page),
    );
    mount.read(app, auditors.get, async ({ caller, params: { id } }) =>
      toCatalogView(await get(caller.organisation, id)),
    );
    mount.read(app, auditors.schema, async ({ caller, params: { id } }) =>
      id === featureSettingsId ? featureSettingsSchema : toSettingsSchema(await get(caller.organisation, id)),
    );
    mount.read(app, auditors.history, ({ caller, params: { id }, page }) =>
      changes.history(caller.organisation, 'auditor', id, page),
    );
  };
}

/** Raw, because the auditor is called before the transaction that makes the write repeatable. */
function creatingRoutes({ auditorRegistry, auditorIntake, idempotency }: AuditorCatalogRouteDeps): Routes {
  const create: RawHandler<typeof auditors.create> = async ({ request, reply, headers, body }) => {
    assertStorable(body);
    const author = toAuthor(request.caller);
    assertMayWrite(author);
    const write = await auditorIntake.learn(author.orgId, body);
    const { method, path } = auditors.create;
    const key = headers['idempotency-key'];
    const operation = { orgId: author.orgId, operation: `${method} ${path}`, key, request: body };
    const { body: made } = await idempotency.once(operation, async (tx) => ({
      status: 201,
      body: toCatalogView(await auditorRegistry.create(tx, author, write)),
    }));
    return reply.code(201).header('location', `${path}/${made.id}`).header('etag', toEtag(made.revision)).send(made);
  };
  return async (app) => mountRaw(app, auditors.create, create);
}

/** Mounted as reads, because the auditor is called before their transaction. */
function changingRoutes({ auditorRegistry, auditorIntake, db, mount }: AuditorCatalogRouteDeps): Routes {
  const change = async ({ author, params: { id }, body, revision }: ChangeCall, how: 'replace' | 'merge') => {
    assertMayWrite(author);
    const before = await auditorRegistry.getCustom(db, author.orgId, id);
    const write = await auditorIntake.learn(author.orgId, body, how === 'merge' ? before : undefined);
    return toCatalogView(await db.transaction((tx) => auditorRegistry[how](tx, author, id, write, revision)));
  };
  return async (app) => {
    mount.read(app, auditors.replace, (call) => change(call, 'replace'));
    mount.read(app, auditors.update, (call) => change(call, 'merge'));
    mount.read(app, auditors.refresh, async ({ author, params: { id } }) => {
      assertMayWrite(author);
      const fetched = await auditorIntake.fetchAgain(await auditorRegistry.getCustom(db, author.orgId, id));
      return toCatalogView(await db.transaction((tx) => auditorRegistry.refresh(tx, author, id, fetched)));
    });
    mount.write(app, auditors.remove, ({ tx, author, params: { id }, revision }) =>
      auditorRegistry.remove(tx, author, id, revision),
    );
  };
}

type ChangeCall = Call<typeof auditors.replace> | Call<typeof auditors.update>;

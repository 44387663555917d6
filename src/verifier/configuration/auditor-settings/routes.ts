/**
 * HTTP routes of auditor settings. `If-Match` is optional on these paths, because callers may know only the platform
 * contract.
 */
import { auditorSettings as operations } from '../../../contract/api/auditor-settings/operations.ts';
import type { AuditorSettingsRecord } from '../../../contract/api/auditor-settings/shapes.ts';
import { isSameScope, type Scope } from '../../../contract/control/scope.ts';
import type { Db } from '../../../platform/db/db.ts';
import { AppError } from '../../../platform/errors.ts';
import type { ControlChanges } from '../../base/control/changes.ts';
import type { Routes } from '../../base/feature.ts';
import type { Mount, WriteCall } from '../../base/mount.ts';
import { parseIfMatch } from '../../base/revision.ts';
import type { AuditorSettings } from './service.ts';
import type { SettingsWrite } from './write.ts';

export interface AuditorSettingsRouteDeps {
  readonly auditorSettings: AuditorSettings;
  readonly changes: ControlChanges;
  readonly db: Db;
  readonly mount: Mount;
}

/** `/v1/auditors/settings` and below. */
export function auditorSettingsRoutes(deps: AuditorSettingsRouteDeps): Routes {
  return async (app) => {
    await readingRoutes(deps)(app);
    await writingRoutes(deps)(app);
  };
}

function readingRoutes({ auditorSettings, changes, db, mount }: AuditorSettingsRouteDeps): Routes {
  return async (app) => {
    mount.read(app, operations.list, ({ caller, query, page }) => {
      const { level, scope_id: scopeId, auditor_id: auditorId } = query;
      const filter = {
        ...(level === undefined ? {} : { level }),
        ...(scopeId === undefined ? {} : { scopeId }),
        ...(auditorId === undefined ? {} : { auditorId }),
      };
      return auditorSettings.list(caller.organisation, filter, page);
    });
    mount.read(app, operations.get, ({ caller, params: { id } }) => auditorSettings.get(db, caller.organisation, id));
    mount.read(app, operations.history, ({ caller, params: { id }, page }) =>
      changes.history(caller.organisation, 'auditor_settings', id, page),
    );
    mount.read(app, operations.effective, async ({ caller, query: { agent_id: agentId, auditor_id: auditorId } }) => {
      const views = await auditorSettings.effective(db, caller.organisation, agentId, auditorId);
      const [view] = views;
      if (auditorId !== undefined && view !== undefined) return view;
      return { items: views, next_cursor: null, has_more: false as const };
    });
  };
}

function writingRoutes({ auditorSettings, changes, mount }: AuditorSettingsRouteDeps): Routes {
  const change = async (
    { tx, author, params: { id }, headers, body }: ChangeCall,
    how: 'replace' | 'merge',
  ): Promise<AuditorSettingsRecord> => {
    const revision = optionalRevision(headers['if-match']);
    // The lock comes before the read, so that a record that is removed meanwhile is not created again.
    await changes.hold(tx, author.orgId);
    const record = await auditorSettings.get(tx, author.orgId, id);
    assertSameSubject(record, body);
    const write: SettingsWrite = {
      scope: record.scope,
      auditorId: record.auditor_id,
      settings: body.settings,
      how,
      ...(revision === undefined ? {} : { revision }),
    };
    return existing((await auditorSettings.write(tx, author, write)).record);
  };
  return async (app) => {
    mount.write(app, operations.create, async ({ tx, author, body }) => {
      const { scope, auditor_id: auditorId, settings } = body;
      const written = await auditorSettings.write(tx, author, { scope, auditorId, settings, how: 'create' });
      return existing(written.record);
    });
    mount.write(app, operations.replace, (call) => change(call, 'replace'));
    mount.write(app, operations.update, (call) => change(call, 'merge'));
    mount.write(app, operations.remove, ({ tx, author, params: { id }, headers }) =>
      auditorSettings.remove(tx, author, id, optionalRevision(headers['if-match'])),
    );
  };
}

type ChangeCall = WriteCall<typeof operations.replace> | WriteCall<typeof operations.update>;

function optionalRevision(header: string | undefined): number | undefined {
  return header === undefined ? undefined : parseIfMatch(header);
}

/** Scope and auditor of a record never change: another scope or auditor is another record. */
function assertSameSubject(
  record: AuditorSettingsRecord,
  { scope, auditor_id: auditorId }: { readonly scope?: Scope; readonly auditor_id?: string },
): void {
  const moved = [
    ...(scope === undefined || isSameScope(scope, record.scope) ? [] : ['/scope']),
    ...(auditorId === undefined || auditorId === record.auditor_id ? [] : ['/auditor_id']),
  ];
  if (moved.length === 0) return;
  const detail = 'scope and auditor of a record cannot change: create another record';
  throw new AppError('unprocessable', detail, {
    detail,
    errors: moved.map((pointer) => ({ pointer, message: detail })),
    extensions: { reason: 'setting_moved' },
  });
}

function existing(record: AuditorSettingsRecord | undefined): AuditorSettingsRecord {
  if (record === undefined) throw new Error('a write to a record always answers with the record');
  return record;
}

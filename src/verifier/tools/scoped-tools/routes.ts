/** HTTP routes of rules on tools. */
import { scopedTools as operations } from '../../../contract/api/scoped-tools/operations.ts';
import type { Db } from '../../../platform/db/db.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Caller } from '../../../platform/http/access.ts';
import { mountRaw } from '../../../platform/http/mount-raw.ts';
import { parsePage, toPage } from '../../../platform/http/page.ts';
import type { ControlChanges } from '../../base/control/changes.ts';
import type { Routes } from '../../base/feature.ts';
import type { Mount } from '../../base/mount.ts';
import type { ScopedToolServices } from './create.ts';
import type { ScopedToolRow } from './tables.ts';
import { toEffectiveView, toScopedTool } from './views.ts';
import { createToolVisibility, type ToolVisibilityDeps } from './visibility.ts';

export interface ScopedToolRouteDeps
  extends Pick<ScopedToolServices, 'toolRules' | 'scopedTools' | 'listToolRules' | 'appNamesOf'>,
    ToolVisibilityDeps {
  readonly mount: Mount;
  readonly changes: ControlChanges;
  readonly db: Db;
}

const defaultItems = 500;

/** `/v1/scoped-tools`. */
export function scopedToolRoutes(deps: ScopedToolRouteDeps): Routes {
  return async (app) => {
    await readingRoutes(deps)(app);
    await effectiveRoutes(deps)(app);
    await writingRoutes(deps)(app);
  };
}

function createShow({ appNamesOf, db }: ScopedToolRouteDeps) {
  return async (row: ScopedToolRow, tx: Db = db) =>
    toScopedTool(row, (await appNamesOf(tx, row.org_id, [row])).get(row.app_id) ?? null);
}

function readingRoutes(deps: ScopedToolRouteDeps): Routes {
  const { mount, toolRules, listToolRules, appNamesOf, changes, db } = deps;
  const [show, visibility] = [createShow(deps), createToolVisibility(deps)];
  const getSeen = async (caller: Caller, id: string): Promise<ScopedToolRow> => {
    const row = await toolRules.get(db, caller.organisation, id);
    const from = await visibility.seenFrom(db, caller);
    if (from === undefined || row.scope_level === 'org' || row.scope_id === from) return row;
    const detail = 'there is no such rule';
    throw new AppError('not_found', detail, { detail });
  };
  return async (app) => {
    mount.read(app, operations.list, async ({ caller, query, page }) => {
      const { level, workspace_id: workspaceId, app_id: appId, mode } = query;
      const filter = { level, workspaceId, appId, mode, seenFrom: await visibility.seenFrom(db, caller) };
      const rows = await listToolRules(db, caller.organisation, filter, page);
      const names = await appNamesOf(db, caller.organisation, rows);
      return toPage(rows, page.limit, (row) => toScopedTool(row, names.get(row.app_id) ?? null));
    });
    mount.read(app, operations.get, async ({ caller, params }) => show(await getSeen(caller, params.id)));
    // Raw: an agent gets `not_found` for an invisible rule before its cursor is checked.
    mountRaw(app, operations.history, async ({ request: { caller }, params: { id }, query }) => {
      // The history of a removed rule stays; an agent sees that of rules that apply to it.
      if (caller.kind === 'agent') await getSeen(caller, id);
      return changes.history(caller.organisation, 'tool', id, parsePage(query));
    });
  };
}

function effectiveRoutes(deps: ScopedToolRouteDeps): Routes {
  const { scopedTools, db } = deps;
  const visibility = createToolVisibility(deps);
  return async (app) => {
    // Raw: its pages are larger than those of other lists, and the agent is looked up before the cursor is checked.
    mountRaw(app, operations.listEffective, async ({ request: { caller }, query }) => {
      const who = await visibility.whoFor(db, caller, query);
      const page = parsePage({ ...query, limit: query.limit ?? defaultItems });
      return toEffectiveView(await scopedTools.effective(db, caller.organisation, who, page), page.limit);
    });
  };
}

function writingRoutes(deps: ScopedToolRouteDeps): Routes {
  const { mount, toolRules } = deps;
  const show = createShow(deps);
  return async (app) => {
    mount.write(app, operations.create, async ({ tx, author, body }) =>
      show(await toolRules.create(tx, author, body), tx),
    );
    mount.write(app, operations.update, async ({ tx, author, params, body, revision }) =>
      show(await toolRules.change(tx, author, params.id, body, revision), tx),
    );
    mount.write(app, operations.remove, ({ tx, author, params, revision }) =>
      toolRules.remove(tx, author, params.id, revision),
    );
  };
}

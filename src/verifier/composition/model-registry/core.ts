/** Shared dependencies and steps of the model registry. */

import type { ModelVersion, RegisteredModel } from '../../../contract/api/models/shapes.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { AppError } from '../../../platform/errors.ts';
import type { RandomBytes } from '../../../platform/ids.ts';
import type { Logger } from '../../../platform/log.ts';
import type { Audit } from '../../base/audit-log/append.ts';
import type { Author } from '../../base/control/author.ts';
import type { ControlChanges } from '../../base/control/changes.ts';
import type { Events } from '../../base/events/append.ts';
import type { Workspaces } from '../../configuration/workspaces/service.ts';
import type { Approvals } from '../../delegation/approvals/ports.ts';
import type { Publishers } from '../publishers/ports.ts';
import type { ModelStore } from './store.ts';
import type { ModelRow, VersionRow } from './tables.ts';
import type { ModelRunStore, VersionStore } from './version-store.ts';
import { toModelView, toVersionView } from './views.ts';

export interface ModelCore {
  readonly db: Db;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly log: Logger;
  readonly changes: ControlChanges;
  readonly audit: Audit;
  readonly events: Pick<Events, 'append'>;
  readonly workspaces: Pick<Workspaces, 'find'>;
  readonly approvals: Pick<Approvals, 'create' | 'take' | 'use'>;
  readonly publishers: Publishers;
  /** Limit for one file. */
  readonly maxFileBytes: number;
  readonly models: ModelStore;
  readonly versions: VersionStore & ModelRunStore;
}

/** @throws AppError `not_found`. */
export async function loadModel({ models }: Pick<ModelCore, 'models'>, db: Db, orgId: string, id: string) {
  const row = await models.find(db, orgId, id);
  if (row !== undefined) return row;
  const detail = 'there is no such model';
  throw new AppError('not_found', detail, { detail });
}

/** @throws AppError `not_found`. */
export async function loadVersion(
  core: Pick<ModelCore, 'models' | 'versions'>,
  db: Db,
  orgId: string,
  [modelId, version]: readonly [string, number],
): Promise<{ readonly model: ModelRow; readonly row: VersionRow }> {
  const model = await loadModel(core, db, orgId, modelId);
  const row = await core.versions.find(db, { orgId, modelId, version });
  if (row !== undefined) return { model, row };
  const detail = `model ${model.name} has no version ${version}`;
  throw new AppError('not_found', detail, { detail });
}

export async function viewModel({ models }: ModelCore, db: Db, row: ModelRow): Promise<RegisteredModel> {
  return toModelView(row, await models.namesOf(db, row.org_id, [row.id]));
}

export async function viewVersion(core: ModelCore, db: Db, model: ModelRow, row: VersionRow): Promise<ModelVersion> {
  const { org_id: orgId, id } = model;
  return toVersionView(row, {
    model,
    names: await core.models.namesOf(db, orgId, [id]),
    files: await core.versions.filesOf(db, orgId, id, [row.version]),
    trust: await core.publishers.trustNow(db, orgId),
  });
}

/** A change, for the history of a model, for gateways and for subscribers. */
export interface ModelChangeNote {
  /** Action in the history: `created`, `version_approved` … */
  readonly action: string;
  readonly reason?: string;
  readonly event?: { readonly code: string; readonly data: Readonly<Record<string, unknown>> };
}

/**
 * Records a change. The event comes first, since both locks are held to the end. The caller holds the lock of the organisation.
 */
export async function recordChange(
  { events, changes }: ModelCore,
  tx: Db,
  author: Author,
  [model, told]: readonly [ModelRow, ModelChangeNote & { readonly document?: unknown }],
): Promise<void> {
  const { org_id: orgId, workspace_id: workspaceId } = model;
  if (told.event !== undefined) {
    await events.append(tx, orgId, {
      type: 'agent.log',
      code: told.event.code,
      ...(workspaceId === null ? {} : { workspaceId }),
      data: { model_id: model.id, name: model.name, ...told.event.data },
    });
  }
  await changes.record(tx, author, {
    kind: 'registered_model',
    subjectId: model.id,
    action: told.action,
    scope: workspaceId === null ? { level: 'org', id: orgId } : { level: 'workspace', id: workspaceId },
    revision: model.revision,
    ...(told.document === undefined ? {} : { document: told.document }),
    ...(told.reason === undefined ? {} : { reason: told.reason }),
  });
}

/** Creates a refusal that says what is not possible, and why. */
export function refuseModel(reason: string, detail: string, more: Readonly<Record<string, unknown>> = {}): AppError {
  return new AppError('conflict', detail, { detail, extensions: { reason, ...more } });
}

/** Records the result of a file and the resulting state of the version, in one transaction. */

import type { ModelVersion, RunCheck } from '../../../../contract/api/models/shapes.ts';
import type { FileState, Verdict } from '../../../../contract/api/models/states.ts';
import type { Db } from '../../../../platform/db/db.ts';
import type { Author } from '../../../base/control/author.ts';
import { loadVersion, type ModelCore, recordChange, refuseModel, viewVersion } from '../core.ts';
import type { FileRow, VersionRow } from '../tables.ts';
import type { VersionKey } from '../version-store.ts';
import { toNote } from '../versions.ts';
import type { SeenFile } from './examine-file.ts';

/** Gives the check of a run for one file. */
export function toCheck(path: string, { state, findings }: SeenFile): RunCheck {
  const details = {
    clean: 'complete and harmless',
    unsafe: 'loading it may run code, or read or write other data',
    unchecked: 'it could not be scanned completely',
  } as const;
  const status = state === 'clean' ? 'passed' : 'failed';
  return { name: path, status, detail: details[state], findings: [...findings] };
}

/**
 * Returns the version afterwards. `alsoIn` runs first, in the same transaction. @throws AppError `conflict` for a version that is
 * no longer pending.
 */
export async function noteFile(
  core: ModelCore,
  author: Author,
  { key, path, seen }: { readonly key: VersionKey; readonly path: string; readonly seen: SeenFile },
  alsoIn: (tx: Db) => Promise<void>,
): Promise<ModelVersion> {
  const { db, clock, changes, versions } = core;
  const { orgId, modelId, version } = key;
  return db.transaction(async (tx) => {
    await changes.hold(tx, orgId);
    const { model, row } = await loadVersion(core, tx, orgId, [modelId, version]);
    assertPending(row);
    await alsoIn(tx);
    await versions.setFile(tx, key, path, { ...seen, seen_at: clock.now() });
    const verdict = toVerdict(await versions.filesOf(tx, orgId, modelId, [version]));
    if (verdict === 'pending') return viewVersion(core, tx, model, row);
    const status = verdict === 'clean' ? 'ready' : 'failed';
    const now = clock.now();
    const updated = await versions.update(tx, row, { status, verdict, verified_at: now, updated_at: now });
    const view = await viewVersion(core, tx, model, updated);
    await recordChange(core, tx, author, [
      model,
      {
        action: `version_${status}`,
        document: toNote(view),
        event: { code: `model.version_${status}`, data: { version, verdict, model_hash: row.model_hash } },
      },
    ]);
    return view;
  });
}

/** @throws AppError `conflict`. */
export function assertPending({ status }: Pick<VersionRow, 'status'>): void {
  if (status === 'pending_registration') return;
  throw refuseModel('version_immutable', `the version is ${status} and takes no more files: register a new version`);
}

/** One unsafe file decides; otherwise all files must have been checked. */
export function toVerdict(files: readonly Pick<FileRow, 'state'>[]): Verdict {
  const has = (state: FileState): boolean => files.some((file) => file.state === state);
  if (has('unsafe')) return 'unsafe';
  if (has('missing')) return 'pending';
  return has('unchecked') ? 'unchecked' : 'clean';
}

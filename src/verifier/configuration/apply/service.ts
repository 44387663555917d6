/** Applies declarative files: many objects in one transaction, all of them or none. */
import { checkDocument } from '../../../configuration/files/check-document.ts';
import { findConflicts } from '../../../configuration/files/check-together.ts';
import type { ConfigDocument } from '../../../configuration/files/schema.ts';
import { fileLimits } from '../../../contract/api/apply/limits.ts';
import type { ApplyBody } from '../../../contract/api/apply/shapes.ts';
import {
  type ApplyAnswer,
  type ApplyObject,
  applyResults,
  type ExportAnswer,
} from '../../../contract/control/apply.ts';
import type { Db } from '../../../platform/db/db.ts';
import { AppError, type ErrorPointer } from '../../../platform/errors.ts';
import { type Author, assertMayWrite } from '../../base/control/author.ts';
import type { ControlChanges } from '../../base/control/changes.ts';
import { applyAgents } from './apply-agents.ts';
import { applyEnvironments, pruneEnvironments } from './apply-environments.ts';
import { applyScopes } from './apply-scopes.ts';
import { applySettings, loadSettings } from './apply-settings.ts';
import { exportDocuments } from './export.ts';
import { toPlan } from './plan.ts';
import { pruneWorkspaces } from './prune.ts';
import { createDocumentErrors } from './refusals.ts';
import type { ApplyServices, Run } from './run.ts';

export interface ApplyRequest extends ApplyBody {
  readonly prune: boolean;
}

export interface Apply {
  /** @throws AppError `unprocessable` or `conflict` with every wrong place, `forbidden`; then nothing is changed. */
  apply(tx: Db, author: Author, request: ApplyRequest): Promise<ApplyAnswer>;
  /** Says what `apply` would do, refusals included. Invalid documents are refused here too. */
  rehearse(author: Author, request: ApplyRequest): Promise<ApplyAnswer>;
  /** Exports the stored configuration as documents, of one workspace or of the organisation. @throws AppError `not_found`. */
  export(db: Db, author: Author, workspaceId?: string): Promise<ExportAnswer>;
}

export interface ApplyDeps extends ApplyServices {
  readonly db: Db;
  readonly changes: ControlChanges;
}

export function createApply(deps: ApplyDeps): Apply {
  const { db, changes, ...services } = deps;

  const run = async (tx: Db, author: Author, request: ApplyRequest, isRehearsal: boolean): Promise<ApplyAnswer> => {
    assertMayWrite(author);
    const documents = checkDocuments(request);
    await changes.hold(tx, author.orgId);
    const before = await changes.current(tx, author.orgId);
    const registered = await services.agents.listRegistered(tx, author.orgId);
    const plan = toPlan(documents, request.workspace);
    const state: Run = {
      ...services,
      tx,
      author,
      plan,
      registered,
      prune: request.prune,
      refusals: createDocumentErrors(),
      objects: [],
      warnings: [],
      failed: new Set<string>(),
    };
    const stored = await loadSettings(state);
    await applyScopes(state);
    await pruneWorkspaces(state, stored);
    await pruneEnvironments(state);
    await applyAgents(state);
    await applyEnvironments(state);
    await applySettings(state, stored);
    if (!isRehearsal) state.refusals.assertNone();
    const { revision } = isRehearsal ? before : await changes.current(tx, author.orgId);
    return toAnswer(state, { isRehearsal, revision });
  };

  return {
    apply: (tx, author, request) => run(tx, author, request, false),
    async rehearse(author, request) {
      try {
        return await db.transaction(async (tx) => {
          throw new Rehearsed(await run(tx, author, request, true));
        });
      } catch (error) {
        if (error instanceof Rehearsed) return error.answer;
        throw error;
      }
    },
    export: (from, author, workspaceId) => exportDocuments({ ...services, changes }, from, author, workspaceId),
  };
}

/** Thrown to roll back a rehearsal; carries its answer. */
class Rehearsed extends Error {
  readonly answer: ApplyAnswer;

  constructor(answer: ApplyAnswer) {
    super('rehearsed');
    this.name = 'Rehearsed';
    this.answer = answer;
  }
}

/** Makes the checks that files also get before they are sent. @throws AppError `unprocessable`. */
function checkDocuments({ documents, workspace }: ApplyBody): ConfigDocument[] {
  const errors: ErrorPointer[] = [];
  const checked: ConfigDocument[] = [];
  for (const [index, value] of documents.entries()) {
    const result = checkDocument(value);
    if (result.document !== undefined) checked.push(result.document);
    else errors.push(...result.findings.map(({ pointer, message }) => toError(index, pointer, message)));
    if (errors.length >= fileLimits.problems) break;
  }
  if (errors.length === 0) {
    for (const { index, pointer, message } of findConflicts(checked, workspace))
      errors.push(toError(index, pointer, message));
  }
  if (errors.length === 0) return checked;
  const detail = 'the documents are invalid';
  throw new AppError('unprocessable', detail, {
    detail,
    errors: errors.slice(0, fileLimits.problems),
    extensions: { reason: 'document_invalid' },
  });
}

function toError(index: number, pointer: string, message: string): ErrorPointer {
  return { pointer: `/documents/${index}${pointer}`, message };
}

function toAnswer(
  { objects, refusals, warnings }: Run,
  { isRehearsal, revision }: { readonly isRehearsal: boolean; readonly revision: number },
): ApplyAnswer {
  const count = (wanted: ApplyObject['result']) => objects.filter(({ result }) => result === wanted).length;
  const [created, updated, unchanged, removed, refused] = applyResults.map(count);
  const totals = {
    created: created ?? 0,
    updated: updated ?? 0,
    unchanged: unchanged ?? 0,
    removed: removed ?? 0,
    refused: refused ?? 0,
  };
  return {
    dry_run: isRehearsal,
    changed: totals.created + totals.updated + totals.removed > 0,
    revision,
    totals,
    objects,
    errors: [...refusals.list()],
    warnings,
  };
}

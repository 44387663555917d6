/** Reads the results of file checks. */

import type { ModelVerification } from '../../../contract/api/models/shapes.ts';
import { AppError } from '../../../platform/errors.ts';
import { type Page, type PageStart, toPage } from '../../../platform/http/page.ts';
import { loadVersion, type ModelCore } from './core.ts';
import { toRunView } from './views.ts';

type At = readonly [modelId: string, version: number];

export interface ModelRuns {
  list(orgId: string, at: At, page: PageStart): Promise<Page<ModelVerification>>;
  /** @throws AppError `not_found`. */
  get(orgId: string, at: At, id: string): Promise<ModelVerification>;
}

export function createModelRuns(core: ModelCore): ModelRuns {
  const { db, versions } = core;
  const find = async (orgId: string, [modelId, version]: At) => {
    await loadVersion(core, db, orgId, [modelId, version]);
    return { orgId, modelId, version };
  };
  return {
    async list(orgId, at, page) {
      return toPage(await versions.listRuns(db, await find(orgId, at), page), page.limit, toRunView);
    },
    async get(orgId, at, id) {
      const row = await versions.findRun(db, await find(orgId, at), id);
      if (row !== undefined) return toRunView(row);
      const detail = 'the version has no such verification';
      throw new AppError('not_found', detail, { detail });
    },
  };
}

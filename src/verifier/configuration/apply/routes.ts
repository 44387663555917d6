/** HTTP routes of declarative files. */
import { findBoundViolation } from '@assay/sdk/contract';
import { fileLimits } from '../../../contract/api/apply/limits.ts';
import { declarativeFiles } from '../../../contract/api/apply/operations.ts';
import type { Db } from '../../../platform/db/db.ts';
import { AppError } from '../../../platform/errors.ts';
import { mountRaw, type RawHandler } from '../../../platform/http/mount-raw.ts';
import { toAuthor } from '../../base/control/author.ts';
import type { Routes } from '../../base/feature.ts';
import type { Idempotency } from '../../base/idempotency/service.ts';
import type { Mount } from '../../base/mount.ts';
import type { Apply } from './service.ts';

export interface ApplyRouteDeps {
  readonly apply: Apply;
  readonly idempotency: Idempotency;
  readonly db: Db;
  readonly mount: Mount;
}

/** Largest size as JSON of the files that `fileLimits` lets through. */
const bodyLimit = 3 * fileLimits.bytes;

/** `POST /v1/apply` and `GET /v1/export`. */
export function applyRoutes(deps: ApplyRouteDeps): Routes {
  const { apply, db, mount } = deps;
  return async (app) => {
    mountRaw(app, declarativeFiles.apply, applying(deps), {}, { bodyLimit });
    // One transaction, so that all documents show the same revision.
    mount.read(app, declarativeFiles.export, ({ author, query }) =>
      db.transaction((tx) => apply.export(tx, author, query.workspace_id), {
        isolationLevel: 'repeatable read',
        accessMode: 'read only',
      }),
    );
  };
}

/** Raw, because a dry run stores nothing and the body may be large. */
function applying({ apply, idempotency }: ApplyRouteDeps): RawHandler<typeof declarativeFiles.apply> {
  return async ({ request: { caller }, headers, query, body }) => {
    assertWithinLimits(body);
    const author = toAuthor(caller);
    const request = { ...body, prune: query.prune === 'true' };
    if (query.dry_run === 'true') return apply.rehearse(author, request);
    const { method, path } = declarativeFiles.apply;
    const key = headers['idempotency-key'];
    const write = { orgId: author.orgId, operation: `${method} ${path}`, key, request };
    const { body: answer } = await idempotency.once(write, async (tx) => ({
      status: 200,
      body: await apply.apply(tx, author, request),
    }));
    return answer;
  };
}

/** Like `assertStorable`, with the limits of declarative files. @throws AppError `invalid_request`. */
function assertWithinLimits(body: unknown): void {
  const message = findBoundViolation(body, { bytes: bodyLimit, depth: fileLimits.depth });
  if (message === undefined) return;
  throw new AppError('invalid_request', message, { detail: message, errors: [{ pointer: '', message }] });
}

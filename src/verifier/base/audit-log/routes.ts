/** HTTP of the audit log. */
import { Readable } from 'node:stream';
import { auditLogs as operations } from '../../../contract/api/audit-log/operations.ts';
import { type AuditHead, auditExportMediaType } from '../../../contract/audit-log.ts';
import { AppError } from '../../../platform/errors.ts';
import { mountRaw } from '../../../platform/http/mount-raw.ts';
import type { Routes } from '../feature.ts';
import type { Mount } from '../mount.ts';
import type { AuditLog } from './service.ts';

export interface AuditLogRouteDeps {
  readonly mount: Mount;
  readonly auditLog: AuditLog;
}

/** Adds `GET /v1/audit-logs`, `…/export`, `…/verify`. */
export function auditLogRoutes({ mount, auditLog }: AuditLogRouteDeps): Routes {
  return async (app) => {
    mount.read(app, operations.list, ({ caller, query, page }) => auditLog.list(caller.organisation, query, page));
    mountRaw(app, operations.export, async ({ query, request, reply }) =>
      reply
        .type(auditExportMediaType)
        .header('cache-control', 'no-store')
        .send(Readable.from(auditLog.export(request.caller.organisation, query), { objectMode: false })),
    );
    mount.read(app, operations.verify, async ({ caller, query }) =>
      auditLog.verify(caller.organisation, readKnown(query)),
    );
  };
}

/** @throws AppError `invalid_request` if only one of the two is given. */
function readKnown({ seq, hash }: { seq?: number; hash?: string }): AuditHead | undefined {
  if (seq === undefined && hash === undefined) return undefined;
  if (seq !== undefined && hash !== undefined) return { seq, hash };
  const detail = 'a known head has both a number and a hash';
  const errors = [{ pointer: seq === undefined ? '/seq' : '/hash', message: detail }];
  throw new AppError('invalid_request', detail, { detail, errors });
}

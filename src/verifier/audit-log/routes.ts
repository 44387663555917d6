/** HTTP of the audit log. */

import { Readable } from 'node:stream';
import { Type } from 'typebox';
import { PageSchema } from '../../contract/api/page.ts';
import { AuditEntrySchema, type AuditHead, auditExportMediaType } from '../../contract/audit-log.ts';
import { ProblemSchema } from '../../contract/problem.ts';
import { AppError } from '../../platform/errors.ts';
import { parsePage } from '../../platform/http/page.ts';
import type { Routes } from '../feature.ts';
import {
  AuditExportQuerySchema,
  AuditListQuerySchema,
  AuditVerificationSchema,
  AuditVerifyQuerySchema,
} from './schema.ts';
import type { AuditLog } from './service.ts';

const path = '/v1/audit-logs';
const tags = ['audit-log'];
const problems = { '4xx': ProblemSchema };
const LinesSchema = Type.Unsafe<Readable>(
  Type.String({ description: 'one AuditEntry a line; last {"checkpoint": JWS}' }),
);

/** `GET /v1/audit-logs`, `…/export`, `…/verify`. */
export function auditLogRoutes({ auditLog }: { readonly auditLog: AuditLog }): Routes {
  return async (app) => {
    app.get(
      path,
      {
        schema: {
          ...{ tags, summary: 'List what was administered, newest first' },
          querystring: AuditListQuerySchema,
          response: { 200: PageSchema(AuditEntrySchema), ...problems },
        },
      },
      ({ caller, query: { limit, cursor, ...filters } }) =>
        auditLog.list(
          caller.organisation,
          filters,
          parsePage({ ...(limit === undefined ? {} : { limit }), ...(cursor === undefined ? {} : { cursor }) }),
        ),
    );
    app.get(
      `${path}/export`,
      {
        schema: {
          ...{
            tags,
            summary: 'Export entries as JSON lines, oldest first; without filters a signed checkpoint ends it',
          },
          querystring: AuditExportQuerySchema,
          produces: [auditExportMediaType],
          response: { 200: LinesSchema, ...problems },
        },
      },
      async ({ caller, query }, reply) =>
        reply
          .type(auditExportMediaType)
          .header('cache-control', 'no-store')
          .send(Readable.from(auditLog.export(caller.organisation, query), { objectMode: false })),
    );
    app.get(
      `${path}/verify`,
      {
        schema: {
          ...{ tags, summary: 'Walk the whole chain; says where it breaks, and whether it still holds a known head' },
          querystring: AuditVerifyQuerySchema,
          response: { 200: AuditVerificationSchema, ...problems },
        },
      },
      ({ caller, query }) => auditLog.verify(caller.organisation, readKnown(query)),
    );
  };
}

/** @throws AppError `invalid_request` for half a head. */
function readKnown({ seq, hash }: { seq?: number; hash?: string }): AuditHead | undefined {
  if (seq === undefined && hash === undefined) return undefined;
  if (seq !== undefined && hash !== undefined) return { seq, hash };
  const detail = 'a known head has both a number and a hash';
  const errors = [{ pointer: seq === undefined ? '/seq' : '/hash', message: detail }];
  throw new AppError('invalid_request', detail, { detail, errors });
}

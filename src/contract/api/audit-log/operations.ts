/** Operations of the audit log. */
import { Type } from 'typebox';
import { AuditEntrySchema, auditExportMediaType } from '../../audit-log.ts';
import { defineOperation } from '../operation.ts';
import { PageSchema } from '../page.ts';
import {
  AuditExportQuerySchema,
  AuditListQuerySchema,
  AuditVerificationSchema,
  AuditVerifyQuerySchema,
} from './shapes.ts';

const path = '/v1/audit-logs';
const tag = 'audit-log';

export const auditLogs = {
  list: defineOperation({
    id: 'auditLogs.list',
    method: 'GET',
    path,
    tag,
    summary: 'List the entries of the audit log, newest first',
    query: AuditListQuerySchema,
    paged: true,
    responses: { 200: PageSchema(AuditEntrySchema) },
  }),
  export: defineOperation({
    id: 'auditLogs.export',
    method: 'GET',
    path: `${path}/export`,
    tag,
    summary: 'Export the audit log as JSON lines, oldest first',
    description: 'Without filters, a signed checkpoint is the last line.',
    query: AuditExportQuerySchema,
    produces: auditExportMediaType,
    noStore: true,
    responses: {
      200: Type.String({ description: 'One AuditEntry in each line; the last line is {"checkpoint": JWS}' }),
    },
  }),
  verify: defineOperation({
    id: 'auditLogs.verify',
    method: 'GET',
    path: `${path}/verify`,
    tag,
    summary: 'Verify the hash chain of the audit log',
    description: 'The answer says where the chain breaks, and whether it still holds the head that you name.',
    query: AuditVerifyQuerySchema,
    responses: { 200: AuditVerificationSchema },
  }),
} as const;

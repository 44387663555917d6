/** Wire shapes of the audit log's endpoints. */

import { type Static, Type } from 'typebox';
import { pageQuery } from '../../contract/api/page.ts';
import { requestTime } from '../../contract/request-time.ts';

const Hash = Type.String({ pattern: '^sha256:[0-9a-f]{64}$' });
const Text = (description: string) => Type.Optional(Type.String({ minLength: 1, maxLength: 300, description }));

const filters = {
  action: Text('an action, or all that begin with what stands before a star: policy.*'),
  actor: Text('id of who did it, or of the agent that did it for somebody'),
  resource: Text('a kind (policy), one thing (policy/pol_1), or an id of any kind'),
  from: Type.Optional(requestTime({ description: 'at or after this time' })),
  to: Type.Optional(requestTime({ description: 'before this time' })),
};

export const AuditExportQuerySchema = Type.Object(filters, { additionalProperties: false });
export const AuditListQuerySchema = Type.Object({ ...filters, ...pageQuery }, { additionalProperties: false });

export const AuditVerifyQuerySchema = Type.Object(
  {
    seq: Type.Optional(
      Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: 'of a head known from earlier' }),
    ),
    hash: Type.Optional(Hash),
  },
  { additionalProperties: false },
);

export const AuditVerificationSchema = Type.Object(
  {
    org_id: Type.String(),
    intact: Type.Boolean({ description: 'every entry follows the one before it, and the known head is among them' }),
    entries: Type.Integer({ description: 'entries that hold, from the first one on' }),
    head: Type.Object(
      { seq: Type.Integer(), hash: Hash },
      { description: 'the last entry that holds; keep it to ask later whether it is still there' },
    ),
    broken: Type.Union([
      Type.Object({
        seq: Type.Integer({ description: 'number that the entry there should have' }),
        differs: Type.Union([Type.Literal('number'), Type.Literal('prev_hash'), Type.Literal('hash')]),
        expected: Type.String(),
        found: Type.String(),
      }),
      Type.Null(),
    ]),
    contains_known: Type.Union([Type.Boolean(), Type.Null()], {
      description: 'whether the head that was named is in the part that holds; null when none was named',
    }),
  },
  { $id: 'AuditVerification' },
);

export type AuditFilters = Static<typeof AuditExportQuerySchema>;
export type AuditVerification = Static<typeof AuditVerificationSchema>;

/** Shapes of the audit log. */
import { type Static, Type } from 'typebox';
import { requestTime } from '../../request-time.ts';
import { pageQuery } from '../page.ts';

const Hash = Type.String({ pattern: '^sha256:[0-9a-f]{64}$' });
const Text = (description: string) => Type.Optional(Type.String({ minLength: 1, maxLength: 300, description }));

const filters = {
  action: Text('An action, or with a star at the end all that begin so: policy.*'),
  actor: Text('Id of the actor, or of the agent that acted for somebody'),
  resource: Text('A kind (policy), one resource (policy/pol_1), or an id of any kind'),
  from: Type.Optional(requestTime({ description: 'At or after this time' })),
  to: Type.Optional(requestTime({ description: 'Before this time' })),
};

export const AuditExportQuerySchema = Type.Object(filters, { additionalProperties: false });
export const AuditListQuerySchema = Type.Object({ ...filters, ...pageQuery }, { additionalProperties: false });

export const AuditVerifyQuerySchema = Type.Object(
  {
    seq: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'Number of a head that you stored earlier',
      }),
    ),
    hash: Type.Optional(Hash),
  },
  { additionalProperties: false },
);

export const AuditVerificationSchema = Type.Object(
  {
    org_id: Type.String(),
    intact: Type.Boolean({
      description: 'True if every entry follows the one before it, and the known head is among them',
    }),
    entries: Type.Integer({ description: 'Number of valid entries, from the first one on' }),
    head: Type.Object(
      { seq: Type.Integer(), hash: Hash },
      { description: 'The last valid entry; store it to check later that it still exists' },
    ),
    broken: Type.Union([
      Type.Object({
        seq: Type.Integer({ description: 'Number that the entry at this position should have' }),
        differs: Type.Union([Type.Literal('number'), Type.Literal('prev_hash'), Type.Literal('hash')]),
        expected: Type.String(),
        found: Type.String(),
      }),
      Type.Null(),
    ]),
    contains_known: Type.Union([Type.Boolean(), Type.Null()], {
      description: 'True if the named head is in the valid part; null if none was named',
    }),
  },
  { $id: 'AuditVerification' },
);

export type AuditFilters = Static<typeof AuditExportQuerySchema>;
export type AuditVerification = Static<typeof AuditVerificationSchema>;

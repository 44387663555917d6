/** Wire shapes of reference values: named measurements of a release, which policies refer to (RFC 9334 section 8.3). */
import { type Static, Type } from 'typebox';
import { appraisalKinds, kindAliases } from './kinds.ts';
import { NameSchema, ReasonSchema, VersionSchema } from './policy-shapes.ts';

const Hex = Type.String({ pattern: '^([0-9a-fA-F]{2}){1,512}$' });
const Time = Type.String({ format: 'date-time' });

/** A set as it is written and kept. */
export const ReferenceValuesDocumentSchema = Type.Object(
  {
    name: NameSchema,
    description: Type.Optional(Type.String({ maxLength: 2000 })),
    kind: Type.Enum([...appraisalKinds.filter((kind) => kind !== 'software'), ...Object.keys(kindAliases)]),
    release: Type.Optional(Type.String({ maxLength: 200, description: 'Release that the measurements belong to' })),
    measurements: Type.Record(
      Type.String({ pattern: '^[a-z][a-z0-9_]{0,31}$' }),
      Type.Array(Hex, { minItems: 1, maxItems: 256 }),
      {
        additionalProperties: false,
        minProperties: 1,
        maxProperties: 64,
        description: 'Name of a register in the report to its allowed values',
      },
    ),
    valid_from: Type.Optional(Time),
    valid_until: Type.Optional(Time),
    source: Type.String({ minLength: 1, maxLength: 2000, description: 'Origin of the values' }),
    signed_by: Type.Optional(
      Type.String({ maxLength: 500, description: 'A note on who vouches for the values; not checked' }),
    ),
  },
  { $id: 'ReferenceValuesDocument', additionalProperties: false },
);

export const WriteReferenceValuesSchema = Type.Object(
  { reference_values: ReferenceValuesDocumentSchema, reason: Type.Optional(ReasonSchema) },
  { $id: 'WriteReferenceValues', additionalProperties: false },
);

export const RevokeSchema = Type.Object(
  { reason: ReasonSchema },
  { $id: 'RevokeReferenceValues', additionalProperties: false },
);

const versionMembers = {
  version: VersionSchema,
  sha256: Type.String({ description: '`sha256:<hex>` of the set in canonical JSON (RFC 8785)' }),
  reference_values: ReferenceValuesDocumentSchema,
  created_at: Type.String({ description: 'Time of this version' }),
  created_by: Type.String(),
  reason: Type.Union([Type.String(), Type.Null()]),
};

export const ReferenceValuesVersionSchema = Type.Object(versionMembers, { $id: 'ReferenceValuesVersion' });

export const ReferenceValuesSchema = Type.Object(
  {
    id: Type.String(),
    org_id: Type.String(),
    ...versionMembers,
    revision: Type.Integer({ description: 'Number of the newest version; the ETag' }),
    state: Type.Enum(['active', 'revoked']),
    revoked_at: Type.Union([Type.String(), Type.Null()]),
    revoked_reason: Type.Union([Type.String(), Type.Null()]),
    passports_revoked: Type.Optional(
      Type.Integer({
        description: 'Only in the answer to a revocation: number of passports that were revoked with the set',
      }),
    ),
  },
  { $id: 'ReferenceValues' },
);

export type ReferenceValuesDocument = Static<typeof ReferenceValuesDocumentSchema>;
export type WriteReferenceValues = Static<typeof WriteReferenceValuesSchema>;
export type ReferenceValuesVersion = Static<typeof ReferenceValuesVersionSchema>;
export type ReferenceValues = Static<typeof ReferenceValuesSchema>;

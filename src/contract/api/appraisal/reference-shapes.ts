/** Wire shapes of reference values: named measurements of a release, to which policies refer (RFC 9334 section 8.3). */
import { type Static, Type } from 'typebox';
import { appraisalKinds, kindAliases } from './kinds.ts';
import { NameSchema, ReasonSchema, VersionSchema } from './policy-schema.ts';

const Hex = Type.String({ pattern: '^([0-9a-fA-F]{2}){1,512}$' });
const Time = Type.String({ format: 'date-time' });

/** A set as it is written and kept. */
export const ReferenceValuesDocumentSchema = Type.Object(
  {
    name: NameSchema,
    description: Type.Optional(Type.String({ maxLength: 2000 })),
    kind: Type.Enum([...appraisalKinds.filter((kind) => kind !== 'software'), ...Object.keys(kindAliases)]),
    release: Type.Optional(Type.String({ maxLength: 200, description: 'of what these are the measurements' })),
    measurements: Type.Record(
      Type.String({ pattern: '^[a-z][a-z0-9_]{0,31}$' }),
      Type.Array(Hex, { minItems: 1, maxItems: 256 }),
      {
        additionalProperties: false,
        minProperties: 1,
        maxProperties: 64,
        description: 'register by its name in the report to its allowed values',
      },
    ),
    valid_from: Type.Optional(Time),
    valid_until: Type.Optional(Time),
    source: Type.String({ minLength: 1, maxLength: 2000, description: 'where the values come from' }),
    signed_by: Type.Optional(Type.String({ maxLength: 500, description: 'who vouches for them; a note, not checked' })),
  },
  { $id: 'ReferenceValuesDocument', additionalProperties: false },
);

export const WriteReferenceValuesSchema = Type.Object(
  { reference_values: ReferenceValuesDocumentSchema, reason: Type.Optional(ReasonSchema) },
  { additionalProperties: false },
);

export const RevokeSchema = Type.Object({ reason: ReasonSchema }, { additionalProperties: false });

const versionMembers = {
  version: VersionSchema,
  sha256: Type.String({ description: '`sha256:<hex>` of the set, JCS' }),
  reference_values: ReferenceValuesDocumentSchema,
  created_at: Type.String({ description: 'of this version' }),
  created_by: Type.String(),
  reason: Type.Union([Type.String(), Type.Null()]),
};

export const ReferenceValuesVersionSchema = Type.Object(versionMembers, { $id: 'ReferenceValuesVersion' });

export const ReferenceValuesSchema = Type.Object(
  {
    id: Type.String(),
    org_id: Type.String(),
    ...versionMembers,
    revision: Type.Integer({ description: 'newest version; the ETag' }),
    state: Type.Enum(['active', 'revoked']),
    revoked_at: Type.Union([Type.String(), Type.Null()]),
    revoked_reason: Type.Union([Type.String(), Type.Null()]),
    passports_revoked: Type.Optional(
      Type.Integer({ description: 'in the answer to a revocation: passports that rested on it' }),
    ),
  },
  { $id: 'ReferenceValues' },
);

export type ReferenceValuesDocument = Static<typeof ReferenceValuesDocumentSchema>;
export type WriteReferenceValues = Static<typeof WriteReferenceValuesSchema>;
export type ReferenceValuesVersion = Static<typeof ReferenceValuesVersionSchema>;
export type ReferenceValues = Static<typeof ReferenceValuesSchema>;

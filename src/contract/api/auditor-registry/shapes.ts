/** Wire shapes of the auditor registry. */

import { catalogCategories } from '@assay/sdk/contract';
import { type Static, Type } from 'typebox';
import { ScopeSchema } from '../../control/scope.ts';
import { pageQuery } from '../page.ts';
import { signatureStates } from '../publishers/states.ts';
import { checkStatuses, labelSources, releaseStatuses, runStatuses } from './states.ts';

const LabelsSchema = Type.Object(
  {
    auditor: Type.Literal('true'),
    schema_version: Type.String(),
    phase: Type.String({ description: 'comma-separated' }),
    interfaces: Type.String({ description: 'comma-separated' }),
  },
  { description: 'Labels `io.vendor.<name>` of the image' },
);

const CheckSchema = Type.Object({
  name: Type.String({
    description:
      '`labels`, `signature`, `vocabulary`, or a check of the contract kit: `contract/<id>` or `advice/<id>`',
  }),
  status: Type.Enum(checkStatuses),
  detail: Type.String({ description: 'Reason why it failed or was skipped, or the finding' }),
});

export const VerificationSchema = Type.Object(
  {
    id: Type.String(),
    registered_auditor_id: Type.String(),
    status: Type.Enum(runStatuses, { description: 'cancelled: the auditor was revoked in the meantime' }),
    url: Type.String(),
    labels_source: Type.Union([Type.Enum(labelSources), Type.Null()], {
      description: 'submitted: the registry of the image could not be read, and the labels of the caller were checked',
    }),
    auditor_id: Type.Union([Type.String(), Type.Null()]),
    checks: Type.Array(CheckSchema),
    started_at: Type.String(),
    started_by: Type.String(),
    ended_at: Type.Union([Type.String(), Type.Null()]),
  },
  { $id: 'AuditorVerification' },
);

export const RegisteredAuditorSchema = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    version: Type.String(),
    description: Type.String(),
    image: Type.String({ description: '`repo@sha256:<hex>`' }),
    labels: LabelsSchema,
    vocabulary_digest: Type.String(),
    category: Type.Enum(catalogCategories),
    publisher_id: Type.Union([Type.String(), Type.Null()]),
    signature: Type.Union([
      Type.Object({
        jws: Type.String(),
        kid: Type.String({ description: 'RFC 7638 thumbprint of the key' }),
        state: Type.Enum(signatureStates, {
          description: 'untrusted: its key or its publisher was removed or suspended',
        }),
      }),
      Type.Null(),
    ]),
    status: Type.Enum(releaseStatuses),
    status_reason: Type.Union([Type.String(), Type.Null()]),
    auditor_id: Type.Union([Type.String(), Type.Null()], { description: 'Id in its vocabulary, once it was verified' }),
    verified_at: Type.Union([Type.String(), Type.Null()]),
    last_verification: Type.Union([Type.String(), Type.Null()], { description: 'Id of the newest verification' }),
    used_in: Type.Optional(Type.Array(ScopeSchema, { description: 'Chains that use it now; absent in lists' })),
    revision: Type.Integer({ description: 'The ETag' }),
    created_at: Type.String(),
    created_by: Type.String(),
    updated_at: Type.String(),
  },
  { $id: 'RegisteredAuditor' },
);

const label = Type.String({ pattern: '^[\\x20-\\x7e]{1,256}$' });
const text = Type.String({ pattern: '^[^\\u0000-\\u0008\\u000b-\\u001f]{0,2000}$' });
const reason = Type.String({ pattern: '^[^\\u0000-\\u001f\\u007f]{1,500}$' });

/** SemVer 2.0.0. */
const semVer =
  '^(0|[1-9]\\d{0,8})\\.(0|[1-9]\\d{0,8})\\.(0|[1-9]\\d{0,8})' +
  '(-(0|[1-9]\\d{0,8}|\\d*[A-Za-z-][0-9A-Za-z-]*)(\\.(0|[1-9]\\d{0,8}|\\d*[A-Za-z-][0-9A-Za-z-]*))*)?' +
  '(\\+[0-9A-Za-z-]+(\\.[0-9A-Za-z-]+)*)?$';

export const RegisterAuditorSchema = Type.Object(
  {
    name: Type.String({ pattern: '^[a-z0-9]+([._/-][a-z0-9]+)*$', maxLength: 128 }),
    version: Type.String({ pattern: semVer, maxLength: 64 }),
    description: Type.Optional(text),
    image: Type.String({ maxLength: 512, description: '`repo@sha256:<hex>`; tags are refused' }),
    labels: Type.Object(
      { auditor: Type.Optional(Type.Literal('true')), schema_version: label, phase: label, interfaces: label },
      { additionalProperties: false },
    ),
    vocabulary_digest: Type.String({ pattern: '^sha256:[0-9a-f]{64}$' }),
    category: Type.Enum(catalogCategories),
    publisher_id: Type.Optional(Type.String({ maxLength: 200 })),
    signature: Type.Optional(Type.String({ maxLength: 16_384, description: 'Release JWS of the publisher' })),
  },
  {
    $id: 'RegisterAuditor',
    additionalProperties: false,
    examples: [
      {
        name: 'tone',
        version: '1.2.0',
        category: 'security',
        image: `registry.example/tone@sha256:${'ab'.repeat(32)}`,
        labels: { schema_version: '2.0', phase: 'request,response', interfaces: 'health,claims,vocabulary' },
        vocabulary_digest: `sha256:${'cd'.repeat(32)}`,
      },
    ],
  },
);

export const VerifyAuditorSchema = Type.Object(
  {
    url: Type.String({ pattern: '^https?://', maxLength: 2_048, description: 'Address where it runs' }),
    labels: Type.Optional(
      Type.Record(Type.String({ maxLength: 256 }), Type.String({ maxLength: 4_096 }), {
        maxProperties: 256,
        description: 'Labels of the image, if the verifier cannot read its registry',
      }),
    ),
  },
  { $id: 'VerifyAuditor', additionalProperties: false, examples: [{ url: 'https://tone.example' }] },
);

export const DeprecateAuditorSchema = Type.Object(
  { reason: Type.Optional(reason) },
  { $id: 'DeprecateAuditor', additionalProperties: false, examples: [{ reason: '1.3.0 finds more' }] },
);
export const RevokeAuditorSchema = Type.Object(
  { reason },
  { $id: 'RevokeAuditor', additionalProperties: false, examples: [{ reason: 'it leaks prompts' }] },
);

export const RegisteredParamsSchema = Type.Object({ id: Type.String({ maxLength: 200 }) });
export const RunParamsSchema = Type.Object({
  id: Type.String({ maxLength: 200 }),
  run_id: Type.String({ maxLength: 200 }),
});
export const RegisteredPageQuerySchema = Type.Object(pageQuery, { additionalProperties: false });
export const RegisteredListQuerySchema = Type.Object(
  {
    ...pageQuery,
    name: Type.Optional(Type.String({ maxLength: 128 })),
    status: Type.Optional(Type.Enum(releaseStatuses)),
    auditor_id: Type.Optional(Type.String({ maxLength: 64 })),
  },
  { additionalProperties: false },
);

export type ReleaseLabels = Static<typeof LabelsSchema>;
export type VerificationCheck = Static<typeof CheckSchema>;
export type VerificationView = Static<typeof VerificationSchema>;
export type RegisteredAuditorView = Static<typeof RegisteredAuditorSchema>;
export type RegisterAuditor = Static<typeof RegisterAuditorSchema>;
export type VerifyAuditor = Static<typeof VerifyAuditorSchema>;
export type RegisteredListQuery = Static<typeof RegisteredListQuerySchema>;

/** Wire shapes of policies. */
import { type Static, Type } from 'typebox';
import { ScopeSchema, scopeLevels } from '../../control/scope.ts';
import { idPattern } from '../../ids.ts';
import { pageQuery } from '../page.ts';
import { maxRecordTextLength, policyNamePattern } from './states.ts';

const VersionNumber = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });
const TextSchema = Type.String({ minLength: 1, maxLength: maxRecordTextLength, description: 'Cedar policies' });
const DescriptionSchema = Type.String({ pattern: '^[^\\u0000-\\u0008\\u000b-\\u001f]{0,2000}$' });
const ReasonSchema = Type.String({ pattern: '^[^\\u0000-\\u0008\\u000b-\\u001f]{1,500}$' });

export const PolicyProblemSchema = Type.Object(
  {
    severity: Type.Union([Type.Literal('error'), Type.Literal('warning'), Type.Literal('note')]),
    code: Type.String({ description: 'Rule of the analysis or of the check that found the problem' }),
    message: Type.String({ description: 'What is wrong and what to do' }),
    policy_id: Type.Optional(Type.String()),
    line: Type.Optional(Type.Integer({ description: 'Line in the text of the record, from 1' })),
    column: Type.Optional(Type.Integer()),
    suggestion: Type.Optional(Type.String()),
    record: Type.Optional(Type.String({ description: 'Name of the record, if several are checked' })),
    level: Type.Optional(Type.String()),
    where: Type.Optional(Type.Array(ScopeSchema, { description: 'Scopes whose chain has the problem' })),
  },
  { $id: 'PolicyProblem' },
);

export const PolicySchema = Type.Object(
  {
    id: Type.String(),
    org_id: Type.String(),
    scope: ScopeSchema,
    name: Type.String({ description: 'Unique in its scope; the id if no name was given' }),
    description: Type.String(),
    origin: Type.Union([Type.Literal('person'), Type.Literal('preset'), Type.Literal('default'), Type.Literal('file')]),
    status: Type.Union([Type.Literal('draft'), Type.Literal('active'), Type.Literal('shadow')], {
      description: 'active: a version is in force; shadow: a version is only tried beside what is active',
    }),
    version: Type.Integer({ description: 'Newest version' }),
    active_version: Type.Union([Type.Integer(), Type.Null()]),
    shadow_version: Type.Union([Type.Integer(), Type.Null()]),
    text: Type.String({ description: 'Text of the newest version' }),
    sha256: Type.String({ description: 'SHA-256 of that text' }),
    problems: Type.Array(PolicyProblemSchema, {
      description:
        'Problems of the newest version when it was saved. `generated_before`: an older release wrote it; apply its preset again',
    }),
    revision: Type.Integer({ description: 'Revision of the record, also its ETag' }),
    created_at: Type.String(),
    created_by: Type.String(),
    updated_at: Type.String(),
  },
  { $id: 'Policy' },
);

export const PolicyVersionSchema = Type.Object(
  {
    version: Type.Integer(),
    text: Type.String(),
    sha256: Type.String(),
    problems: Type.Array(PolicyProblemSchema),
    created_at: Type.String(),
    created_by: Type.String(),
    reason: Type.Union([Type.String(), Type.Null()]),
  },
  { $id: 'PolicyVersion' },
);

const ScopeBodySchema = Type.Object(
  {
    level: Type.Enum(scopeLevels),
    id: Type.String({ pattern: idPattern }),
  },
  { additionalProperties: false, description: 'Organisation, workspace or agent that it applies to' },
);

const exampleText =
  '@id("no-cards")\nforbid (principal, action, resource)\nwhen { context.claims has pii_types && context.claims.pii_types.contains("credit_card") };';

export const CreatePolicySchema = Type.Object(
  {
    scope: ScopeBodySchema,
    name: Type.Optional(Type.String({ pattern: policyNamePattern })),
    description: Type.Optional(DescriptionSchema),
    text: TextSchema,
    reason: Type.Optional(ReasonSchema),
  },
  {
    $id: 'CreatePolicy',
    additionalProperties: false,
    examples: [{ scope: { level: 'workspace', id: 'support' }, name: 'no-cards', text: exampleText }],
  },
);

export const ReplacePolicySchema = Type.Object(
  {
    text: TextSchema,
    description: Type.Optional(DescriptionSchema),
    reason: Type.Optional(ReasonSchema),
  },
  { $id: 'ReplacePolicy', additionalProperties: false, examples: [{ text: exampleText, reason: 'cards too' }] },
);

export const ActivatePolicySchema = Type.Object(
  {
    version: Type.Optional(VersionNumber),
    reason: Type.Optional(ReasonSchema),
  },
  {
    $id: 'ActivatePolicy',
    additionalProperties: false,
    examples: [{ version: 2, reason: 'tried over a week of traffic' }],
  },
);

export const ShadowPolicySchema = Type.Object(
  {
    version: Type.Optional(Type.Union([VersionNumber, Type.Null()], { description: '`null` ends the trial' })),
    reason: Type.Optional(ReasonSchema),
  },
  { $id: 'ShadowPolicy', additionalProperties: false, examples: [{ version: 3 }] },
);

export const DeactivatePolicySchema = Type.Object(
  { reason: Type.Optional(ReasonSchema) },
  { $id: 'DeactivatePolicy', additionalProperties: false, examples: [{ reason: 'replaced by the strict preset' }] },
);

export const ValidateTextSchema = Type.Object(
  { text: TextSchema, scope: ScopeBodySchema },
  {
    $id: 'ValidatePolicyText',
    additionalProperties: false,
    examples: [{ scope: { level: 'workspace', id: 'support' }, text: exampleText }],
  },
);

export const ValidatePolicySchema = Type.Object(
  { version: Type.Optional(VersionNumber), text: Type.Optional(TextSchema) },
  { $id: 'ValidatePolicy', additionalProperties: false, examples: [{ version: 2 }] },
);

export const ValidationSchema = Type.Object(
  {
    valid: Type.Boolean({
      description: 'True: the text is valid for the chain of every scope in which it would apply',
    }),
    can_activate: Type.Boolean({ description: 'True: it is also valid together with the policies in force there' }),
    problems: Type.Array(PolicyProblemSchema),
    policies: Type.Array(
      Type.Object({
        id: Type.String(),
        effect: Type.Union([Type.Literal('permit'), Type.Literal('forbid')]),
        response: Type.Union([Type.String(), Type.Null()]),
        reads: Type.Array(Type.String(), { description: 'Claims that the policy reads; `*` for all' }),
        line: Type.Integer(),
      }),
    ),
    decision_ms: Type.Union([Type.Number(), Type.Null()], {
      description: 'Slowest of the sample decisions, in milliseconds',
    }),
  },
  { $id: 'PolicyValidation' },
);

export const PolicyParamsSchema = Type.Object({ id: Type.String({ maxLength: 200 }) });

export const PolicyListQuerySchema = Type.Object(
  {
    ...pageQuery,
    level: Type.Optional(Type.Enum(scopeLevels)),
    scope_id: Type.Optional(Type.String({ pattern: idPattern })),
    name: Type.Optional(Type.String({ pattern: policyNamePattern })),
    status: Type.Optional(Type.Union([Type.Literal('draft'), Type.Literal('active'), Type.Literal('shadow')])),
  },
  { additionalProperties: false },
);

export type Policy = Static<typeof PolicySchema>;
export type PolicyVersion = Static<typeof PolicyVersionSchema>;
export type PolicyProblem = Static<typeof PolicyProblemSchema>;
export type CreatePolicy = Static<typeof CreatePolicySchema>;
export type ReplacePolicy = Static<typeof ReplacePolicySchema>;
export type ActivatePolicy = Static<typeof ActivatePolicySchema>;
export type ShadowPolicy = Static<typeof ShadowPolicySchema>;
export type Validation = Static<typeof ValidationSchema>;

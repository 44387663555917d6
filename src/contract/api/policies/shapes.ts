/** Wire shapes of policies (platform model 15). */

import { type Static, Type } from 'typebox';
import { pageQuery } from '../../contract/api/page.ts';
import { ScopeSchema, scopeLevels } from '../../contract/control/scope.ts';
import { idPattern } from '../../contract/ids.ts';

/** Names stand in ids of policies, and those in names of claims: a letter first, nothing that needs quoting. */
export const policyNamePattern = '^[A-Za-z][A-Za-z0-9._-]{0,63}$';
/** Longest text of a record; its own rules count in bytes, this bounds what is read at all. */
export const maxRecordTextLength = 256 * 1024;

const VersionNumber = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });
const TextSchema = Type.String({ minLength: 1, maxLength: maxRecordTextLength, description: 'Cedar policies' });
const DescriptionSchema = Type.String({ pattern: '^[^\\u0000-\\u0008\\u000b-\\u001f]{0,2000}$' });
const ReasonSchema = Type.String({ pattern: '^[^\\u0000-\\u0008\\u000b-\\u001f]{1,500}$' });

export const PolicyProblemSchema = Type.Object(
  {
    severity: Type.Union([Type.Literal('error'), Type.Literal('warning'), Type.Literal('note')]),
    /** Which rule of the analysis, or of the check, it is. */
    code: Type.String(),
    message: Type.String({ description: 'what is wrong and what to do' }),
    policy_id: Type.Optional(Type.String()),
    line: Type.Optional(Type.Integer({ description: '1-based, in the text of the record' })),
    column: Type.Optional(Type.Integer()),
    suggestion: Type.Optional(Type.String()),
    record: Type.Optional(Type.String({ description: 'name of the record, where several are looked at' })),
    level: Type.Optional(Type.String()),
    where: Type.Optional(Type.Array(ScopeSchema, { description: 'scopes whose chain it concerns' })),
  },
  { $id: 'PolicyProblem' },
);

export const PolicySchema = Type.Object(
  {
    id: Type.String(),
    org_id: Type.String(),
    scope: ScopeSchema,
    name: Type.String({ description: 'unique in its scope; the id if none was given' }),
    description: Type.String(),
    origin: Type.Union([Type.Literal('person'), Type.Literal('preset'), Type.Literal('default'), Type.Literal('file')]),
    status: Type.Union([Type.Literal('draft'), Type.Literal('active'), Type.Literal('shadow')], {
      description: 'active once a version is in force; shadow while one is only tried beside',
    }),
    version: Type.Integer({ description: 'newest version' }),
    active_version: Type.Union([Type.Integer(), Type.Null()]),
    shadow_version: Type.Union([Type.Integer(), Type.Null()]),
    text: Type.String({ description: 'of the newest version' }),
    sha256: Type.String({ description: 'of that text' }),
    problems: Type.Array(PolicyProblemSchema, {
      description:
        'of the newest version, as it was saved; `generated_before`: an older release wrote it, apply its preset again',
    }),
    revision: Type.Integer({ description: 'the ETag' }),
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
  { additionalProperties: false, description: 'organisation, workspace or agent that it holds for' },
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
  { additionalProperties: false, examples: [{ text: exampleText, reason: 'cards too' }] },
);

export const ActivatePolicySchema = Type.Object(
  {
    version: Type.Optional(VersionNumber),
    reason: Type.Optional(ReasonSchema),
  },
  { additionalProperties: false, examples: [{ version: 2, reason: 'tried over a week of traffic' }] },
);

export const ShadowPolicySchema = Type.Object(
  {
    version: Type.Optional(Type.Union([VersionNumber, Type.Null()], { description: 'null ends the trial' })),
    reason: Type.Optional(ReasonSchema),
  },
  { additionalProperties: false, examples: [{ version: 3 }] },
);

export const DeactivatePolicySchema = Type.Object(
  { reason: Type.Optional(ReasonSchema) },
  { additionalProperties: false, examples: [{ reason: 'replaced by the strict preset' }] },
);

export const ValidateTextSchema = Type.Object(
  { text: TextSchema, scope: ScopeBodySchema },
  { additionalProperties: false, examples: [{ scope: { level: 'workspace', id: 'support' }, text: exampleText }] },
);

export const ValidatePolicySchema = Type.Object(
  { version: Type.Optional(VersionNumber), text: Type.Optional(TextSchema) },
  { additionalProperties: false, examples: [{ version: 2 }] },
);

export const ValidationSchema = Type.Object(
  {
    valid: Type.Boolean({ description: 'sound over the chain of every scope that it would hold in' }),
    can_activate: Type.Boolean({ description: 'and together with what is in force there' }),
    problems: Type.Array(PolicyProblemSchema),
    policies: Type.Array(
      Type.Object({
        id: Type.String(),
        effect: Type.Union([Type.Literal('permit'), Type.Literal('forbid')]),
        response: Type.Union([Type.String(), Type.Null()]),
        reads: Type.Array(Type.String(), { description: 'claims; `*` for all of them' }),
        line: Type.Integer(),
      }),
    ),
    /** Slowest of the sample decisions, in milliseconds. */
    decision_ms: Type.Union([Type.Number(), Type.Null()]),
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

export const PolicyPageQuerySchema = Type.Object(pageQuery, { additionalProperties: false });

export type Policy = Static<typeof PolicySchema>;
export type PolicyVersion = Static<typeof PolicyVersionSchema>;
export type PolicyProblem = Static<typeof PolicyProblemSchema>;
export type CreatePolicy = Static<typeof CreatePolicySchema>;
export type ReplacePolicy = Static<typeof ReplacePolicySchema>;
export type ActivatePolicy = Static<typeof ActivatePolicySchema>;
export type ShadowPolicy = Static<typeof ShadowPolicySchema>;
export type Validation = Static<typeof ValidationSchema>;

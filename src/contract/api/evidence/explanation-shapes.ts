/** Wire shapes of the explanation of one Evidence: the rules that decided, and the meaning of its claims. */
import { ClaimTypeSchema } from '@assay/sdk/contract';
import { type Static, Type } from 'typebox';
import { ScopeSchema } from '../../control/scope.ts';

const Nullable = <T extends ReturnType<typeof Type.String> | ReturnType<typeof Type.Integer>>(schema: T) =>
  Type.Union([schema, Type.Null()]);

const ExplainedReasonSchema = Type.Object({
  id: Type.String({ description: 'As the Evidence names it' }),
  text: Nullable(Type.String({ description: 'The rule as its author wrote it' })),
  effect: Type.Union([Type.Literal('permit'), Type.Literal('forbid'), Type.Null()]),
  source: Type.Union([Type.Literal('record'), Type.Literal('default'), Type.Literal('made'), Type.Literal('unknown')], {
    description:
      'record: a policy of the control plane; default: the generated policy; made: the rule that stands for the permits of an inner scope; unknown: the version is not proven, e.g. because the gateway has a policy file of its own',
  }),
  policy_id: Nullable(Type.String({ description: 'Id of the policy record' })),
  policy_name: Nullable(Type.String()),
  version: Nullable(Type.Integer({ description: 'Version that decided' })),
  line: Nullable(Type.Integer({ description: 'Line in the text of that version, from 1' })),
  scope: Type.Union([ScopeSchema, Type.Null()]),
});

const ExplainedClaimSchema = Type.Object({
  index: Type.Integer({ description: 'Index into claims' }),
  name: Type.String(),
  auditor_id: Nullable(Type.String()),
  auditor: Nullable(Type.String({ description: 'Name in the chain' })),
  phase: Nullable(Type.String()),
  declared: Type.Union(
    [
      Type.Object({
        name: Type.String({ description: 'Name in the vocabulary' }),
        type: ClaimTypeSchema,
        description: Type.String(),
        value_schema: Type.Unknown(),
      }),
      Type.Null(),
    ],
    { description: 'Entry of the vocabulary of the auditor as it is now; null if there is none' },
  ),
});

export const ExplanationSchema = Type.Object(
  {
    evidence_id: Type.String(),
    policy: Type.Object({
      id: Type.String(),
      version: Type.String({ description: 'As the Evidence names it' }),
      proven: Type.Boolean({
        description:
          'True: the text below has the hash that the Evidence names as the version of its policy. It is made from the policies that were active at the configuration revision of the Evidence, or from the generated policy',
      }),
      revision: Nullable(Type.Integer({ description: 'Configuration revision that the Evidence names' })),
      text: Nullable(Type.String({ description: 'The combined text that decided; null if it is not proven' })),
    }),
    reasons: Type.Array(ExplainedReasonSchema),
    claims: Type.Array(ExplainedClaimSchema),
  },
  { $id: 'EvidenceExplanation' },
);

export type Explanation = Static<typeof ExplanationSchema>;
export type ExplainedReason = Static<typeof ExplainedReasonSchema>;
export type ExplainedClaim = Static<typeof ExplainedClaimSchema>;

/** Shapes of policies, their validation and their replays, with the members that the CLI shows. */
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { NullableInteger, NullableText, pageOf, ScopeShape } from './wire-page.ts';

const ProblemShape = Type.Object({
  severity: Type.String(),
  code: Type.String(),
  message: Type.String(),
  policy_id: Type.Optional(Type.String()),
  line: Type.Optional(Type.Integer()),
  column: Type.Optional(Type.Integer()),
  suggestion: Type.Optional(Type.String()),
  record: Type.Optional(Type.String()),
  level: Type.Optional(Type.String()),
  where: Type.Optional(Type.Array(ScopeShape)),
});

const PolicyShape = Type.Object({
  id: Type.String(),
  scope: ScopeShape,
  name: Type.String(),
  description: Type.String(),
  origin: Type.String(),
  status: Type.String(),
  version: Type.Integer(),
  active_version: NullableInteger,
  shadow_version: NullableInteger,
  text: Type.String(),
  sha256: Type.String(),
  problems: Type.Array(ProblemShape),
  revision: Type.Integer(),
  created_at: Type.String(),
  created_by: Type.String(),
  updated_at: Type.String(),
});

const VersionShape = Type.Object({
  version: Type.Integer(),
  text: Type.String(),
  sha256: Type.String(),
  problems: Type.Array(ProblemShape),
  created_at: Type.String(),
  created_by: Type.String(),
  reason: NullableText,
});

const ValidationShape = Type.Object({
  valid: Type.Boolean(),
  can_activate: Type.Boolean(),
  problems: Type.Array(ProblemShape),
  policies: Type.Array(
    Type.Object({
      id: Type.String(),
      effect: Type.String(),
      response: NullableText,
      reads: Type.Array(Type.String()),
      line: Type.Integer(),
    }),
  ),
  decision_ms: Type.Union([Type.Number(), Type.Null()]),
});

const RecordRefShape = Type.Object({ id: Type.String(), name: Type.String(), version: Type.Integer() });

const EffectiveShape = Type.Object({
  agent_id: Type.String(),
  workspace_id: Type.String(),
  policy_id: NullableText,
  policy_version: NullableText,
  text: NullableText,
  default_policy: Type.Boolean(),
  levels: Type.Array(
    Type.Object({
      scope: ScopeShape,
      part: Type.String(),
      permits: Type.Integer(),
      forbids: Type.Integer(),
      policies: Type.Array(RecordRefShape),
    }),
  ),
  shadow: Type.Array(Type.Object({ ...RecordRefShape.properties, scope: ScopeShape })),
  chain: Type.Array(Type.Object({ name: Type.String(), auditor_id: Type.String(), phases: Type.Array(Type.String()) })),
  problems: Type.Array(ProblemShape),
});

/** Problems that a refusal carries beside its text. */
const RefusalShape = Type.Object({
  problems: Type.Optional(Type.Array(ProblemShape)),
  places: Type.Optional(Type.Array(Type.Object({ scope: ScopeShape, problems: Type.Array(ProblemShape) }))),
});

export const policy = Compile(PolicyShape);
export const policyPage = Compile(pageOf(PolicyShape));
export const policyVersionPage = Compile(pageOf(VersionShape));
export const validation = Compile(ValidationShape);
export const effectivePolicy = Compile(EffectiveShape);
export const policyRefusal = Compile(RefusalShape);

export type Policy = Type.Static<typeof PolicyShape>;
export type PolicyVersion = Type.Static<typeof VersionShape>;
export type PolicyProblem = Type.Static<typeof ProblemShape>;
export type Validation = Type.Static<typeof ValidationShape>;
export type EffectivePolicy = Type.Static<typeof EffectiveShape>;

/** Wire shapes of what holds for an agent, and of what an editor completes from. */
import { type Static, Type } from 'typebox';
import { ScopeSchema } from '../../contract/control/scope.ts';
import { idPattern } from '../../contract/ids.ts';
import { PolicyProblemSchema } from './schema.ts';

const RecordRefSchema = Type.Object({ id: Type.String(), name: Type.String(), version: Type.Integer() });
const Nullable = <T extends ReturnType<typeof Type.String>>(schema: T) => Type.Union([schema, Type.Null()]);

export const EffectivePolicySchema = Type.Object(
  {
    agent_id: Type.String(),
    workspace_id: Type.String(),
    policy_id: Nullable(Type.String({ description: 'as decisions and Evidence name it' })),
    policy_version: Nullable(Type.String({ description: 'sha256 of the text, as Evidence names it' })),
    schema_hash: Nullable(Type.String()),
    text: Nullable(Type.String({ description: 'the combined text; null while only the gateway has a policy' })),
    default_policy: Type.Boolean({
      description:
        'no policy of the control plane permits anything, so the generated policy of the gateway holds below them',
    }),
    levels: Type.Array(
      Type.Object({
        scope: ScopeSchema,
        part: Type.Union([Type.Literal('permits'), Type.Literal('tightens'), Type.Literal('forbids')], {
          description: 'permits: says what may pass; tightens: its permits must hold too; forbids: it only forbids',
        }),
        permits: Type.Integer(),
        forbids: Type.Integer(),
        policies: Type.Array(RecordRefSchema),
      }),
    ),
    shadow: Type.Array(Type.Object({ ...RecordRefSchema.properties, scope: ScopeSchema })),
    chain: Type.Array(
      Type.Object({ name: Type.String(), auditor_id: Type.String(), phases: Type.Array(Type.String()) }),
    ),
    problems: Type.Array(PolicyProblemSchema),
  },
  { $id: 'EffectivePolicy' },
);

const TypedName = { name: Type.String(), type: Type.String() };

export const CompletionsSchema = Type.Object(
  {
    scope: ScopeSchema,
    schema_hash: Type.String(),
    claims: Type.Array(
      Type.Object({
        ...TypedName,
        cedar_type: Type.String(),
        description: Type.String(),
        auditor_id: Type.String(),
        auditor: Type.String({ description: 'name of the chain item' }),
        phases: Type.Array(Type.String()),
        read: Type.String({ description: 'how a policy reads it, with its guard' }),
        may_be_absent: Type.Boolean(),
        members: Type.Array(Type.Object(TypedName)),
        settings: Type.Array(
          Type.Object(
            { key: Type.String(), type: Type.String(), default: Type.Unknown() },
            {
              description: 'keys that @detection takes for this claim',
            },
          ),
        ),
      }),
    ),
    settings: Type.Array(
      Type.Object({
        name: Type.String({ description: "the auditor's id and the name that the cascade has for the setting" }),
        auditor_id: Type.String(),
        claim: Type.Optional(Type.String({ description: 'absent for a setting of the auditor itself' })),
        cedar_type: Type.String(),
        default: Type.Unknown(),
        read: Type.String({ description: 'how a policy reads it, with its guard where it may be unset' }),
        optional: Type.Boolean(),
      }),
      { description: 'effective settings of the agent that a request belongs to' },
    ),
    context: Type.Array(Type.Object({ ...TypedName, optional: Type.Boolean(), description: Type.String() })),
    entities: Type.Array(
      Type.Object({
        name: Type.String(),
        parents: Type.Array(Type.String()),
        attributes: Type.Array(Type.Object(TypedName)),
      }),
    ),
    actions: Type.Array(
      Type.Object({
        name: Type.String(),
        principals: Type.Array(Type.String()),
        resources: Type.Array(Type.String()),
        phases: Type.Array(Type.String(), { description: 'phases in which gateways ask for it' }),
      }),
    ),
    annotations: Type.Array(
      Type.Object({
        name: Type.String(),
        on: Type.Array(Type.String()),
        description: Type.String(),
        values: Type.Array(Type.String(), { description: 'empty: free text' }),
      }),
    ),
    snippets: Type.Array(Type.Object({ label: Type.String(), description: Type.String(), text: Type.String() })),
  },
  { $id: 'PolicyCompletions' },
);

const Id = Type.String({ pattern: idPattern });
export const EffectivePolicyQuerySchema = Type.Object({ agent_id: Id }, { additionalProperties: false });
export const CompletionsQuerySchema = Type.Object(
  { workspace_id: Type.Optional(Id), agent_id: Type.Optional(Id) },
  { additionalProperties: false },
);

export type EffectivePolicy = Static<typeof EffectivePolicySchema>;
export type Completions = Static<typeof CompletionsSchema>;

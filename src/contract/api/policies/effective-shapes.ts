/** Wire shapes of the policies in force for an agent, and of completions for editors. */
import { type Static, Type } from 'typebox';
import { ScopeSchema } from '../../control/scope.ts';
import { idPattern } from '../../ids.ts';
import { PolicyProblemSchema } from './shapes.ts';

const RecordRefSchema = Type.Object({ id: Type.String(), name: Type.String(), version: Type.Integer() });
const Nullable = <T extends ReturnType<typeof Type.String>>(schema: T) => Type.Union([schema, Type.Null()]);

export const EffectivePolicySchema = Type.Object(
  {
    agent_id: Type.String(),
    workspace_id: Type.String(),
    policy_id: Nullable(Type.String({ description: 'Id in decisions and Evidence' })),
    policy_version: Nullable(Type.String({ description: 'SHA-256 of the text, as in Evidence' })),
    schema_hash: Nullable(Type.String()),
    text: Nullable(Type.String({ description: 'The combined text; null while only the gateway has a policy' })),
    default_policy: Type.Boolean({
      description:
        'True: no policy of the control plane permits anything, so the generated policy of the gateway applies below them',
    }),
    levels: Type.Array(
      Type.Object({
        scope: ScopeSchema,
        part: Type.Union([Type.Literal('permits'), Type.Literal('tightens'), Type.Literal('forbids')], {
          description:
            'permits: its permits allow requests; tightens: its permits must match as well; forbids: it only forbids',
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
        auditor: Type.String({ description: 'Name of the chain item' }),
        phases: Type.Array(Type.String()),
        read: Type.String({ description: 'Expression that reads it in a policy, with its guard' }),
        may_be_absent: Type.Boolean(),
        members: Type.Array(Type.Object(TypedName)),
        settings: Type.Array(
          Type.Object(
            { key: Type.String(), type: Type.String(), default: Type.Unknown() },
            {
              description: 'Keys that @detection takes for this claim',
            },
          ),
        ),
      }),
    ),
    settings: Type.Array(
      Type.Object({
        name: Type.String({ description: "Id of the auditor and the setting's full name" }),
        auditor_id: Type.String(),
        claim: Type.Optional(Type.String({ description: 'Absent for a setting of the auditor itself' })),
        cedar_type: Type.String(),
        default: Type.Unknown(),
        read: Type.String({ description: 'Expression that reads it in a policy, with its guard if it may be unset' }),
        optional: Type.Boolean(),
      }),
      { description: 'Effective settings of the agent that sends the request' },
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
        phases: Type.Array(Type.String(), { description: 'Phases in which gateways ask for this action' }),
      }),
    ),
    annotations: Type.Array(
      Type.Object({
        name: Type.String(),
        on: Type.Array(Type.String()),
        description: Type.String(),
        values: Type.Array(Type.String(), { description: 'Values that it takes; empty for free text' }),
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

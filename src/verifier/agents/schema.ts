/** Wire shapes of agents (platform model 2, the members that exist so far). */
import { type Static, Type } from 'typebox';
import { AuditModeSchema } from '../../contract/evidence.ts';
import { pageQuery } from '../../platform/http/page.ts';
import { spiffeSafePattern } from '../tenancy.ts';

const AgentIdSchema = Type.String({ pattern: spiffeSafePattern });
const NameSchema = Type.String({ pattern: '^[^\\u0000-\\u001f]{1,200}$' });
const TimeSchema = Type.String({
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(?:\\.\\d{1,9})?(?:Z|[+-]\\d{2}:\\d{2})$',
});
const orNull = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T, description: string) =>
  Type.Union([schema, Type.Null()], { description });
const StoredTextSchema = Type.Union([Type.String(), Type.Null()]);

export const AgentSchema = Type.Object(
  {
    id: Type.String(),
    org_id: Type.String(),
    workspace_id: Type.String(),
    name: Type.String(),
    model_id: Type.Union([Type.String(), Type.Null()], { description: 'the model it is meant for' }),
    spiffe_id: Type.String(),
    audit_mode: AuditModeSchema,
    audit_mode_until: Type.Union([Type.String(), Type.Null()], {
      description: 'end of observe mode: from then on the agent is enforced again; null without one',
    }),
    audit_mode_reason: StoredTextSchema,
    audit_mode_by: StoredTextSchema,
    status: Type.Literal('active'),
    implicit: Type.Boolean({ description: 'true: known only because evidence names it, nobody registered it' }),
    public_passports: Type.Boolean({ description: 'strangers may read its passports by their ids' }),
    revision: Type.Integer({ description: 'the ETag' }),
    created_at: Type.String(),
    updated_at: Type.String(),
  },
  { $id: 'Agent' },
);

const ModelIdSchema = Type.String({ pattern: '^[^\\u0000-\\u001f]{1,200}$' });

export const CreateAgentSchema = Type.Object(
  {
    name: Type.Optional(NameSchema),
    id: Type.Optional(AgentIdSchema),
    workspace_id: Type.Optional(AgentIdSchema),
    model_id: Type.Optional(orNull(ModelIdSchema, 'the model it is meant for')),
  },
  {
    additionalProperties: false,
    examples: [{ id: 'billing-bot', name: 'Billing bot', workspace_id: 'support', model_id: 'gpt-5' }],
  },
);

const auditModeMembers = {
  audit_mode: Type.Optional(AuditModeSchema),
  audit_mode_until: Type.Optional(
    orNull(TimeSchema, 'observe needs it: a time at most 7 days away, or null for no end at all'),
  ),
  audit_mode_reason: Type.Optional(orNull(Type.String({ pattern: '^[^\\u0000-\\u001f]{1,500}$' }), 'observe needs it')),
};

export const UpdateAgentSchema = Type.Object(
  {
    name: Type.Optional(NameSchema),
    model_id: Type.Optional(orNull(ModelIdSchema, 'the model it is meant for')),
    ...auditModeMembers,
    public_passports: Type.Optional(Type.Boolean()),
  },
  {
    additionalProperties: false,
    minProperties: 1,
    examples: [{ audit_mode: 'observe', audit_mode_until: '2026-11-22T18:00:00Z', audit_mode_reason: 'incident 42' }],
  },
);

export const AgentListQuerySchema = Type.Object(
  { ...pageQuery, workspace_id: Type.Optional(AgentIdSchema) },
  { additionalProperties: false },
);
export const AgentHistoryQuerySchema = Type.Object(pageQuery, { additionalProperties: false });

export const AgentParamsSchema = Type.Object({ id: Type.String({ maxLength: 200 }) });

export type Agent = Static<typeof AgentSchema>;
export type UpdateAgent = Static<typeof UpdateAgentSchema>;
export type CreateAgent = Static<typeof CreateAgentSchema>;

/** An agent as a file names it: what is left out stays as it is. */
export type PutAgent = Omit<UpdateAgent, 'public_passports'> & { readonly id: string; readonly workspace_id: string };

/** Wire shapes of agents (platform model 2, the members that exist so far). */
import { type Static, Type } from 'typebox';
import { AuditModeSchema } from '../../contract/evidence.ts';
import { pageQuery } from '../../platform/http/page.ts';
import { spiffeSafePattern } from '../tenancy.ts';

const AgentIdSchema = Type.String({ pattern: spiffeSafePattern });

export const AgentSchema = Type.Object(
  {
    id: Type.String(),
    org_id: Type.String(),
    workspace_id: Type.String(),
    name: Type.String(),
    spiffe_id: Type.String(),
    audit_mode: AuditModeSchema,
    status: Type.Literal('active'),
    implicit: Type.Boolean({ description: 'true: known only because evidence names it, nobody registered it' }),
    public_passports: Type.Boolean({ description: 'strangers may read its passports by their ids' }),
    revision: Type.Integer({ description: 'the ETag' }),
    created_at: Type.String(),
    updated_at: Type.String(),
  },
  { $id: 'Agent' },
);

export const CreateAgentSchema = Type.Object(
  {
    name: Type.Optional(Type.String({ pattern: '^[^\\u0000-\\u001f]{1,200}$' })),
    id: Type.Optional(AgentIdSchema),
    workspace_id: Type.Optional(AgentIdSchema),
  },
  { additionalProperties: false },
);

export const UpdateAgentSchema = Type.Object({ public_passports: Type.Boolean() }, { additionalProperties: false });

export const AgentListQuerySchema = Type.Object(
  { ...pageQuery, workspace_id: Type.Optional(AgentIdSchema) },
  { additionalProperties: false },
);

export const AgentParamsSchema = Type.Object({ id: Type.String({ maxLength: 200 }) });

export type Agent = Static<typeof AgentSchema>;
export type UpdateAgent = Static<typeof UpdateAgentSchema>;
export type CreateAgent = Static<typeof CreateAgentSchema>;

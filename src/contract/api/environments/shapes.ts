/** Wire shapes of `/v1/environments`. */
import { type Static, Type } from 'typebox';
import { idPattern } from '../../ids.ts';
import { agentStatuses, deploymentTypes } from '../agents/states.ts';
import { pageQuery } from '../page.ts';

const EnvironmentAgentSchema = Type.Object({
  name: Type.String({ description: 'The id of the agent' }),
  model: Type.Union([Type.Object({ id: Type.String() }), Type.Null()], {
    description: 'The present model of the agent; null if it names none, or is no longer registered',
  }),
  status: Type.Union([Type.Enum(agentStatuses), Type.Null()], {
    description: 'The present state of the agent; null if it is no longer registered in this workspace',
  }),
});

export const EnvironmentSchema = Type.Object(
  {
    id: Type.String({ description: 'The name in the document; the id of the workspace if the document has none' }),
    org_id: Type.String(),
    workspace_id: Type.String(),
    deployment_type: Type.Enum(deploymentTypes, { description: '`model` provisions model plus auditors' }),
    agents: Type.Array(EnvironmentAgentSchema, { description: 'By name' }),
    revision: Type.Integer({ description: 'The ETag' }),
    created_at: Type.String(),
    created_by: Type.String(),
    updated_at: Type.String(),
  },
  { $id: 'Environment' },
);

export const EnvironmentListQuerySchema = Type.Object(
  { ...pageQuery, workspace_id: Type.Optional(Type.String({ pattern: idPattern })) },
  { additionalProperties: false },
);

export const EnvironmentParamsSchema = Type.Object({ id: Type.String({ maxLength: 200 }) });

export type Environment = Static<typeof EnvironmentSchema>;

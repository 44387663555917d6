/** Wire shapes of organisations and workspaces. */
import { type Static, Type } from 'typebox';
import { AuditorChainSchema, ChainItemSchema } from '../../control/chain.ts';
import { modelUses } from '../../control/config-bundle.ts';
import { idPattern } from '../../ids.ts';

const IdSchema = Type.String({ pattern: idPattern });
const NameSchema = Type.String({ pattern: '^[^\\u0000-\\u001f]{1,200}$' });
const DescriptionSchema = Type.String({ pattern: '^[^\\u0000-\\u0008\\u000b-\\u001f]{0,2000}$' });

export const ScopeChainSchema = Type.Object(
  {
    items: Type.Optional(
      Type.Array(ChainItemSchema, {
        minItems: 1,
        maxItems: 64,
        description: 'Instances of auditors with their positions, in order',
      }),
    ),
    auditorChain: Type.Optional(AuditorChainSchema),
  },
  { additionalProperties: false, description: 'Auditors that are asked; missing members are inherited' },
);

const members = {
  name: Type.String(),
  description: Type.String(),
  chain: ScopeChainSchema,
  revision: Type.Integer({ description: 'Revision of the record, also its ETag' }),
  created_at: Type.String(),
  created_by: Type.String(),
  updated_at: Type.String(),
};

const organizationSettings = {
  agent_approval: Type.Boolean({
    description: 'True: a registered agent waits until another person approves it',
  }),
  workflow_approval: Type.Boolean({
    description: 'True: a deployed workflow waits until another person approves it',
  }),
  model_use: Type.Enum(modelUses, {
    description:
      'Models that gateways allow. any: all that are not revoked; registered: those of the model registry; ' +
      'approved: those of the model registry that somebody approved',
  }),
};
const workspaceSettings = {
  console_values: Type.Boolean({
    description: 'True: events of its agents may have claim values that are text, and previews; otherwise only hashes',
  }),
};

export const OrganizationSchema = Type.Object(
  { id: Type.String(), ...members, ...organizationSettings },
  { $id: 'Organization' },
);
export const WorkspaceSchema = Type.Object(
  { id: Type.String(), org_id: Type.String(), ...members, ...workspaceSettings },
  { $id: 'Workspace' },
);

const exampleChain = {
  auditorChain: {
    preRequest: [{ auditorId: 'injection' }, { auditorId: 'pii' }],
    postResponse: [{ auditorId: 'toxicity' }],
  },
};

export const CreateScopeSchema = Type.Object(
  {
    id: Type.Optional(IdSchema),
    name: Type.Optional(NameSchema),
    description: Type.Optional(DescriptionSchema),
    chain: Type.Optional(ScopeChainSchema),
    ...Type.Partial(Type.Object(workspaceSettings)).properties,
  },
  {
    $id: 'CreateWorkspace',
    additionalProperties: false,
    examples: [{ id: 'support', name: 'Support', chain: exampleChain }],
  },
);

export const UpdateScopeSchema = Type.Object(
  {
    name: Type.Optional(NameSchema),
    description: Type.Optional(DescriptionSchema),
    chain: Type.Optional(ScopeChainSchema),
    ...Type.Partial(Type.Object(workspaceSettings)).properties,
  },
  {
    $id: 'UpdateWorkspace',
    additionalProperties: false,
    minProperties: 1,
    examples: [{ description: 'Second line', chain: exampleChain }],
  },
);

/** Lower case only, because the id is a part of the organisation's trust domain (decisions/0012). */
const OrganizationIdSchema = Type.String({ pattern: '^[a-z0-9][a-z0-9._-]{0,127}$' });
const ownMembers = Type.Partial(Type.Object(organizationSettings)).properties;

export const CreateOrganizationSchema = Type.Object(
  {
    id: Type.Optional(OrganizationIdSchema),
    name: Type.Optional(NameSchema),
    description: Type.Optional(DescriptionSchema),
    chain: Type.Optional(ScopeChainSchema),
    ...ownMembers,
  },
  {
    $id: 'CreateOrganization',
    additionalProperties: false,
    examples: [{ id: 'acme', name: 'Acme', agent_approval: true }],
  },
);

export const UpdateOrganizationSchema = Type.Object(
  {
    name: Type.Optional(NameSchema),
    description: Type.Optional(DescriptionSchema),
    chain: Type.Optional(ScopeChainSchema),
    ...ownMembers,
  },
  { $id: 'UpdateOrganization', additionalProperties: false, minProperties: 1, examples: [{ agent_approval: true }] },
);

export const ScopeParamsSchema = Type.Object({ id: Type.String({ maxLength: 200 }) });

export type Organization = Static<typeof OrganizationSchema>;
export type Workspace = Static<typeof WorkspaceSchema>;
export type CreateScope = Static<typeof CreateScopeSchema>;
export type UpdateScope = Static<typeof UpdateScopeSchema>;
export type CreateOrganization = Static<typeof CreateOrganizationSchema>;
export type UpdateOrganization = Static<typeof UpdateOrganizationSchema>;

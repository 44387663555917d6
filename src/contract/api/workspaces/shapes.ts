/** Wire shapes of organisations and workspaces (platform model 15). */

import { type Static, Type } from 'typebox';
import { pageQuery } from '../../contract/api/page.ts';
import { AuditorChainSchema, ChainItemSchema } from '../../contract/control/chain.ts';
import { modelUses } from '../../contract/control/config-bundle.ts';
import { idPattern } from '../../contract/ids.ts';

const IdSchema = Type.String({ pattern: idPattern });
const NameSchema = Type.String({ pattern: '^[^\\u0000-\\u001f]{1,200}$' });
const DescriptionSchema = Type.String({ pattern: '^[^\\u0000-\\u0008\\u000b-\\u001f]{0,2000}$' });

export const ScopeChainSchema = Type.Object(
  {
    items: Type.Optional(
      Type.Array(ChainItemSchema, { minItems: 1, maxItems: 64, description: 'instances with their places, in order' }),
    ),
    auditorChain: Type.Optional(AuditorChainSchema),
  },
  { additionalProperties: false, description: 'which auditors are asked; what it leaves out is inherited' },
);

const members = {
  name: Type.String(),
  description: Type.String(),
  chain: ScopeChainSchema,
  revision: Type.Integer({ description: 'the ETag' }),
  created_at: Type.String(),
  created_by: Type.String(),
  updated_at: Type.String(),
};

const organizationSettings = {
  agent_approval: Type.Boolean({
    description: 'true: an agent that somebody registers waits until somebody else approves it',
  }),
  workflow_approval: Type.Boolean({
    description: 'true: a workflow that somebody deploys waits until somebody else approves it',
  }),
  model_use: Type.Enum(modelUses, {
    description:
      'which models gateways let through: any that is not revoked; registered: only those of the model registry; ' +
      'approved: only those of them that somebody approved',
  }),
};
const workspaceSettings = {
  console_values: Type.Boolean({
    description: 'true: events of its agents may hold claim values that are text, and previews; hashes alone otherwise',
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
  { additionalProperties: false, examples: [{ id: 'support', name: 'Support', chain: exampleChain }] },
);

export const UpdateScopeSchema = Type.Object(
  {
    name: Type.Optional(NameSchema),
    description: Type.Optional(DescriptionSchema),
    chain: Type.Optional(ScopeChainSchema),
    ...Type.Partial(Type.Object(workspaceSettings)).properties,
  },
  { additionalProperties: false, minProperties: 1, examples: [{ description: 'Second line', chain: exampleChain }] },
);

/** Organisations have trust domains of their own, which are written in lower case (decisions/0012). */
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
  { additionalProperties: false, examples: [{ id: 'acme', name: 'Acme', agent_approval: true }] },
);

export const UpdateOrganizationSchema = Type.Object(
  {
    name: Type.Optional(NameSchema),
    description: Type.Optional(DescriptionSchema),
    chain: Type.Optional(ScopeChainSchema),
    ...ownMembers,
  },
  { additionalProperties: false, minProperties: 1, examples: [{ agent_approval: true }] },
);

export const ScopeParamsSchema = Type.Object({ id: Type.String({ maxLength: 200 }) });
export const ScopeListQuerySchema = Type.Object(pageQuery, { additionalProperties: false });

export type Organization = Static<typeof OrganizationSchema>;
export type Workspace = Static<typeof WorkspaceSchema>;
export type CreateScope = Static<typeof CreateScopeSchema>;
export type UpdateScope = Static<typeof UpdateScopeSchema>;
export type CreateOrganization = Static<typeof CreateOrganizationSchema>;
export type UpdateOrganization = Static<typeof UpdateOrganizationSchema>;

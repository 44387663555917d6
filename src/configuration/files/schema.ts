/**
 * Shapes of declarative documents: workspaces and environments (contract 2.10), chain manifests (2.9). Anything else
 * is refused.
 */
import { manifests } from '@assay/sdk/contract';
import { type Static, Type } from 'typebox';
import { fileLimits } from '../../contract/api/apply/limits.ts';
import { AuditorChainSchema, chainFileMembers } from '../../contract/control/chain.ts';
import { SettingEntrySchema } from '../../contract/control/setting.ts';
import { idPattern } from '../../contract/ids.ts';

const strict = { additionalProperties: false } as const;
const idText = 'letters, digits, dots, dashes and underscores: at most 128, the first a letter or a digit';

const WorkspaceIdSchema = Type.String({ pattern: idPattern, description: `the id of a workspace: ${idText}` });
const AgentIdSchema = Type.String({ pattern: idPattern, description: `the id of an agent: ${idText}` });

const ModelSchema = Type.Object(
  {
    id: Type.String({
      pattern: '^[^\\u0000-\\u001f]{1,200}$',
      description: 'name of the model as its API knows it: 1 to 200 characters, none of them a control character',
    }),
  },
  strict,
);

/** Auditor → setting → value. A setting of one claim is `<claim>.<key>`; the bare key suffices if only one claim has it. */
export const AuditorSettingsSchema = Type.Record(
  Type.String({ pattern: '^[a-z][a-z0-9_-]{0,63}$' }),
  Type.Record(
    Type.String({ pattern: '^[A-Za-z][A-Za-z0-9_]{0,63}(?:\\.[A-Za-z][A-Za-z0-9_]{0,63})?$' }),
    SettingEntrySchema,
    { ...strict, maxProperties: 256, description: 'setting → {value, enforced}' },
  ),
  { ...strict, maxProperties: 64, description: 'id of an auditor → its settings' },
);

const apiVersion = Type.Literal(manifests.apiVersion);

export const WorkspaceDocumentSchema = Type.Object(
  {
    apiVersion,
    kind: Type.Literal(manifests.workspaceKind),
    metadata: Type.Object({ name: WorkspaceIdSchema }, strict),
    spec: Type.Object(
      {
        defaults: Type.Optional(
          Type.Object(
            {
              auditorChain: Type.Optional(AuditorChainSchema),
              auditorSettings: Type.Optional(AuditorSettingsSchema),
            },
            { ...strict, description: 'settings of every agent of the workspace' },
          ),
        ),
        agents: Type.Optional(
          Type.Array(
            Type.Object(
              {
                name: AgentIdSchema,
                model: Type.Optional(ModelSchema),
                auditorSettings: Type.Optional(AuditorSettingsSchema),
              },
              strict,
            ),
            { maxItems: fileLimits.agents },
          ),
        ),
      },
      strict,
    ),
  },
  { ...strict, $id: manifests.workspaceKind, description: 'A workspace: its auditors, their settings, its agents' },
);

/** What an environment provisions. */
export const deploymentTypes = ['full', 'model', 'app', 'bridge'] as const;

export const EnvironmentDocumentSchema = Type.Object(
  {
    apiVersion,
    kind: Type.Literal(manifests.environmentKind),
    metadata: Type.Optional(
      Type.Object(
        {
          name: Type.Optional(
            Type.String({
              pattern: '^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$',
              description: 'name of the environment: lower-case letters, digits and dashes, at most 63',
            }),
          ),
          workspace: Type.Optional(WorkspaceIdSchema),
        },
        strict,
      ),
    ),
    spec: Type.Object(
      {
        deployment_type: Type.Enum(deploymentTypes, { description: '`model` provisions model plus auditors' }),
        agents: Type.Array(Type.Object({ name: AgentIdSchema, model: ModelSchema }, strict), {
          minItems: 1,
          maxItems: fileLimits.agents,
        }),
      },
      strict,
    ),
  },
  { ...strict, $id: manifests.environmentKind, description: 'An environment: its agents and their models' },
);

/** The contract's manifest has `chain` only. `metadata.workspace` is for files of several scopes. */
export const ChainDocumentSchema = Type.Object(
  {
    metadata: Type.Optional(Type.Object({ workspace: WorkspaceIdSchema }, strict)),
    ...chainFileMembers,
  },
  {
    ...strict,
    $id: 'AuditorChainManifest',
    description: 'The instances of auditors, with their places, in their order',
  },
);

export type WorkspaceDocument = Static<typeof WorkspaceDocumentSchema>;
export type EnvironmentDocument = Static<typeof EnvironmentDocumentSchema>;
export type ChainDocument = Static<typeof ChainDocumentSchema>;
export type AuditorSettingsMap = Static<typeof AuditorSettingsSchema>;

/** A checked document with its kind. */
export type ConfigDocument =
  | { readonly type: 'workspace'; readonly value: WorkspaceDocument }
  | { readonly type: 'environment'; readonly value: EnvironmentDocument }
  | { readonly type: 'chain'; readonly value: ChainDocument };

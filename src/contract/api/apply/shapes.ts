/** What declarative files are sent as (platform model 15: `POST /v1/apply`). */
import { type Static, Type } from 'typebox';
import { fileLimits } from '../../configuration/files/limits.ts';
import { idPattern } from '../../contract/ids.ts';

export const ApplyBodySchema = Type.Object(
  {
    documents: Type.Array(Type.Unknown(), {
      minItems: 1,
      maxItems: fileLimits.documents,
      description: 'VendorWorkspace, VendorEnvironment (contract 2.10) and chain manifests (2.9)',
    }),
    workspace: Type.Optional(
      Type.String({
        pattern: idPattern,
        description: 'where chain manifests and environments go that name none; else the organisation, and `default`',
      }),
    ),
  },
  {
    additionalProperties: false,
    examples: [
      {
        documents: [
          {
            apiVersion: 'vendor.io/v1alpha1',
            kind: 'VendorWorkspace',
            metadata: { name: 'support' },
            spec: {
              defaults: {
                auditorSettings: { injection: { 'injection_risk.threshold': { value: 0.7, enforced: true } } },
              },
              agents: [{ name: 'helpdesk', model: { id: 'gpt-4o' } }],
            },
          },
        ],
      },
    ],
  },
);

/** Switches are words in a query. */
const SwitchSchema = (description: string) => Type.Optional(Type.Enum(['true', 'false'], { description }));

export const ApplyQuerySchema = Type.Object(
  {
    dry_run: SwitchSchema('true: the same answer, and nothing is changed'),
    prune: SwitchSchema('true: what a VendorWorkspace does not mention of its workspace is taken away'),
  },
  { additionalProperties: false },
);

export const ExportQuerySchema = Type.Object(
  { workspace_id: Type.Optional(Type.String({ pattern: idPattern })) },
  { additionalProperties: false },
);

export type ApplyBody = Static<typeof ApplyBodySchema>;

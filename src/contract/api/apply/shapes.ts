/** Wire shapes of declarative files. */
import { type Static, Type } from 'typebox';
import { idPattern } from '../../ids.ts';
import { fileLimits } from './limits.ts';

export const ApplyBodySchema = Type.Object(
  {
    documents: Type.Array(Type.Unknown(), {
      minItems: 1,
      maxItems: fileLimits.documents,
      description: 'VendorWorkspace and VendorEnvironment documents, and chain manifests',
    }),
    workspace: Type.Optional(
      Type.String({
        pattern: idPattern,
        description:
          'Workspace of chain manifests and environments that name none. If absent: the organisation for manifests, `default` for environments',
      }),
    ),
  },
  {
    $id: 'ApplyDocuments',
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

const SwitchSchema = (description: string) => Type.Optional(Type.Enum(['true', 'false'], { description }));

export const ApplyQuerySchema = Type.Object(
  {
    dry_run: SwitchSchema('true: gives the same answer and changes nothing'),
    prune: SwitchSchema('true: removes everything of a workspace that its VendorWorkspace document does not mention'),
  },
  { additionalProperties: false },
);

export const ExportQuerySchema = Type.Object(
  { workspace_id: Type.Optional(Type.String({ pattern: idPattern })) },
  { additionalProperties: false },
);

export type ApplyBody = Static<typeof ApplyBodySchema>;

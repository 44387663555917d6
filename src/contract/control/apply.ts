/** The verifier's answer to declarative files, for the command line and for automation. */
import { type Static, Type } from 'typebox';
import { ScopeSchema } from './scope.ts';

/** Result for one object. */
export const applyResults = ['created', 'updated', 'unchanged', 'removed', 'refused'] as const;
export type ApplyResult = (typeof applyResults)[number];

const DifferenceSchema = Type.Object({
  pointer: Type.String({ description: 'into the object' }),
  before: Type.Optional(Type.Unknown({ description: 'absent: it was not there' })),
  after: Type.Optional(Type.Unknown({ description: 'absent: it is gone' })),
});

const PlacedMessageSchema = Type.Object({
  document: Type.Integer({ description: 'index in the request' }),
  pointer: Type.String({ description: 'into that document' }),
  message: Type.String(),
});

export const ApplyObjectSchema = Type.Object({
  kind: Type.Enum(['organization', 'workspace', 'agent', 'environment', 'auditor_settings']),
  name: Type.String({ description: 'its id; of settings the id of their auditor' }),
  scope: ScopeSchema,
  document: Type.Integer({ description: 'index in the request of the document that speaks of it' }),
  pointer: Type.String({ description: 'where in that document' }),
  result: Type.Enum(applyResults),
  diff: Type.Array(DifferenceSchema),
});

export const ApplyAnswerSchema = Type.Object(
  {
    dry_run: Type.Boolean(),
    /** True if anything changed, or would change in a dry run. */
    changed: Type.Boolean(),
    revision: Type.Integer({ description: "the organisation's revision; of a dry run the one that stands" }),
    totals: Type.Object({
      created: Type.Integer(),
      updated: Type.Integer(),
      unchanged: Type.Integer(),
      removed: Type.Integer(),
      refused: Type.Integer(),
    }),
    objects: Type.Array(ApplyObjectSchema),
    errors: Type.Array(PlacedMessageSchema, { description: 'of a dry run: why the documents would be refused' }),
    warnings: Type.Array(PlacedMessageSchema),
  },
  {
    $id: 'ApplyAnswer',
    examples: [
      {
        dry_run: false,
        changed: true,
        revision: 12,
        errors: [],
        warnings: [],
        totals: { created: 0, updated: 1, unchanged: 1, removed: 0, refused: 0 },
        objects: [
          {
            kind: 'auditor_settings',
            name: 'injection',
            scope: { level: 'workspace', id: 'support' },
            document: 0,
            pointer: '/spec/defaults/auditorSettings/injection',
            result: 'updated',
            diff: [{ pointer: '/settings/injection_risk.threshold', before: { value: 0.8 }, after: { value: 0.7 } }],
          },
        ],
      },
    ],
  },
);

export const ExportAnswerSchema = Type.Object(
  {
    revision: Type.Integer({ description: "the organisation's revision that the documents show" }),
    documents: Type.Array(Type.Unknown(), { description: 'applying them changes nothing' }),
    not_exported: Type.Array(Type.String(), { description: 'what is configured and stands in no document' }),
  },
  {
    $id: 'ExportAnswer',
    examples: [
      {
        revision: 12,
        documents: [{ chain: [{ name: 'injection', image: 'assay/injection', port: 8090 }] }],
        not_exported: ['policies, registered auditors, audit modes of agents, names and descriptions'],
      },
    ],
  },
);

export type ApplyAnswer = Static<typeof ApplyAnswerSchema>;
export type ApplyObject = Static<typeof ApplyObjectSchema>;
export type Difference = Static<typeof DifferenceSchema>;
export type PlacedMessage = Static<typeof PlacedMessageSchema>;
export type ExportAnswer = Static<typeof ExportAnswerSchema>;

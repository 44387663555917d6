/** Wire shapes of sessions and traces: exchanges that belong together. */
import { type Static, Type } from 'typebox';
import { ContinuedSchema, OnBehalfOfSchema } from '../../evidence.ts';
import { pageQuery } from '../page.ts';
import { EvidenceSummarySchema } from './shapes.ts';

/** Most Evidence of one trace that is shown. */
export const maxTraceEvidence = 500;

export const SessionSummarySchema = Type.Object(
  {
    session_id: Type.String(),
    workspace_id: Type.String(),
    agent_id: Type.String(),
    first_at: Type.String({ description: 'Time of its first Evidence' }),
    last_at: Type.String(),
    evidence_count: Type.Integer(),
    denied: Type.Integer({ description: 'Number of Evidence with an enforced denial' }),
  },
  { $id: 'SessionSummary' },
);

export const SessionListQuerySchema = Type.Object(
  {
    ...pageQuery,
    agent_id: Type.Optional(Type.String({ maxLength: 200 })),
    workspace_id: Type.Optional(Type.String({ maxLength: 200 })),
    session_id: Type.Optional(Type.String({ maxLength: 1024 })),
  },
  { additionalProperties: false },
);

export const TraceParamsSchema = Type.Object({ trace_id: Type.String({ minLength: 1, maxLength: 1024 }) });

const TraceNodeSchema = Type.Object({
  ...EvidenceSummarySchema.properties,
  parent_evidence_id: Type.Union([Type.String(), Type.Null()], {
    description: 'Evidence of the same trace that it follows from; null for a root',
  }),
  relation: Type.Union(
    [Type.Literal('follows'), Type.Literal('continues'), Type.Literal('calls_tool'), Type.Literal('delegates')],
    {
      description:
        'continues: it continues the response of the parent; follows: the Evidence names the parent as the one before it; calls_tool: a tool call without a named parent, placed below the exchange of its agent before it; delegates: an exchange of another agent, placed below the exchange before it. The last two are derived from order. For a root: follows',
    },
  ),
  on_behalf_of: Type.Union([OnBehalfOfSchema, Type.Null()]),
  continues: Type.Union([ContinuedSchema, Type.Null()]),
  previous_evidence_id: Type.Union([Type.String(), Type.Null()]),
});

/** The Evidence of one trace, oldest first; a parent comes before its children. */
export const TraceSchema = Type.Object(
  {
    trace_id: Type.String(),
    items: Type.Array(TraceNodeSchema),
    is_cut: Type.Boolean({ description: `True: there is more than the first ${maxTraceEvidence}` }),
  },
  { $id: 'Trace' },
);

export type SessionSummary = Static<typeof SessionSummarySchema>;
export type TraceNode = Static<typeof TraceNodeSchema>;
export type Trace = Static<typeof TraceSchema>;

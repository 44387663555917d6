/**
 * A report of a gateway on the tools of a server (`POST /v1/gateways/{id}/tools`): all tools as the server wrote
 * them, and the findings of the gateway on their definitions.
 */
import { type Static, Type } from 'typebox';

const orNull = (description?: string) =>
  Type.Union([Type.String(), Type.Null()], description === undefined ? {} : { description });

/** Most tools of one app. */
export const maxTools = 2_000;
/** Most findings of one report. */
export const maxFindings = 200;

/** A tool that must not be shown to models, because of a finding in its definition. */
export const ToolFindingSchema = Type.Object(
  {
    tool: Type.String({ minLength: 1, maxLength: 256, description: 'as its server names it; one of `tools`' }),
    reasons: Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
      minItems: 1,
      maxItems: 20,
      description: '`hidden_characters`, or the policies that denied the text of its definition',
    }),
  },
  { additionalProperties: false },
);
export type ToolFinding = Static<typeof ToolFindingSchema>;

export const ToolReportSchema = Type.Object(
  {
    installation_id: Type.String({ minLength: 1, maxLength: 200 }),
    server: Type.Optional(
      Type.String({ pattern: '^[A-Za-z0-9_.-]{1,128}$', description: 'the name of the app if absent' }),
    ),
    tools: Type.Array(Type.Unknown(), { maxItems: maxTools, description: 'as tools/list has them, all of them' }),
    findings: Type.Optional(
      Type.Array(ToolFindingSchema, {
        maxItems: maxFindings,
        description: 'what was found in these definitions: a tool with one is withheld until a person lets it be shown',
      }),
    ),
    cleared: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 256 }), {
        maxItems: maxFindings,
        description: 'of `tools`, withheld ones that were judged again, and in which nothing is found any more',
      }),
    ),
  },
  {
    $id: 'ToolReport',
    additionalProperties: false,
    examples: [
      {
        installation_id: 'ins_0198f0aa-0000-7000-8000-000000000000',
        tools: [{ name: 'search', description: 'Searches', inputSchema: { type: 'object' } }],
      },
    ],
  },
);
export type ToolReport = Static<typeof ToolReportSchema>;

export const ToolReportAnswerSchema = Type.Object(
  {
    installation_id: Type.String(),
    callable: Type.Boolean({ description: 'false: no tool of it is to be called' }),
    tools_snapshot_hash: orNull(),
    tools_present_hash: Type.String(),
  },
  { $id: 'ToolReportAnswer' },
);
export type ToolReportAnswer = Static<typeof ToolReportAnswerSchema>;

/**
 * How a call of a tool is judged and recorded (`POST /v1/tool-calls` of the gateway and what follows on it): its arguments
 * before it is made, its result before anybody sees it, both in one Evidence and one receipt with `tool` set. Whoever asks
 * makes the call in between: the MCP gateway, or `assay mcp wrap` for the agent whose credential it shows.
 */
import { type Static, Type } from 'typebox';
import { idPattern, sessionIdPattern } from './ids.ts';

const text = (maxLength: number) => Type.String({ minLength: 1, maxLength });
const id = text(200);
const JsonObject = Type.Record(Type.String(), Type.Unknown());

/** The person whom the agent calls for, by a token that whoever asks has checked. */
const OnBehalfOfSchema = Type.Object(
  { user: id, grant_id: id, tools: Type.Optional(Type.Array(text(256), { maxItems: 1_000 })) },
  { additionalProperties: false },
);

/** Who calls. Services say it; a credential of an agent says it by itself, and may only repeat it. */
export const ToolCallerSchema = Type.Object(
  {
    agent_id: Type.String({ pattern: idPattern }),
    /** How the agent was known to whoever asks; stands in the Evidence. */
    authentication: Type.Optional(Type.Enum(['loopback', 'token', 'api_key', 'oauth', 'mtls'])),
    credential_id: Type.Optional(id),
    on_behalf_of: Type.Optional(OnBehalfOfSchema),
    /** The person who calls in the agent's name with a credential of their own. */
    speaker: Type.Optional(id),
    session_id: Type.Optional(Type.String({ pattern: sessionIdPattern })),
  },
  { additionalProperties: false },
);
export type ToolCaller = Static<typeof ToolCallerSchema>;

const questionExample = {
  caller: { agent_id: 'clerk', authentication: 'api_key' },
  ...{ server: 'crm', tool: 'find_customer', arguments: { name: 'Ada' } },
};

export const ToolCallQuestionSchema = Type.Object(
  {
    caller: ToolCallerSchema,
    server: text(256),
    tool: Type.String({ minLength: 1, maxLength: 256, description: 'as its server names it' }),
    arguments: JsonObject,
    /** Whoever asks gives up after this time; what has no result by then is recorded as without one. */
    timeout_ms: Type.Optional(Type.Integer({ minimum: 1_000, maximum: 3_600_000, default: 300_000 })),
  },
  { $id: 'ToolCallQuestion', additionalProperties: false, examples: [questionExample] },
);
export type ToolCallQuestion = Static<typeof ToolCallQuestionSchema>;

/** What people are, or were, asked for. */
export const ToolApprovalSchema = Type.Object({
  id: Type.Union([Type.String(), Type.Null()]),
  status: Type.String(),
  expires_at: Type.Union([Type.String(), Type.Null()]),
  url: Type.Union([Type.String(), Type.Null()]),
});

const denied = {
  decision: Type.Literal('deny'),
  evidence_id: Type.String(),
  reasons: Type.Array(Type.String()),
  messages: Type.Array(Type.String()),
  /** Where people may change it: the same question again once they did. */
  approval: Type.Optional(ToolApprovalSchema),
  reason: Type.Optional(Type.String()),
  next_action: Type.Optional(Type.String()),
};

/** Before the call. */
export const ToolCallAnswerSchema = Type.Union(
  [
    Type.Object({
      decision: Type.Literal('allow'),
      call_id: Type.String({ description: 'names the call when its result is shown; good for one result' }),
      evidence_id: Type.String({ description: 'of the Evidence that will be recorded with the result' }),
      /** What is to be called with: as it came, or with what was found in it replaced. */
      arguments: JsonObject,
      redacted: Type.Boolean(),
    }),
    /** The very call was made before, and people approved its result since: it is not to be made again. */
    Type.Object({
      decision: Type.Literal('answered'),
      evidence_id: Type.String(),
      result: JsonObject,
      redacted: Type.Boolean(),
    }),
    Type.Object(denied),
  ],
  { $id: 'ToolCallAnswer' },
);
export type ToolCallAnswer = Static<typeof ToolCallAnswerSchema>;

/** The scoped credential that the server was asked with; absent where it needed none. */
const calledWith = { credential_id: Type.Optional(id) };

/** What became of the call. */
export const ToolCallOutcomeSchema = Type.Union(
  [
    Type.Object({ kind: Type.Literal('result'), result: JsonObject, ...calledWith }, { additionalProperties: false }),
    /** Nothing that the server said is passed on; `unknown`: it may have been done. */
    Type.Object(
      { kind: Type.Enum(['refused', 'failed', 'unknown', 'cancelled']), code: text(100), message: text(1_000) },
      { additionalProperties: false },
    ),
  ],
  { $id: 'ToolCallOutcome' },
);
export type ToolCallOutcome = Static<typeof ToolCallOutcomeSchema>;

/** After the call: recorded by then. */
export const ToolResultAnswerSchema = Type.Union(
  [
    Type.Object({
      decision: Type.Literal('allow'),
      evidence_id: Type.String(),
      /** Absent where there was none. */
      result: Type.Optional(JsonObject),
      redacted: Type.Boolean(),
    }),
    Type.Object(denied),
  ],
  { $id: 'ToolResultAnswer' },
);
export type ToolResultAnswer = Static<typeof ToolResultAnswerSchema>;

/**
 * Texts of others that a model would read, judged as what comes into an agent. What policies would replace in `contents`
 * (a resource, a prompt) is denied; in `definitions` of tools and entries of lists it stands: an example address there is
 * nobody's. `questions` are what goes to a server that is no call of a tool, and are judged as arguments are; what would
 * have to be replaced is denied.
 */
export const textKinds = ['definitions', 'contents', 'questions'] as const;
export type TextKind = (typeof textKinds)[number];

export const ToolTextsQuestionSchema = Type.Object(
  {
    caller: ToolCallerSchema,
    server: text(256),
    of: Type.Enum(textKinds, { description: '`questions` go to a server; the others come from one' }),
    texts: Type.Array(
      Type.Object({ id: text(256), text: Type.String({ maxLength: 65_536 }) }, { additionalProperties: false }),
      { minItems: 1, maxItems: 100 },
    ),
  },
  {
    ...{ $id: 'ToolTextsQuestion', additionalProperties: false },
    examples: [
      {
        ...{ caller: { agent_id: 'clerk' }, server: 'crm', of: 'definitions' },
        texts: [{ id: 'find', text: 'Finds a customer.' }],
      },
    ],
  },
);
export type ToolTextsQuestion = Static<typeof ToolTextsQuestionSchema>;

export const ToolTextsAnswerSchema = Type.Object(
  {
    results: Type.Array(
      Type.Object({ id: Type.String(), decision: Type.Enum(['allow', 'deny']), reasons: Type.Array(Type.String()) }),
    ),
  },
  { $id: 'ToolTextsAnswer' },
);
export type ToolTextsAnswer = Static<typeof ToolTextsAnswerSchema>;

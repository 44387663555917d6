/**
 * How a tool call is judged and recorded (`POST /v1/tool-calls` of the gateway and its follow-ups): its arguments
 * before the call, its result before anybody sees it, both in one Evidence and one receipt with `tool` set. The
 * caller of this API makes the tool call in between: the MCP gateway, or `assay mcp wrap` for the agent whose
 * credential it shows.
 */
import { type Static, Type } from 'typebox';
import { idPattern, sessionIdPattern } from './ids.ts';

const text = (maxLength: number) => Type.String({ minLength: 1, maxLength });
const id = text(200);
const JsonObject = Type.Record(Type.String(), Type.Unknown());

/** The person whom the agent calls for. The caller of this API has checked the token. */
const OnBehalfOfSchema = Type.Object(
  { user: id, grant_id: id, tools: Type.Optional(Type.Array(text(256), { maxItems: 1_000 })) },
  { additionalProperties: false },
);

/** The agent that calls. Services state it; the credential of an agent implies it, and the member may only repeat it. */
export const ToolCallerSchema = Type.Object(
  {
    agent_id: Type.String({ pattern: idPattern }),
    /** How the caller of this API authenticated the agent; recorded in the Evidence. */
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
  server: 'crm',
  tool: 'find_customer',
  arguments: { name: 'Ada' },
};

export const ToolCallQuestionSchema = Type.Object(
  {
    caller: ToolCallerSchema,
    server: text(256),
    tool: Type.String({ minLength: 1, maxLength: 256, description: 'as its server names it' }),
    arguments: JsonObject,
    /** The caller gives up after this time. A call without a result by then is recorded as one without a result. */
    timeout_ms: Type.Optional(Type.Integer({ minimum: 1_000, maximum: 3_600_000, default: 300_000 })),
  },
  { $id: 'ToolCallQuestion', additionalProperties: false, examples: [questionExample] },
);
export type ToolCallQuestion = Static<typeof ToolCallQuestionSchema>;

/** The approval that people are, or were, asked for. */
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
  /** Present if people may change the decision. The same request succeeds once they approve. */
  approval: Type.Optional(ToolApprovalSchema),
  reason: Type.Optional(Type.String()),
  next_action: Type.Optional(Type.String()),
};

/** The answer before the call. */
export const ToolCallAnswerSchema = Type.Union(
  [
    Type.Object({
      decision: Type.Literal('allow'),
      call_id: Type.String({ description: 'names the call when its result is shown; good for one result' }),
      evidence_id: Type.String({ description: 'of the Evidence that will be recorded with the result' }),
      /** Arguments for the call: unchanged, or with findings replaced. */
      arguments: JsonObject,
      redacted: Type.Boolean(),
    }),
    /** The same call was made before, and people approved its result since. It must not be made again. */
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

/** The scoped credential that was used at the server; absent if none was needed. */
const calledWith = { credential_id: Type.Optional(id) };

/** Outcome of the call. */
export const ToolCallOutcomeSchema = Type.Union(
  [
    Type.Object({ kind: Type.Literal('result'), result: JsonObject, ...calledWith }, { additionalProperties: false }),
    /** Nothing of the server's answer is passed on. `unknown`: the call may have taken effect. */
    Type.Object(
      { kind: Type.Enum(['refused', 'failed', 'unknown', 'cancelled']), code: text(100), message: text(1_000) },
      { additionalProperties: false },
    ),
  ],
  { $id: 'ToolCallOutcome' },
);
export type ToolCallOutcome = Static<typeof ToolCallOutcomeSchema>;

/** The answer after the call, which is recorded by then. */
export const ToolResultAnswerSchema = Type.Union(
  [
    Type.Object({
      decision: Type.Literal('allow'),
      evidence_id: Type.String(),
      /** Absent if there is no result. */
      result: Type.Optional(JsonObject),
      redacted: Type.Boolean(),
    }),
    Type.Object(denied),
  ],
  { $id: 'ToolResultAnswer' },
);
export type ToolResultAnswer = Static<typeof ToolResultAnswerSchema>;

/**
 * Texts of others that a model would read, judged as input of an agent. A replacement that policies want in
 * `contents` (a resource, a prompt) becomes a denial; in `definitions` of tools and entries of lists the text stays,
 * because an example address there is nobody's. `questions` go to a server outside of a tool call and are judged as
 * arguments; a replacement there becomes a denial.
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
    $id: 'ToolTextsQuestion',
    additionalProperties: false,
    examples: [
      {
        caller: { agent_id: 'clerk' },
        server: 'crm',
        of: 'definitions',
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

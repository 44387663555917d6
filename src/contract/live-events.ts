/**
 * Live events of calls from gateways (`POST /v1/events`), for viewers of an agent. Decisions are not among them: the
 * verifier derives those from Evidence, so that every shown decision is signed.
 */
import { type Static, Type } from 'typebox';
import { StreamModeSchema } from './evidence.ts';

const text = (maxLength: number) => Type.String({ minLength: 1, maxLength });
const hexHash = Type.String({ pattern: '^[0-9a-f]{64}$' });
const latency = Type.Number({ minimum: 0, maximum: 86_400_000, description: 'milliseconds' });
const count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const failure = Type.Object({ code: text(100), message: text(1_000) }, { additionalProperties: false });

/** One operation has one `started` event and one final event with the same id. */
const invocationStatuses = ['started', 'succeeded', 'failed', 'denied'] as const;
const toolCallStatuses = [...invocationStatuses, 'awaiting_approval'] as const;

const ModelInvocationSchema = Type.Object(
  {
    invocation_id: text(128),
    status: Type.Enum(invocationStatuses),
    model_id: text(512),
    provider: text(256),
    streaming: Type.Boolean(),
    stream_mode: StreamModeSchema,
    request_hash: hexHash,
    response_hash: Type.Optional(hexHash),
    input_tokens: Type.Optional(count),
    output_tokens: Type.Optional(count),
    latency_ms: Type.Optional(latency),
    finish_reason: Type.Optional(text(100)),
    error: Type.Optional(failure),
  },
  { additionalProperties: false },
);

const ToolCallSchema = Type.Object(
  {
    call_id: text(128),
    status: Type.Enum(toolCallStatuses),
    server: text(256),
    tool: text(256),
    arguments_hash: hexHash,
    arguments_preview: Type.Optional(Type.String({ maxLength: 1_000 })),
    result_hash: Type.Optional(hexHash),
    latency_ms: Type.Optional(latency),
    on_behalf_of: Type.Optional(text(200)),
    speaker: Type.Optional(text(200)),
    grant_id: Type.Optional(text(200)),
    credential_id: Type.Optional(text(200)),
    approval_id: Type.Optional(text(200)),
    error: Type.Optional(failure),
  },
  { additionalProperties: false },
);

export const logLevels = ['debug', 'info', 'warn', 'error'] as const;
export const AgentLogSchema = Type.Object(
  {
    level: Type.Enum(logLevels),
    message: text(4_000),
    code: Type.Optional(Type.String({ pattern: '^[a-z][a-z0-9_.]{0,99}$' })),
    logger: Type.Optional(text(200)),
    fields: Type.Optional(Type.Record(Type.String({ maxLength: 100 }), Type.Unknown(), { maxProperties: 50 })),
  },
  { additionalProperties: false },
);

const of = <Name extends string, Data extends import('typebox').TSchema>(type: Name, data: Data) =>
  Type.Object(
    {
      id: Type.String({ pattern: '^lev_[0-9a-f-]{36}$', description: 'the same twice is one event' }),
      type: Type.Literal(type),
      time: Type.String({ format: 'date-time' }),
      agent_id: text(128),
      trace_id: text(64),
      session_id: text(256),
      data,
    },
    { additionalProperties: false },
  );

const LiveEventSchema = Type.Union([
  of('model.invocation', ModelInvocationSchema),
  of('tool.call', ToolCallSchema),
  of('agent.log', AgentLogSchema),
]);

export const maxLiveEvents = 500;
export const LiveEventsSchema = Type.Object(
  { events: Type.Array(LiveEventSchema, { minItems: 1, maxItems: maxLiveEvents }) },
  { $id: 'LiveEvents', additionalProperties: false },
);
/** `known`: it was stored before. `refused`: its agent is not of this organisation. */
export const LiveEventsAnswerSchema = Type.Object(
  { stored: Type.Integer(), known: Type.Integer(), refused: Type.Integer() },
  { $id: 'LiveEventsAnswer' },
);

export type ModelInvocation = Static<typeof ModelInvocationSchema>;
export type ToolCall = Static<typeof ToolCallSchema>;
export type AgentLog = Static<typeof AgentLogSchema>;
export type LiveEvent = Static<typeof LiveEventSchema>;
export type LiveEventsAnswer = Static<typeof LiveEventsAnswerSchema>;

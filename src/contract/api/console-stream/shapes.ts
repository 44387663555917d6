/** Shapes of the console stream and of the lines that agents write (platform model 12). */
import { type Static, Type } from 'typebox';
import { AgentLogSchema, logLevels } from '../../contract/live-events.ts';
import { eventTypes } from '../events/schema.ts';

/** What `types` may name: heartbeats come in any case. */
export const streamTypes = [...eventTypes, 'heartbeat'] as const;
const maxLines = 100;

const agentId = Type.String({ minLength: 1, maxLength: 128 });
export const StreamParamsSchema = Type.Object({ agent_id: agentId });
export const LogParamsSchema = Type.Object({ id: agentId });

const level = Type.Optional(Type.Enum(logLevels, { description: 'least level of `agent.log`; default: all' }));

export const StreamQuerySchema = Type.Object(
  {
    types: Type.Optional(
      Type.String({ maxLength: 200, description: `of ${streamTypes.join(', ')}, separated by commas; default: all` }),
    ),
    level,
  },
  { additionalProperties: false },
);
export const LogQuerySchema = Type.Object({ level }, { additionalProperties: false });

/** The number itself is looked at by the handler, which says what is wrong with it. */
export const StreamHeadersSchema = Type.Object({
  'last-event-id': Type.Optional(
    Type.String({ description: 'go on after this event; 0: from the oldest kept; absent: from now on' }),
  ),
});

export const StreamSchema = Type.Unsafe<never>(
  Type.String({ description: 'text/event-stream: events with id, event and data; heartbeats without id' }),
);

const LogLineSchema = Type.Object(
  {
    ...AgentLogSchema.properties,
    time: Type.Optional(Type.String({ format: 'date-time', maxLength: 40, description: 'default: now' })),
  },
  { additionalProperties: false },
);
export type LogLine = Static<typeof LogLineSchema>;

export const LogLinesSchema = Type.Object(
  { lines: Type.Array(LogLineSchema, { minItems: 1, maxItems: maxLines }) },
  {
    additionalProperties: false,
    examples: [{ lines: [{ level: 'info', message: 'reads the invoice', logger: 'planner', fields: { page: 2 } }] }],
  },
);
export const StoredLinesSchema = Type.Object({ stored: Type.Integer() }, { $id: 'StoredLogLines' });

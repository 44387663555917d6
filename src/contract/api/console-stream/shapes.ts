/** Wire shapes of the console stream and of the lines that agents write. */
import { type Static, Type } from 'typebox';
import { AgentLogSchema, logLevels } from '../../live-events.ts';
import { eventTypes } from '../events/shapes.ts';

/** Values of `types`. Heartbeats come in any case. */
export const streamTypes = [...eventTypes, 'heartbeat'] as const;
const maxLines = 100;

const agentId = Type.String({ minLength: 1, maxLength: 128 });
export const StreamParamsSchema = Type.Object({ agent_id: agentId });
export const LogParamsSchema = Type.Object({ id: agentId });

const level = Type.Optional(Type.Enum(logLevels, { description: 'Lowest level of `agent.log`; default: all' }));

export const StreamQuerySchema = Type.Object(
  {
    types: Type.Optional(
      Type.String({
        maxLength: 200,
        description: `Any of ${streamTypes.join(', ')}, separated by commas; default: all`,
      }),
    ),
    level,
  },
  { additionalProperties: false },
);
export const LogQuerySchema = Type.Object({ level }, { additionalProperties: false });

/** The handler parses the number, so that its error can say what is wrong. */
export const StreamHeadersSchema = Type.Object({
  'last-event-id': Type.Optional(
    Type.String({ description: 'Continue after this event; 0: start with the oldest stored event; absent: start now' }),
  ),
});

export const StreamSchema = Type.Unsafe<never>(
  Type.String({ description: 'Server-sent events with id, event and data; heartbeats have no id' }),
);

const LogLineSchema = Type.Object(
  {
    ...AgentLogSchema.properties,
    time: Type.Optional(Type.String({ format: 'date-time', maxLength: 40, description: 'Default: now' })),
  },
  { additionalProperties: false },
);
export type LogLine = Static<typeof LogLineSchema>;

export const LogLinesSchema = Type.Object(
  { lines: Type.Array(LogLineSchema, { minItems: 1, maxItems: maxLines }) },
  {
    $id: 'WriteLogLines',
    additionalProperties: false,
    examples: [{ lines: [{ level: 'info', message: 'reads the invoice', logger: 'planner', fields: { page: 2 } }] }],
  },
);
export const StoredLinesSchema = Type.Object({ stored: Type.Integer() }, { $id: 'StoredLogLines' });

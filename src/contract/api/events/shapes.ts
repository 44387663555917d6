/** Shapes of events as the API shows them: the members of the console stream (platform model 12). */
import { type Static, Type } from 'typebox';

export const eventTypes = ['agent.log', 'tool.call', 'model.invocation', 'auditor.decision'] as const;
export type EventType = (typeof eventTypes)[number];

export const EventSchema = Type.Object(
  {
    id: Type.String({ description: 'a decimal number that rises in the order of the commits, with gaps' }),
    type: Type.String({ description: 'pass over types and codes that are not known: there will be more' }),
    code: Type.Union([Type.String(), Type.Null()], { description: 'what happened, e.g. `approval.requested`' }),
    time: Type.String({ format: 'date-time' }),
    org_id: Type.String(),
    workspace_id: Type.Union([Type.String(), Type.Null()]),
    agent_id: Type.Union([Type.String(), Type.Null()]),
    trace_id: Type.Union([Type.String(), Type.Null()]),
    session_id: Type.Union([Type.String(), Type.Null()]),
    data: Type.Record(Type.String(), Type.Unknown(), { description: 'never a secret, and no payload' }),
  },
  { $id: 'Event' },
);
export type EventView = Static<typeof EventSchema>;

export const EventListQuerySchema = Type.Object(
  {
    agent_id: Type.Optional(Type.String({ minLength: 1, maxLength: 128 })),
    type: Type.Optional(Type.Enum(eventTypes)),
    code: Type.Optional(Type.String({ pattern: '^[a-z][a-z0-9_.]{0,99}$', description: 'e.g. `approval.requested`' })),
    after: Type.Optional(
      Type.String({ pattern: '^[0-9]{1,15}$', description: 'next_after of the page before; default: the oldest kept' }),
    ),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, description: 'default 100' })),
  },
  { additionalProperties: false },
);

export const EventPageSchema = Type.Object(
  {
    items: Type.Array(EventSchema, { description: 'oldest first' }),
    next_after: Type.String({ description: 'what comes later is asked for with this' }),
    has_more: Type.Boolean({ description: 'true: there is more already' }),
  },
  { $id: 'EventPage' },
);
export type EventPage = Static<typeof EventPageSchema>;

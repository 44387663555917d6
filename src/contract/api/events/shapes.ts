/** Wire shapes of events as the API shows them; the console stream has the same members. */
import { type Static, Type } from 'typebox';

export const eventTypes = ['agent.log', 'tool.call', 'model.invocation', 'auditor.decision'] as const;
export type EventType = (typeof eventTypes)[number];

export const EventSchema = Type.Object(
  {
    id: Type.String({ description: 'A decimal number that rises in the order of commits, with gaps' }),
    type: Type.String({ description: 'Ignore types and codes that you do not know: later releases add some' }),
    code: Type.Union([Type.String(), Type.Null()], { description: 'Code of what happened, e.g. `approval.requested`' }),
    time: Type.String({ format: 'date-time' }),
    org_id: Type.String(),
    workspace_id: Type.Union([Type.String(), Type.Null()]),
    agent_id: Type.Union([Type.String(), Type.Null()]),
    trace_id: Type.Union([Type.String(), Type.Null()]),
    session_id: Type.Union([Type.String(), Type.Null()]),
    data: Type.Record(Type.String(), Type.Unknown(), { description: 'Never holds a secret or a payload' }),
  },
  { $id: 'Event' },
);
export type EventView = Static<typeof EventSchema>;

export const EventListQuerySchema = Type.Object(
  {
    agent_id: Type.Optional(Type.String({ minLength: 1, maxLength: 128 })),
    type: Type.Optional(Type.Enum(eventTypes)),
    code: Type.Optional(
      Type.String({ pattern: '^[a-z][a-z0-9_.]{0,99}$', description: 'Example: `approval.requested`' }),
    ),
    after: Type.Optional(
      Type.String({
        pattern: '^[0-9]{1,15}$',
        description: '`next_after` of the page before; default: from the oldest stored event',
      }),
    ),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, description: 'Default: 100' })),
  },
  { additionalProperties: false },
);

export const EventPageSchema = Type.Object(
  {
    items: Type.Array(EventSchema, { description: 'Oldest first' }),
    next_after: Type.String({ description: 'Send it as `after` to get later events' }),
    has_more: Type.Boolean({ description: 'True if there are more events already' }),
  },
  { $id: 'EventPage' },
);
export type EventPage = Static<typeof EventPageSchema>;

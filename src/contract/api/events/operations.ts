/** Operations of events. */
import { LiveEventsAnswerSchema, LiveEventsSchema } from '../../live-events.ts';
import { defineOperation } from '../operation.ts';
import { EventListQuerySchema, EventPageSchema } from './shapes.ts';

const path = '/v1/events';
const tag = 'events';

/** Enough for 500 events of ordinary length, or fewer with long messages. */
const bodyLimit: number = 4 * 1024 * 1024;

export const events = {
  send: defineOperation({
    id: 'events.send',
    method: 'POST',
    path,
    tag,
    summary: 'Send events of calls as they happen, at most 500 in a call',
    description:
      'Gateways send them for agents of their organisation. Events of other agents are refused and counted in `refused`. ' +
      'The id of each event makes it idempotent. Decisions are not sent here: they are made from evidence. ' +
      'A credential may send at most 5,000 events in a second; beyond that the answer is 429, and the batch is sent again.',
    body: LiveEventsSchema,
    bodyLimit,
    responses: { 200: LiveEventsAnswerSchema },
  }),
  list: defineOperation({
    id: 'events.list',
    method: 'GET',
    path,
    tag,
    summary: 'List events of agents, oldest first',
    description:
      'Send `next_after` as the next `after` to continue. Events are kept for 7 days, and at most 10,000 for each agent.',
    query: EventListQuerySchema,
    responses: { 200: EventPageSchema },
  }),
} as const;

/** HTTP of events: what became of agents, for whoever follows it, and what gateways tell of calls as they happen. */
import { LiveEventsAnswerSchema, LiveEventsSchema } from '../../contract/live-events.ts';
import { ProblemSchema } from '../../contract/problem.ts';
import type { Routes } from '../feature.ts';
import type { EventList } from './list.ts';
import type { LiveEvents } from './live.ts';
import { EventListQuerySchema, EventPageSchema } from './schema.ts';

const defaultLimit = 100;
/** 500 events of ordinary length, or fewer with long messages. */
const liveBodyLimit = 4 * 1024 * 1024;

/** `/v1/events`. */
export function eventRoutes({ eventList, liveEvents }: { eventList: EventList; liveEvents: LiveEvents }): Routes {
  return async (app) => {
    app.post(
      '/v1/events',
      {
        bodyLimit: liveBodyLimit,
        schema: {
          tags: ['events'],
          summary: 'Tell of calls as they happen, a batch of at most 500; idempotent by the id of each',
          description:
            'For gateways, of agents of their organisation: those that are not known to it are refused, and counted in ' +
            '`refused`. Decisions are not told here: they are made from Evidence. At most 5,000 events in a second of one ' +
            'credential: 429 beyond that, and the batch is sent again.',
          body: LiveEventsSchema,
          response: { 200: LiveEventsAnswerSchema, '4xx': ProblemSchema },
        },
      },
      ({ caller, body }) => liveEvents.take(caller, body.events),
    );
    app.get(
      '/v1/events',
      {
        schema: {
          tags: ['events'],
          summary: 'What became of agents, oldest first, for whoever asks again with `next_after`',
          description: 'Kept for 7 days, and at most 10,000 for each agent.',
          querystring: EventListQuerySchema,
          response: { 200: EventPageSchema, '4xx': ProblemSchema },
        },
      },
      ({ caller, query }) => {
        const { agent_id: agentId, type, code, after = '0', limit = defaultLimit } = query;
        return eventList.list(caller.organisation, { agentId, type, code }, Number(after), limit);
      },
    );
  };
}

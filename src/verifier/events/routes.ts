/** HTTP of events: what became of agents, for whoever follows it. */
import { ProblemSchema } from '../../contract/problem.ts';
import type { Routes } from '../feature.ts';
import type { EventList } from './list.ts';
import { EventListQuerySchema, EventPageSchema } from './schema.ts';

const defaultLimit = 100;

/** `/v1/events`. */
export function eventRoutes({ eventList }: { eventList: EventList }): Routes {
  return async (app) => {
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

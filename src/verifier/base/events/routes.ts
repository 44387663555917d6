/** HTTP routes of events: those of agents for polling readers, and live events from gateways. */
import { events as operations } from '../../../contract/api/events/operations.ts';
import type { Routes } from '../feature.ts';
import type { Mount } from '../mount.ts';
import type { EventList } from './list.ts';
import type { LiveEvents } from './live.ts';

const defaultLimit = 100;

interface EventRouteDeps {
  readonly mount: Mount;
  readonly eventList: EventList;
  readonly liveEvents: LiveEvents;
}

/** Serves `/v1/events`. */
export function eventRoutes({ mount, eventList, liveEvents }: EventRouteDeps): Routes {
  return async (app) => {
    mount.read(app, operations.send, ({ caller, body }) => liveEvents.take(caller, body.events), {
      isBodyUnbounded: true,
    });
    mount.read(app, operations.list, ({ caller, query }) => {
      const { agent_id: agentId, type, code, after = '0', limit = defaultLimit } = query;
      return eventList.list(caller.organisation, { agentId, type, code }, Number(after), limit);
    });
  };
}

/** Counts dropped events by agent, so that an agent's observers learn that events are missing. */
import type { LiveEvent } from '../../contract/live-events.ts';

export interface LostEvents {
  add(event: LiveEvent): void;
  /** Gives one event for each agent that lost some, and resets the counts. */
  drain(): LiveEvent[];
}

export interface LostEventsDeps {
  readonly createEventId: () => string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly gatewayId: string;
}

export const droppedCode = 'gateway.events_dropped';

/** Further agents are counted by the metric only. */
const maxAgents = 100;

export function createLostEvents({ createEventId, now, gatewayId }: LostEventsDeps): LostEvents {
  const lost = new Map<string, { count: number; last: LiveEvent }>();
  return {
    add(event) {
      const known = lost.get(event.agent_id);
      if (known === undefined && lost.size >= maxAgents) return;
      const count = (known?.count ?? 0) + countOf(event);
      lost.set(event.agent_id, { count, last: event });
    },
    drain() {
      const events = [...lost.values()].map(({ count, last }): LiveEvent => {
        const { agent_id, trace_id, session_id } = last;
        const message = `${count} events of this agent were not told: the verifier could not be reached`;
        return {
          id: createEventId(),
          type: 'agent.log',
          time: new Date(now()).toISOString(),
          // Ids of the last missing event.
          agent_id,
          trace_id,
          session_id,
          data: { level: 'warn', message, code: droppedCode, fields: { dropped: count, gateway_id: gatewayId } },
        };
      });
      lost.clear();
      return events;
    },
  };
}

/** An event that reports losses counts for all of them. */
function countOf(event: LiveEvent): number {
  if (event.type !== 'agent.log' || event.data.code !== droppedCode) return 1;
  const dropped = event.data.fields?.['dropped'];
  return typeof dropped === 'number' ? dropped : 1;
}

/** A bounded queue of events to send; when it is full the oldest is dropped. */
import type { LiveEvent } from '../../contract/live-events.ts';

export interface EventQueue {
  /** Adds an event; gives the event that was dropped for it, if any. */
  push(event: LiveEvent): LiveEvent | undefined;
  /** Takes the oldest events, at most this many. */
  take(most: number): LiveEvent[];
  size(): number;
}

export function createEventQueue(maxEvents: number): EventQueue {
  let events: LiveEvent[] = [];
  /** Index of the first event: shifting single events out would move all others each time. */
  let head = 0;
  const trim = (): void => {
    if (head < maxEvents) return;
    events = events.slice(head);
    head = 0;
  };
  return {
    push(event) {
      events.push(event);
      if (events.length - head <= maxEvents) return undefined;
      const oldest = events[head];
      head += 1;
      trim();
      return oldest;
    },
    take(most) {
      const taken = events.slice(head, head + most);
      head += taken.length;
      if (head === events.length) {
        events = [];
        head = 0;
      }
      trim();
      return taken;
    },
    size: () => events.length - head,
  };
}

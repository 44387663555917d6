/** Events that wait to be sent: a bounded number, of which the oldest gives way. */
import type { LiveEvent } from '../../contract/live-events.ts';

export interface EventQueue {
  /** The event that gave way to it, if one had to. */
  push(event: LiveEvent): LiveEvent | undefined;
  /** Takes the oldest, at most so many. */
  take(most: number): LiveEvent[];
  size(): number;
}

export function createEventQueue(maxEvents: number): EventQueue {
  let events: LiveEvent[] = [];
  /** Those before it are gone: shifting them out one by one would move all the others each time. */
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

/** The newest events. The API gives them oldest first and page by page. */
import type { Event, EventPage } from '@assay/client';

export interface LastEvents {
  /** The newest first. */
  readonly events: readonly Event[];
  /** Where the next reading goes on. */
  readonly after: string | undefined;
}

export const noEvents: LastEvents = { events: [], after: undefined };

/** Of a longer log the next reading goes on. */
const mostPages = 20;

/** Reads on from what was read before, and keeps at most `most` events. */
export async function readLastEvents(
  read: (after: string | undefined) => Promise<EventPage>,
  { events, after: start }: LastEvents,
  most: number,
): Promise<LastEvents> {
  let last = events.toReversed();
  let after = start;
  for (let page = 0; page < mostPages; page += 1) {
    const { items, next_after: next, has_more: hasMore } = await read(after);
    last = [...last, ...items].slice(-most);
    after = next;
    if (!hasMore) break;
  }
  return { events: last.toReversed(), after };
}

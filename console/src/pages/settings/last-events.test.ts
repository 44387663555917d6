import type { Event, EventPage } from '@assay/client';
import { expect, test } from 'vitest';
import { noEvents, readLastEvents } from './last-events.ts';

const toEvent = (id: number): Event => ({
  id: String(id),
  type: 'agent.log',
  code: null,
  time: '2026-01-01T00:00:00Z',
  org_id: 'default',
  workspace_id: null,
  agent_id: null,
  trace_id: null,
  session_id: null,
  data: {},
});

const read =
  (end: number) =>
  async (after = '0'): Promise<EventPage> => {
    const first = Number(after) + 1;
    const items = [first, first + 1].filter((id) => id <= end).map(toEvent);
    return { items, next_after: items.at(-1)?.id ?? after, has_more: first + 1 < end };
  };

test('The newest events come first, and older ones fall out when there are too many.', async () => {
  const { events, after } = await readLastEvents(read(6), noEvents, 3);
  expect(events.map(({ id }) => id)).toEqual(['6', '5', '4']);
  expect(after).toBe('6');
});

test('Reading on asks only for what came since.', async () => {
  const before = await readLastEvents(read(2), noEvents, 3);
  const asked: (string | undefined)[] = [];
  const { events } = await readLastEvents(
    (after) => {
      asked.push(after);
      return read(4)(after);
    },
    before,
    3,
  );
  expect(events.map(({ id }) => id)).toEqual(['4', '3', '2']);
  expect(asked).toEqual(['2']);
});

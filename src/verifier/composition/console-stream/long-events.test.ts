/** Long events: they do not cut off a current reader, and the process never holds many of them. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { testDatabaseUrl } from '../../../platform/db/test-db.ts';
import type { AgentEvent } from '../../base/events/append.ts';
import { eventsTable } from '../../base/events/tables.ts';
import { openTestVerifier, type TestVerifier } from '../../test-verifier.ts';
import { openReader, type Reader } from './reader.fixture.ts';

const kinds = testDatabaseUrl === undefined ? (['pglite'] as const) : (['postgres'] as const);

describe.each(kinds)('long events on %s', (kind) => {
  let verifier: TestVerifier;
  let url: string;
  const readers: Reader[] = [];
  beforeAll(async () => {
    verifier = await openTestVerifier({}, kind);
    await verifier.post('/v1/agents', { id: 'bot' });
    url = await verifier.verifier().app.listen({ host: '127.0.0.1', port: 0 });
  });
  afterEach(async () => {
    for (const reader of readers.splice(0)) reader.close();
    await verifier.testDb.database().db.delete(eventsTable);
  });
  afterAll(() => verifier?.close());

  const padding = 'x'.repeat(30_000);
  const append = (count: number) => {
    const { db, events } = verifier.verifier().services;
    const list = Array.from({ length: count }, (_, n): AgentEvent => {
      return { type: 'agent.log', agentId: 'bot', data: { n, padding } };
    });
    return db.transaction((tx) => events.appendMany(tx, 'default', list));
  };
  const watch = async (headers: Record<string, string> = {}) => {
    const reader = await openReader(`${url}/v1/agents/bot/console/stream`, headers);
    readers.push(reader);
    return reader;
  };
  const numbers = (reader: Reader) => reader.events().map(({ data }) => Number(data['n']));
  const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);

  it('of one moment reach a reader that takes what comes, though they are more than it may be behind', async () => {
    const reader = await watch();
    await reader.until(({ messages }) => messages.length > 0);
    await append(120);
    await reader.until((one) => one.events().length >= 120);
    expect(numbers(reader)).toEqual(upTo(120));
  });

  it('from before are caught up with in one stream', async () => {
    await append(200);
    const reader = await watch({ 'last-event-id': '0' });
    await reader.until((one) => one.events().length >= 200);
    expect(numbers(reader)).toEqual(upTo(200));
  });
});

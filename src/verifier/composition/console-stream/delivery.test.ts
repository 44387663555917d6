/** Delivers every event exactly once: with several processes, broken connections, and readers that do not read. */
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { byTestCredential } from '../../../../test/support/handed-callers.ts';
import { openStoppedVerifier, type StoppedVerifier } from '../../../../test/support/stopped-verifier.ts';
import { query } from '../../../platform/db/db.ts';
import { testDatabaseUrl } from '../../../platform/db/test-db.ts';
import type { AgentEvent } from '../../base/events/append.ts';
import { eventsTable } from '../../base/events/tables.ts';
import { openTestVerifier, type TestVerifier } from '../../test-verifier.ts';
import { openReader, type Reader } from './reader.fixture.ts';

const kinds = testDatabaseUrl === undefined ? (['pglite'] as const) : (['postgres'] as const);
const agents = ['one', 'two', 'three'];

describe.each(kinds)('delivery on %s', (kind) => {
  let verifier: TestVerifier;
  let other: StoppedVerifier | undefined;
  let urls: string[];
  const readers: Reader[] = [];
  beforeAll(async () => {
    verifier = await openTestVerifier({}, kind, { identify: { byCredential: byTestCredential } });
    for (const id of agents) await verifier.post('/v1/agents', { id });
    // The reader is informed of removed events too.
    await verifier.testDb.database().db.delete(eventsTable);
    urls = [await verifier.verifier().app.listen({ host: '127.0.0.1', port: 0 })];
    if (kind === 'pglite') return;
    other = await openStoppedVerifier({ db: () => verifier.testDb.database().db, env: {}, clock: verifier.clock });
    urls.push(other.url);
  });
  afterEach(async () => {
    for (const reader of readers.splice(0)) reader.close();
    await verifier.testDb.database().db.delete(eventsTable);
  });
  afterAll(async () => {
    await other?.close();
    await verifier?.close();
  });

  const watch = async (agentId: string, { at = 0, after }: { at?: number; after?: string | undefined } = {}) => {
    const headers: Record<string, string> = after === undefined ? {} : { 'last-event-id': after };
    const reader = await openReader(`${urls[at % urls.length]}/v1/agents/${agentId}/console/stream`, headers);
    readers.push(reader);
    return reader;
  };
  const append = (agentId: string, numbers: readonly number[], padding = '') => {
    const { db, events } = verifier.verifier().services;
    const list = numbers.map((n): AgentEvent => ({ type: 'agent.log', agentId, data: { n, padding } }));
    return db.transaction((tx) => events.appendMany(tx, 'default', list));
  };
  const numbers = (reader: Reader) => reader.events().map(({ data }) => Number(data['n']));
  const upTo = (count: number, from = 0) => Array.from({ length: count }, (_, index) => from + index);

  it('readers that come back again and again, to whichever process, get each event once and in order', async () => {
    const total = 400;
    let isWriting = true;
    const write = async (agentId: string) => {
      // Concurrent transactions of all sizes: a later commit has the higher number.
      for (let n = 0; n < total; ) {
        const size = Math.min(total - n, 1 + (n % 23));
        await append(agentId, upTo(size, n));
        n += size;
      }
    };
    const read = async (agentId: string, seed: number) => {
      const seen: number[] = [];
      let after = '0';
      for (let round = seed; seen.length < total; round += 1) {
        const reader = await watch(agentId, { at: round, after });
        const wanted = Math.min(total - seen.length, 1 + ((round * 37) % 61));
        await reader.until((one) => one.events().length >= wanted);
        reader.close();
        seen.push(...numbers(reader));
        after = reader.lastId() ?? after;
      }
      return seen;
    };
    const writing = Promise.all(agents.map(write)).finally(() => {
      isWriting = false;
    });
    const reading = agents.flatMap((agentId) => [1, 2, 3].map((seed) => read(agentId, seed)));
    for (const seen of await Promise.all(reading)) expect(seen).toEqual(upTo(total));
    await writing;
    expect(isWriting).toBe(false);
  });

  it('a stream that stays open gets what others commit while it catches up', async () => {
    await append('one', upTo(1_200));
    const opened = [0, 1, 2, 3].map((at) => watch('one', { at, after: '0' }));
    for (let n = 1_200; n < 1_500; n += 3) await append('one', upTo(3, n));
    for (const reader of await Promise.all(opened)) {
      await reader.until((one) => one.events().length >= 1_500);
      expect(numbers(reader)).toEqual(upTo(1_500));
    }
  });

  it('a reader that never reads is cut off, and another one of the same agent gets everything', async () => {
    const [stuck, well] = [await watch('two'), await watch('two')];
    await Promise.all([stuck, well].map((one) => one.until(({ messages }) => messages.length > 0)));
    stuck.pause();
    const padding = 'x'.repeat(20_000);
    let n = 0;
    const metric = async () => (await verifier.get('/metrics')).raw.toString('utf8');
    // More than the buffers of any system take.
    while (!/^assay_console_streams_ended_total\{reason="behind"\} 1$/m.test(await metric())) {
      await append('two', upTo(20, n), padding);
      n += 20;
      await well.until((one) => one.events().length >= n);
    }
    expect(numbers(well)).toEqual(upTo(n));
    expect(await metric()).toMatch(/^assay_console_streams 1$/m);
  });

  it('streams end at once when the process stops, and a stop waits for no reader', async () => {
    const [well, stuck] = [await watch('three'), await watch('three')];
    stuck.pause();
    await well.until(({ messages }) => messages.length > 0);
    await verifier.verifier().services.consoleStreams.close();
    await well.ended;
    expect(well.comments.at(-1)).toBe('the stream ends: the server is stopping: come back');
    expect((await watch('three')).status).toBe(503);
    await verifier.restart();
    urls[0] = await verifier.verifier().app.listen({ host: '127.0.0.1', port: 0 });
    expect((await watch('three')).status).toBe(200);
  });

  describe.skipIf(kind === 'pglite')('while PostgreSQL restarts', () => {
    it('streams stay open, and go on without a gap when it is back', async () => {
      if (other === undefined) throw new Error('the second process is there');
      const reader = await watch('one', { at: 1 });
      await append('one', upTo(3));
      await reader.until((one) => one.events().length === 3);
      const { db } = verifier.testDb.database();
      const listening = async () => {
        const rows = await query<{ pid: number }>(
          db,
          sql`select pid from pg_stat_activity where query = 'listen assay_events' and state = 'idle'`,
        );
        return rows.map(({ pid }) => pid);
      };
      for (let round = 0; round < 3; round += 1) {
        for (const pid of await listening()) await query(db, sql`select pg_terminate_backend(${pid})`);
        await other.cutConnections();
        await append('one', upTo(4, 3 + round * 4));
        await reader.until((one) => one.events().length === 7 + round * 4);
      }
      expect(numbers(reader)).toEqual(upTo(15));
      expect(reader.messages.filter(({ data }) => data['gap'] !== undefined)).toEqual([]);
    });
  });
});

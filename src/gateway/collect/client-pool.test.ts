import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { AuditorClient } from '../../clients/auditor/client.ts';
import { createClientPool, type PlacedBy } from './client-pool.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function createPool() {
  const connected: string[] = [];
  const closed: string[] = [];
  const pool = createClientPool((item, placedBy) => {
    const name = `${placedBy} ${item.name}`;
    connected.push(name);
    const fail = () => Promise.reject(new Error('nobody asks'));
    const close = async () => {
      closed.push(name);
    };
    const client: AuditorClient = { transport: 'http', health: fail, vocabulary: fail, claims: fail, close };
    return { client, boundary: 'remote' };
  }, 1_000);
  const connect = (name: string, url: string, placedBy: PlacedBy = 'config', also: readonly string[] = []) =>
    pool.connect({ name, image: 'x', port: 1, url }, placedBy, also).client;
  return { pool, connect, connected, closed };
}

it('chains share one client per address, under any names', () => {
  const { connect, connected } = createPool();
  expect(connect('one', 'http://a')).toBe(connect('other', 'http://a'));
  expect(connect('one', 'http://b')).not.toBe(connect('one', 'http://a'));
  expect(connected).toEqual(['config one', 'config one']);
});

it('an https address has a client for each set of ids, because its certificate is checked for them', () => {
  const { connect } = createPool();
  const one = connect('one', 'https://a');
  expect(connect('one', 'https://a')).toBe(one);
  expect(connect('other', 'https://a')).not.toBe(one);
  expect(connect('one', 'https://a', 'config', ['registered'])).not.toBe(one);
});

it('the configuration shares the client of the files, and never the other way round', () => {
  const { connect } = createPool();
  const configured = connect('one', 'http://a', 'config');
  expect(connect('one', 'http://a', 'files')).not.toBe(configured);
  const own = connect('two', 'http://b', 'files');
  expect(connect('two', 'http://b', 'config')).toBe(own);
});

it('an unused client is closed after a while, unless it is needed again', async () => {
  const { pool, connect, closed } = createPool();
  const kept = connect('kept', 'http://a');
  connect('gone', 'http://b');
  connect('back', 'http://c');
  pool.sweep(new Set([kept]));
  vi.advanceTimersByTime(900);
  connect('back', 'http://c');
  vi.advanceTimersByTime(900);
  expect(closed).toEqual(['config gone']);
  await pool.close();
  expect(closed.toSorted()).toEqual(['config back', 'config gone', 'config kept']);
});

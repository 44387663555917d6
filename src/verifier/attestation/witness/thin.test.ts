import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openTestDb, type TestDb, testDatabaseKind } from '../../../platform/db/test-db.ts';
import { createWitnessStore, type WitnessStore } from './store.ts';
import { type CheckpointRow, witnessCheckpointsTable, witnessMigrations } from './tables.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const start = Date.parse('2026-01-01T00:30:00.000Z');

let testDb: TestDb;
let store: WitnessStore;
let chainId = '';
let chains = 0;

beforeAll(async () => {
  testDb = await openTestDb(testDatabaseKind, witnessMigrations);
  store = createWitnessStore(testDb.database().db);
});
afterAll(() => testDb?.close());
beforeEach(() => {
  chainId = `chain-${chains++}`;
});

const aCheckpoint = (size: number, witnessedAt: number): CheckpointRow => ({
  org_id: 'default',
  chain_id: chainId,
  size,
  root: `root ${size}`,
  head: `head ${size}`,
  note: `note ${size}`,
  witnessed_at: witnessedAt,
});

/** Witnesses a checkpoint, optionally with a proof of two histories of an earlier size. */
const witness = (size: number, witnessedAt: number, equivocatedSize?: number) =>
  store.advance('default', chainId, async () => ({
    answer: undefined,
    checkpoint: aCheckpoint(size, witnessedAt),
    ...(equivocatedSize === undefined
      ? {}
      : {
          equivocation: {
            org_id: 'default',
            chain_id: chainId,
            size: equivocatedSize,
            root: 'other',
            head: 'other',
            known_note: `note ${equivocatedSize}`,
            other_note: 'other',
            seen_at: witnessedAt,
          },
        }),
  }));

async function sizes(ofChain = chainId): Promise<number[]> {
  const rows = await testDb.database().db.select().from(witnessCheckpointsTable);
  return rows
    .filter((row) => row.chain_id === ofChain)
    .map(({ size }) => size)
    .sort((left, right) => left - right);
}

it('everything of the last hour stays, and of each hour before it the last checkpoint', async () => {
  // One every ten minutes from 00:30 on; the last one is of 04:00, and 03:00 to 03:50 lie within the hour before it.
  for (let index = 1; index <= 22; index++) await witness(index, start + (index - 1) * 10 * minute);
  expect(await sizes()).toEqual([3, 9, 15, 16, 17, 18, 19, 20, 21, 22]);
});

it('checkpoints older than 30 days are removed, the newest of a chain never', async () => {
  for (let index = 1; index <= 5; index++) await witness(index, start + index * hour);
  expect(await sizes()).toEqual([1, 2, 3, 4, 5]);
  await witness(6, start + 30 * day + 3 * hour + minute);
  expect(await sizes()).toEqual([4, 5, 6]);
  await witness(7, start + 90 * day);
  expect(await sizes()).toEqual([7]);
  expect(await store.findLatest('default', chainId)).toMatchObject({ size: 7, note: 'note 7' });
});

it('a checkpoint that proves two histories stays for ever', async () => {
  await witness(1, start);
  await witness(2, start + minute);
  await witness(3, start + 2 * minute, 1);
  await witness(4, start + 40 * day);
  expect(await sizes()).toEqual([1, 4]);
  expect(await store.find('default', chainId, 1)).toMatchObject({ note: 'note 1' });
});

it('other chains are left alone, and nothing is done within an hour', async () => {
  const other = chainId;
  for (let index = 1; index <= 20; index++) await witness(index, start + index * minute);
  chainId = 'another';
  for (let index = 1; index <= 3; index++) await witness(index, start + index * 2 * day);
  expect((await sizes(other)).length).toBe(20);
});

it('the same size again, hours later, is still the newest', async () => {
  await witness(1, start);
  await witness(1, start + 40 * day);
  expect(await sizes()).toEqual([1]);
  await witness(2, start + 40 * day + minute);
  expect(await sizes()).toEqual([1, 2]);
});

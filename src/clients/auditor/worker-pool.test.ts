import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type AuditorWorkerPool, createWorkerPool } from './worker-pool.ts';

/** A worker that acts according to the auditor's id. */
const workerText = `
import { parentPort, workerData } from 'node:worker_threads';
parentPort.on('message', ({ id, auditorId }) => {
  if (auditorId === 'hang') while (true);
  if (auditorId === 'die') process.exit(1);
  if (auditorId === 'throw') throw new Error('no');
  parentPort.postMessage({ id, response: { status: 'success', claims: [], who: workerData.name } });
});`;

let folder: string;
let workerUrl: URL;
let pool: AuditorWorkerPool;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-pool-'));
  const path = join(folder, 'worker.mjs');
  await writeFile(path, workerText);
  workerUrl = pathToFileURL(path);
});
afterAll(() => rm(folder, { recursive: true, force: true }));
afterEach(() => pool.close());

const request = { data: { input: 'x' }, phase: 'request' as const };
const open = (options: { size?: number; maxQueue?: number } = {}) => {
  pool = createWorkerPool({ workerUrl, size: 1, workerData: { name: 'w' }, ...options });
  return pool;
};

it('answers from a worker with its given data', async () => {
  expect(await open().claims({ auditorId: 'ok' }, request, 10_000)).toMatchObject({ status: 'success', who: 'w' });
});

it('ends a busy worker at its deadline, and the next task runs on a new one', async () => {
  open();
  expect(await pool.claims({ auditorId: 'hang' }, request, 500)).toMatchObject({
    status: 'error',
    error: { code: 'TIMEOUT' },
  });
  expect(await pool.claims({ auditorId: 'ok' }, request, 10_000)).toMatchObject({ status: 'success' });
});

it.each(['die', 'throw'])('reports in-band when a worker %ss, and continues with a new one', async (how) => {
  open();
  const both = await Promise.all([
    pool.claims({ auditorId: how }, request, 10_000),
    pool.claims({ auditorId: 'ok' }, request, 10_000),
  ]);
  expect(both).toMatchObject([{ status: 'error', error: { code: 'INTERNAL_ERROR' } }, { status: 'success' }]);
});

it('a task that waits for a worker until its deadline is overload of this pool, not a late auditor', async () => {
  open();
  const [, waited] = await Promise.all([
    pool.claims({ auditorId: 'hang' }, request, 1_000),
    pool.claims({ auditorId: 'ok' }, request, 200),
  ]);
  expect(waited).toMatchObject({ status: 'error', error: { code: 'OVERLOADED', retryable: true } });
});

it('refuses tasks over the waiting limit', async () => {
  open({ maxQueue: 1 });
  const busy = pool.claims({ auditorId: 'hang' }, request, 600);
  const waiting = pool.claims({ auditorId: 'ok' }, request, 10_000);
  expect(await pool.claims({ auditorId: 'ok' }, request, 10_000)).toMatchObject({ error: { code: 'OVERLOADED' } });
  await busy;
  expect(await waiting).toMatchObject({ status: 'success' });
});

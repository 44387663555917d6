/** Entry of a process that sends webhooks until it is killed. */
import process from 'node:process';
import { createDb } from '../../../platform/db/db.ts';
import { testServerDatabase } from '../../../platform/db/test-db.ts';
import { createWorkFixture } from './work.fixture.ts';

const [kind = '', where = '', now = '0'] = process.argv.slice(2);
const database = await createDb(kind === 'pglite' ? { dataDir: where } : { ...testServerDatabase(where), dataDir: '' });
await createWorkFixture(database.db, { now: () => Number(now) }, 'prc_killed', { attemptMs: 600_000 }).work.tick();
// Keeps the process alive.
await new Promise((resolve) => setTimeout(resolve, 600_000));

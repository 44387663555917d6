/** Entry of a process that works on one installation over a schema of the test database, and hangs at a call. */
import process from 'node:process';
import { createDb } from '../../../platform/db/db.ts';
import { testServerDatabase } from '../../../platform/db/test-db.ts';
import { calls, createWorkFixture, type WorkFixture } from './work.fixture.ts';

const [schema = '', id = '', stopAt = '', auth = 'none', now = '0'] = process.argv.slice(2);
const database = await createDb({ ...testServerDatabase(schema), dataDir: '', maxConnections: 2 });
const fixture: WorkFixture = createWorkFixture(database.db, { now: () => Number(now) }, 'prc_killed');
fixture.auth = auth === 'ready' ? 'ready' : auth === 'missing' ? 'missing' : 'none';
fixture.approval = 'approved';
fixture.before = async (call) => {
  if (call !== calls.find((one) => one === stopAt)) return;
  process.stdout.write('stopped\n');
  // A pending timer keeps the process alive: it is killed from outside.
  await new Promise((resolve) => setTimeout(resolve, 600_000));
};
await fixture.work.advance({ org_id: 'default', id });
process.stdout.write('ended\n');
await database.close();

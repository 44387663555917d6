/** Entry of a process that takes a verification over a schema of the test server, and hangs in its checks. */
import process from 'node:process';
import { createDb } from '../../../platform/db/db.ts';
import { testServerDatabase } from '../../../platform/db/test-db.ts';
import { createWorkFixture } from './work.fixture.ts';

const [schema = '', id = '', now = '0'] = process.argv.slice(2);
const database = await createDb({ ...testServerDatabase(schema), dataDir: '', maxConnections: 2 });
const hang = async (): Promise<never> => {
  process.stdout.write('stopped\n');
  // Keeps the process alive: it is killed from outside.
  await new Promise((resolve) => setTimeout(resolve, 600_000));
  throw new Error('nobody killed it');
};
createWorkFixture(database.db, { now: () => Number(now) }, hang, 'prc_killed').work.wake({ org_id: 'default', id });

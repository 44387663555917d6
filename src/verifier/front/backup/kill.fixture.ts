/** Entry of a process that takes or restores a backup, and kills itself on the way, as kill -9 does. */
import process from 'node:process';
import { systemClock } from '../../../platform/clock.ts';
import { verifierSchema as schema } from '../../features.ts';
import { makeBackup, runRestore } from './open.ts';

const [what = '', path = '', at = '', dataDir = '', url] = process.argv.slice(2);
const env = { ASSAY_DATA_DIR: dataDir, ...(url === undefined ? {} : { DATABASE_URL: url }) };
const onRows = (rows: number) => {
  if (rows >= Number(at)) process.kill(process.pid, 'SIGKILL');
};
if (what === 'backup') await makeBackup({ schema, env, clock: systemClock, onRows }, { path });
else await runRestore({ schema, env, clock: systemClock, onRows }, { path });
process.stdout.write('ended\n');

/**
 * Entry of a process that works on runs of a test database and reports its progress: `begun NODE` lines, and for steps with an
 * effect a call to the server that counts effects. It stops where it is told to.
 */
import { once } from 'node:events';
import process from 'node:process';
import { systemClock } from '../../../../platform/clock.ts';
import { createDb } from '../../../../platform/db/db.ts';
import { testServerDatabase } from '../../../../platform/db/test-db.ts';
import { aGraph, createRunFixture, done } from './runs.fixture.ts';

const [where = '', counter = '', stopAt = '', leaseMs = '30000', start = ''] = process.argv.slice(2);
const [kind = '', place = ''] = where.split('=');
const database = await createDb(kind === 'schema' ? { ...testServerDatabase(place), dataDir: '' } : { dataDir: place });
const fixture = createRunFixture(database.db, systemClock, { isScheduled: true, bounds: { leaseMs: Number(leaseMs) } });

const killedGraph = aGraph({ ask: 'agent', act: 'tool', tell: 'agent' }, ['in>ask', 'ask>act', 'act>tell', 'tell>out']);
fixture.graphs.set('killed', killedGraph);
const stop = async (at: string): Promise<void> => {
  if (at !== stopAt) return;
  process.stdout.write(`stopped ${at}\n`);
  // Killed from outside, or told to continue.
  await once(process.stdin, 'data');
};
fixture.leavesByItself = true;
fixture.execute = async ({ node, runId, input, aboutToAct }) => {
  await stop(`before ${node.id}`);
  if (node.type === 'tool') {
    await aboutToAct().catch((error: unknown) => {
      process.stdout.write(`kept ${node.id}\n`);
      throw error;
    });
  }
  await stop(`leaving ${node.id}`);
  await fetch(`${counter}/${node.id}/${runId}`, { method: 'POST' });
  await stop(`after ${node.id}`);
  return done(input);
};
// Only the first process writes it: an embedded database allows one at a time.
if (start === 'start') await fixture.start('killed');
process.stdout.write('ready\n');
const timer = setInterval(() => fixture.workflowRunWork.wake(), 100);
process.once('SIGTERM', async () => {
  clearInterval(timer);
  await fixture.backgroundWork.close();
  await database.close();
  process.exit(0);
});

/** Random calls and answers pass a real gateway: an auditor has read everything that arrives on the other side. */
import type { Check, Task } from '../check.ts';
import { type Case, canariesOf, drawCase, toAnswer, toRequest } from './case.ts';
import { openWorld, type World } from './world.ts';

const cases = { quick: 400, default: 4_000, full: 40_000 } as const;

export const differentialCheck: Check = {
  name: 'differential',
  wrongText: 'reached the other side unread',
  isIsolated: true,
  shards: 2,
  async run(task) {
    const world = await openWorld();
    try {
      await runCases(
        world,
        task,
        task.untilMs === undefined ? cases[task.depth] / task.shards : Number.POSITIVE_INFINITY,
      );
    } finally {
      await world.close();
    }
  },
};

/** Tries this many cases, or until the task's time is over. */
export async function runCases(world: World, task: Task, most: number): Promise<void> {
  const { shard, shards, seed, tally, untilMs = Number.POSITIVE_INFINITY } = task;
  let arrived = 0;
  for (let count = 0; count < most && Date.now() < untilMs; count += 1) {
    const index = count * shards + shard;
    const one = drawCase(seed, index);
    let told = '';
    await tally.try(
      () => told,
      async () => {
        const { reached, unseen } = await world.run(one, canariesOf(index));
        if (reached.length > 0) arrived += 1;
        if (unseen.length === 0) return 'held';
        told = `case ${index} of seed ${seed}: ${describe(await shrink(world, one, index))}`;
        return 'wrong';
      },
    );
  }
  tally.note(`in ${arrived} cases of shard ${shard} a canary reached the other side`);
}

/** Removes changes one by one while the case still fails, then its surroundings. */
export async function shrink(world: World, one: Case, index: number): Promise<Case> {
  const fails = async (smaller: Case) => (await world.run(smaller, canariesOf(index))).unseen.length > 0;
  let smallest = one;
  for (const change of one.changes) {
    const smaller = { ...smallest, changes: smallest.changes.filter((other) => other !== change) };
    if (await fails(smaller)) smallest = smaller;
  }
  const plain = {
    writing: { escapes: 'none', layout: '' },
    charset: '',
    encoding: 'utf8',
    mark: '',
    query: '',
    headers: {},
    frame: 0,
  } as const;
  for (const [name, value] of Object.entries(plain)) {
    const smaller = { ...smallest, coat: { ...smallest.coat, [name]: value } };
    if (await fails(smaller)) smallest = smaller;
  }
  return smallest;
}

function describe(one: Case): string {
  const { side, isWindowed, changes, api } = one;
  const { headers, body } = side === 'request' ? toRequest(one) : toAnswer(one);
  const mode = side === 'stream' && isWindowed ? 'windowed stream' : side;
  const kinds = changes.map(({ kind, at, style }) => `${kind} ${at}/${style}`).join(', ');
  return `${mode} of ${api.path} (${kinds}) ${JSON.stringify(headers)} ${body.toString('utf8').slice(0, 6000)}`;
}

/** A thread of the torture run: takes an order, runs the task, answers with its counts. */
import { parentPort, workerData } from 'node:worker_threads';
import type { Tally } from './check.ts';
import { findCheck } from './checks.ts';
import type { Order } from './pool.ts';
import { createTally } from './tally.ts';

const beats: Int32Array = workerData;
let current: Tally | undefined;

async function run(order: Order): Promise<void> {
  const onInput = () => void Atomics.add(beats, 0, 1);
  const tally = createTally({ limitMs: order.limitMs, wrongText: order.wrongText, onInput });
  current = tally;
  try {
    await findCheck(order.check).run({ ...order, tally });
    parentPort?.postMessage({ counts: tally.counts() });
  } catch (error) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    parentPort?.postMessage({ failed: `${order.check}: the check itself failed: ${text}` });
  }
}

/** Says what a thread that hangs waits for: its input, and what is open in its event loop. */
function whereItIs(): string {
  const open = process.getActiveResourcesInfo().join(', ');
  return `it waits in input ${current?.where() ?? 'none'}; open in its event loop: ${open}`;
}

parentPort?.on('message', (message: { order: Order } | { report: true }) => {
  if ('order' in message) void run(message.order);
  else parentPort?.postMessage({ report: whereItIs() });
});

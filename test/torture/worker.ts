/** A thread of the torture run: takes an order, runs the task, answers with its counts. */
import { parentPort, workerData } from 'node:worker_threads';
import { findCheck } from './checks.ts';
import type { Order } from './pool.ts';
import { createTally } from './tally.ts';

const beats: Int32Array = workerData;

async function run(order: Order): Promise<void> {
  const onInput = () => void Atomics.add(beats, 0, 1);
  const tally = createTally({ limitMs: order.limitMs, wrongText: order.wrongText, onInput });
  try {
    await findCheck(order.check).run({ ...order, tally });
    parentPort?.postMessage({ counts: tally.counts() });
  } catch (error) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    parentPort?.postMessage({ failed: `${order.check}: the check itself failed: ${text}` });
  }
}

parentPort?.on('message', (order: Order) => void run(order));

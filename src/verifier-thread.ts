/** The verifier in a worker thread of `npm start`: says where it answers, and stops when it is told to. */
import { parentPort, workerData } from 'node:worker_threads';
import { createModelFileScan } from './model-file-scan.ts';
import type { Environment } from './platform/config.ts';
import { isAppError } from './platform/errors.ts';
import { type RunningVerifier, startVerifier } from './verifier/start.ts';
import type { FailedStart, ThreadMessage, ThreadOrder } from './verifier-in-thread.ts';

/** Environment of the process, as its main thread was given it. */
const env: Environment = workerData;
const tell = (message: ThreadMessage): void => parentPort?.postMessage(message);

/** An error loses its members on the way to another thread; these are what a start is explained by. */
function toFailure(error: unknown): FailedStart {
  const members = Object.fromEntries(
    ['code', 'syscall', 'path', 'port'].map((name) => [
      name,
      error instanceof Error ? Reflect.get(error, name) : undefined,
    ]),
  );
  return {
    message: error instanceof Error ? error.message : String(error),
    publicText: isAppError(error) ? error.publicText : undefined,
    members,
  };
}

function obey(verifier: RunningVerifier): void {
  parentPort?.on('message', (order: ThreadOrder) => {
    if (order !== 'close') return verifier.useGateway(order.gatewayUrl);
    // A close that fails ends the thread with its error, and the process with it. `exit` ends this thread only.
    void verifier.close().then(() => process.exit(0));
  });
}

try {
  const verifier = await startVerifier(env, undefined, { scanModelFile: createModelFileScan() });
  obey(verifier);
  tell({ url: verifier.url });
} catch (error) {
  tell({ failed: toFailure(error) });
}

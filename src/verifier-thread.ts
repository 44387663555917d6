/** The verifier in a worker thread of `npm start`: reports its address, and stops when told to. */
import { parentPort, workerData } from 'node:worker_threads';
import { createModelFileScan } from './model-file-scan.ts';
import type { Environment } from './platform/config.ts';
import { isAppError } from './platform/errors.ts';
import { type RunningVerifier, startVerifier } from './verifier/start.ts';
import type { FailedStart, ThreadMessage, ThreadOrder } from './verifier-in-thread.ts';

/** The environment of the process, as its main thread got it. */
const env: Environment = workerData;
const tell = (message: ThreadMessage): void => parentPort?.postMessage(message);

/** An error loses its members between threads; these are the ones that explain a failed start. */
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
    if (order === 'hurry') return verifier.closing.hurry();
    if (order !== 'close') return verifier.useGateway(order.gatewayUrl);
    // A failed close ends the thread with its error, and the process with it. `exit` ends this thread only.
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

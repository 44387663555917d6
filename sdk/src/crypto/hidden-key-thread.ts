/** The thread of a hidden key. Built into `hidden-key-code.ts` as text, so that it starts the same from everywhere. */
import { parentPort, workerData } from 'node:worker_threads';
import { packedBytes, type SignBatch, signatureWords, type ThreadStart } from './hidden-key-protocol.ts';
import { startHiddenModule } from './hidden-module.ts';
import { hiddenModuleRandomCode, hiddenModuleSha256 } from './hidden-module-pin.ts';

const { bytes }: ThreadStart = workerData;
const port = parentPort;
if (port === null) throw new Error('this runs in a thread only');

const module = startHiddenModule({ bytes, sha256: hiddenModuleSha256, randomCode: hiddenModuleRandomCode });

// Whatever is thrown in here ends the thread, and its key with it.
port.on('message', (message: SignBatch | 'destroy') => {
  if (message === 'destroy') {
    port.close();
    return;
  }
  const { id, packed, lengths } = message;
  const blocks = new Int32Array(packed);
  const signatures = new Int32Array(lengths.length * signatureWords);
  let at = 0;
  for (const [index, length] of lengths.entries()) {
    const start = index * signatureWords;
    module.sign(blocks.subarray(at / 4), length, signatures.subarray(start, start + signatureWords));
    at += packedBytes(length);
  }
  port.postMessage({ id, signatures: signatures.buffer }, [signatures.buffer]);
});
port.postMessage({ publicKey: module.publicKey });

/** The thread of a hidden key. It is built into `hidden-key-code.ts` as text, so that it starts the same from everywhere. */
import { parentPort, workerData } from 'node:worker_threads';
import { signChain } from './hidden-key-chain.ts';
import { packedBytes, type SignBatch, signatureWords, type ThreadStart, type ToThread } from './hidden-key-protocol.ts';
import { startHiddenModule } from './hidden-module.ts';
import { hiddenModuleRandomCode, hiddenModuleSha256 } from './hidden-module-pin.ts';

const { bytes }: ThreadStart = workerData;
const port = parentPort;
if (port === null) throw new Error('this runs in a thread only');

const module = startHiddenModule({ bytes, sha256: hiddenModuleSha256, randomCode: hiddenModuleRandomCode });

const signBatch = ({ packed, lengths }: SignBatch): ArrayBuffer => {
  const blocks = new Int32Array(packed);
  const signatures = new Int32Array(lengths.length * signatureWords);
  let at = 0;
  for (const [index, length] of lengths.entries()) {
    const start = index * signatureWords;
    module.sign(blocks.subarray(at / 4), length, signatures.subarray(start, start + signatureWords));
    at += packedBytes(length);
  }
  return signatures.buffer;
};

// Any error in here ends the thread, and its key with it.
port.on('message', (message: ToThread) => {
  if (message === 'destroy') {
    port.close();
    return;
  }
  const signatures = 'layout' in message ? signChain(module.sign, message) : signBatch(message);
  port.postMessage({ id: message.id, signatures }, [signatures]);
});
port.postMessage({ publicKey: module.publicKey });

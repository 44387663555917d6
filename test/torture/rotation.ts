/** Keys that rotate under load, with a real attestor, gateway and verifier: every exchange is answered, every record is valid. */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleepFor } from 'node:timers/promises';
import { nodeProofCrypto } from '@assay/sdk/crypto';
import { verifyExport } from '@assay/sdk/receipts';
import { createAttestor } from '../../src/attestor/attestor.ts';
import { loadAttestorConfig } from '../../src/attestor/config.ts';
import { startRotation } from '../../src/attestor/key/rotation.ts';
import { createSoftwareTee } from '../../src/attestor/tee/software/software.ts';
import { createLocalAttestorClient } from '../../src/clients/attestor/local.ts';
import { createLocalVerifierClient } from '../../src/clients/verifier/local.ts';
import { systemClock as clock } from '../../src/platform/clock.ts';
import { createLogger } from '../../src/platform/log.ts';
import { openTestVerifier } from '../../src/verifier/test-verifier.ts';
import { startTestGateway } from '../support/gateway.ts';
import type { Check, Task } from './check.ts';

const callers = 8;
const everyMs = 250;
const targets = {
  quick: { exchanges: 100, keys: 4 },
  default: { exchanges: 1500, keys: 12 },
  full: { exchanges: 10_000, keys: 48 },
} as const;
const chat = { model: 'echo', messages: [{ role: 'user', content: 'hello' }] };

export const rotationCheck: Check = { name: 'rotation', wrongText: 'refused', isIsolated: true, shards: 1, run };

async function run(task: Task): Promise<void> {
  const log = createLogger({ service: 'torture', level: 'silent' });
  const verifier = await openTestVerifier();
  verifier.clock.set(Date.now() + 1000);
  const tee = createSoftwareTee({ clock, build: 'torture' });
  const attestor = await createAttestor({ config: loadAttestorConfig({}), clock, randomBytes, log, tee });
  const rotation = startRotation({ key: attestor, everyMs, clock, log, sleep });
  const gateway = await startTestGateway({
    verifier: createLocalVerifierClient(verifier.verifier().app),
    wrapAttestor: () => createLocalAttestorClient(attestor),
  });
  try {
    const kids = await callUntilEnough(task, gateway.post, () => attestor.kid);
    await rotation.stop();
    await gateway.flush(AbortSignal.timeout(120_000));
    task.tally.note(`${kids} keys in turn, under ${callers} callers at once`);
    await task.tally.try(
      () => 'what the verifier was sent',
      async () => {
        const health: unknown = await (await gateway.get('/health')).json();
        const forwarding: unknown = Reflect.get(Object(health), 'forwarding');
        return Reflect.get(Object(forwarding), 'refused') === 0 ? 'held' : 'wrong';
      },
    );
    await task.tally.try(
      () => 'the chain over all keys',
      async () => {
        const exported = new Uint8Array(await (await gateway.get('/v1/receipts/export')).arrayBuffer());
        const { result } = await verifyExport([exported], { crypto: nodeProofCrypto, mode: 'full' });
        return result.chain_intact && result.epochs.length >= kids - 1 ? 'held' : 'wrong';
      },
    );
  } finally {
    await gateway.dispose();
    await attestor.close();
    await verifier.close();
  }
}

type Post = (path: string, body: unknown) => Promise<Response>;

/** Gives the number of keys. */
export async function callUntilEnough({ depth, tally }: Task, post: Post, kid: () => string): Promise<number> {
  const { exchanges, keys } = targets[depth];
  const kids = new Set<string>();
  let started = 0;
  const call = async (): Promise<void> => {
    while (started < exchanges || kids.size < keys) {
      started += 1;
      kids.add(kid());
      await tally.try(
        () => `exchange ${started} after ${kids.size} keys`,
        async () => {
          const answer = await post('/v1/chat/completions', chat);
          await answer.arrayBuffer();
          return answer.status === 200 ? 'held' : 'wrong';
        },
      );
    }
  };
  await Promise.all(Array.from({ length: callers }, call));
  return kids.size;
}

/** Ends early on the signal. */
async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await sleepFor(ms, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

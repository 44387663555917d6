/** One challenge offered 64 times at once to a real verifier: exactly one offer succeeds. */
import { createEd25519Key } from '@assay/sdk/crypto';
import { openTestVerifier, type TestVerifier } from '../../src/verifier/test-verifier.ts';
import { aKeyAttestation, madeAtS } from '../support/artefacts.ts';
import type { Check, Task } from './check.ts';

const offers = 64;
const rounds = { quick: 1, default: 8, full: 32 } as const;

export const nonceCheck: Check = {
  name: 'nonce',
  wrongText: 'served twice',
  isIsolated: true,
  shards: 1,
  run,
};

async function run(task: Task): Promise<void> {
  const verifier = await openTestVerifier();
  try {
    for (let round = 0; round < rounds[task.depth]; round += 1) {
      await offerAtOnce(verifier, task, (index) => ({ iat: madeAtS - index }));
      await offerAtOnce(verifier, task, () => ({}));
    }
  } finally {
    await verifier.close();
  }
}

/** By one key each time: different attestations, or the same bytes. */
export async function offerAtOnce(
  verifier: Pick<TestVerifier, 'post'>,
  { tally }: Task,
  change: (index: number) => object,
): Promise<void> {
  const nonce = String((await verifier.post('/v1/attestations/challenge')).body['nonce']);
  const key = createEd25519Key();
  const answers = await Promise.all(
    Array.from({ length: offers }, (_, index) =>
      verifier.post('/v1/attestations', {
        key_attestation: aKeyAttestation(key, { runtimeData: { nonce, ...change(index) } }),
      }),
    ),
  );
  let served = 0;
  for (const [index, { status }] of answers.entries()) {
    tally.tryNow(
      () => `offer ${index} answered ${status}`,
      () => {
        if (![200, 201, 409].includes(status)) throw new Error(`answered ${status}`);
        served += status === 201 ? 1 : 0;
        return status === 201 && served > 1 ? 'wrong' : 'held';
      },
    );
  }
  if (served === 0) throw new Error('a challenge was answered soundly and never accepted');
}

import { createEd25519Key } from '@assay/sdk/crypto';
import { expect, it } from 'vitest';
import { aKeyAttestation } from '../../../test/support/artefacts.ts';
import type { KeyAttestation } from '../../contract/key-attestation.ts';
import { AppError } from '../../platform/errors.ts';
import { createLogger } from '../../platform/log.ts';
import { createKeyRegistration } from './register-keys.ts';

const log = createLogger({ service: 'test', level: 'silent' });

/** A gateway that had two keys, and a verifier with the test's answers. */
function start(answer: (attestation: KeyAttestation) => AppError | undefined) {
  const [older, newer] = [aKeyAttestation(createEd25519Key()), aKeyAttestation(createEd25519Key())];
  const state = { answer, nowMs: 1_000_000, shown: [] as KeyAttestation[] };
  const registration = createKeyRegistration({
    verifier: {
      challenge: async () => ({ nonce: 'A'.repeat(43), expires_at: new Date(0).toISOString() }),
      async registerKeyAttestation(attestation) {
        state.shown.push(attestation);
        const refusal = state.answer(attestation);
        if (refusal !== undefined) throw refusal;
        const kid = attestation.runtime_data.jwk_thumbprint;
        return { attestation_id: 'a', kid, key_attestation_hash: 'h', kind: 'software', freshness: 'none' };
      },
    },
    attestor: { attest: async () => newer },
    keys: { list: () => [older, newer], add: async () => {} },
    clock: { now: () => state.nowMs },
    log,
    reattestEveryMs: 0,
  });
  const timesShown = (attestation: KeyAttestation) => state.shown.filter((one) => one === attestation).length;
  return { registration, state, older, timesShown };
}

const refused = (reason: string) => new AppError('attestation_refused', reason, { extensions: { reason } });
const reused = () => new AppError('nonce_reused', 'another call answers', { extensions: { reason: 'nonce_reused' } });

it.each([
  ['the policy of the verifier', () => refused('firmware')],
  ['another call that shows the same one', reused],
])(
  'an older key that was not registered because of %s is sent again until accepted, and then never more',
  async (_who, refusal) => {
    const { registration, state, older, timesShown } = start((one) => (one === older ? refusal() : undefined));
    await registration.register();
    await registration.register();
    expect(timesShown(older)).toBe(1);
    state.nowMs += 60_000;
    state.answer = () => undefined;
    const before = registration.taken();
    await registration.register();
    expect(timesShown(older)).toBe(2);
    expect(registration.taken()).toBe(before + 1);
    state.nowMs += 600_000;
    await registration.register();
    expect(timesShown(older)).toBe(2);
  },
);

it('a revoked key is sent once', async () => {
  const { registration, state, older, timesShown } = start((one) => (one === older ? refused('revoked') : undefined));
  for (let minute = 0; minute < 3; minute += 1) {
    await registration.register();
    state.nowMs += 60_000;
  }
  expect(timesShown(older)).toBe(1);
});

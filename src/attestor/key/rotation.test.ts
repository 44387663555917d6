import { randomBytes } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { anEvidence } from '../../../test/support/artefacts.ts';
import { createExchanges } from '../../../test/support/exchanges.ts';
import { AppError } from '../../platform/errors.ts';
import { createLogger } from '../../platform/log.ts';
import { type Attestor, createAttestor } from '../attestor.ts';
import { loadAttestorConfig } from '../config.ts';
import { createSoftwareTee } from '../tee/software/software.ts';
import { startRotation } from './rotation.ts';
import { createFakeKey } from './signing-key.fake.ts';

const log = createLogger({ service: 'attestor', level: 'silent' });
const iss = 'spiffe://assay.local/gateway/test';
const hourMs = 3_600_000;

/** An attestor with a manual clock, whose hardware can be away. */
async function start() {
  const time = { now: Date.parse('2026-01-01T00:00:00Z') };
  const clock = { now: () => time.now };
  const software = createSoftwareTee({ clock, build: 'test' });
  const state = { isAway: false };
  const tee: typeof software = {
    ...software,
    report: (...args) =>
      state.isAway ? Promise.reject(new AppError('unavailable', 'no report')) : software.report(...args),
  };
  const config = loadAttestorConfig({ GATEWAY_ID: 'test' });
  const createKey = async () => createFakeKey();
  const attestor = await createAttestor({ config, clock, randomBytes, log, tee, createKey });
  return { attestor, time, clock, state };
}

/** Runs a rotation whose waits the test ends. */
function runRotation({ attestor, clock }: Awaited<ReturnType<typeof start>>, errors: string[] = []) {
  const waits: (() => void)[] = [];
  const rotation = startRotation({
    key: attestor,
    everyMs: 24 * hourMs,
    clock,
    sleep: (_ms, signal) =>
      new Promise((resolve) => {
        waits.push(resolve);
        signal.addEventListener('abort', () => resolve(), { once: true });
      }),
    log: Object.assign(Object.create(log), { error: (_fields: unknown, text: string) => errors.push(text) }),
  });
  const look = async () => {
    await vi.waitUntil(() => waits.length > 0);
    waits.shift()?.();
    await vi.waitUntil(() => waits.length > 0);
  };
  return { rotation, look };
}

const evidenceOf = (hash: string) => anEvidence(hash, { iss });
const identityOf = ({ kid, jwk, keyAttestationHash }: Attestor) => ({ kid, jwk, keyAttestationHash });

describe('a key that is rotated', () => {
  it('signs records that name it until its successor has signed a receipt, and nothing afterwards', async () => {
    const { attestor } = await start();
    const before = identityOf(attestor);
    const exchanges = createExchanges(before);
    const evidence = () => evidenceOf(before.keyAttestationHash);
    await exchanges.sign(attestor, [evidence()]);
    await attestor.rotate();
    const after = identityOf(attestor);
    expect(after.kid).not.toBe(before.kid);
    expect(attestor.retiringKid).toBe(before.kid);
    expect(attestor.keys().map(({ kid }) => kid)).toEqual([after.kid, before.kid]);

    expect(await exchanges.sign(attestor, [evidence()])).toHaveLength(1);
    expect(await createExchanges(after).sign(attestor, [evidenceOf(after.keyAttestationHash)])).toHaveLength(1);

    expect(attestor.retiringKid).toBeUndefined();
    await expect(exchanges.sign(attestor, [evidence()])).rejects.toMatchObject({ code: 'evidence_refused' });
    expect(attestor.keys().map(({ kid }) => kid)).toEqual([after.kid, before.kid]);
  });

  it('continues to sign when its own first receipt comes after the rotation', async () => {
    const { attestor } = await start();
    const before = identityOf(attestor);
    const exchanges = createExchanges(before);
    await attestor.rotate();
    await exchanges.sign(attestor, [evidenceOf(before.keyAttestationHash)]);
    expect(attestor.retiringKid).toBe(before.kid);
    expect(await exchanges.sign(attestor, [evidenceOf(before.keyAttestationHash)])).toHaveLength(1);
  });

  it('never signs for another: a batch that names two keys is refused', async () => {
    const { attestor } = await start();
    const before = identityOf(attestor);
    await attestor.rotate();
    const both = [evidenceOf(before.keyAttestationHash), evidenceOf(attestor.keyAttestationHash)];
    for (const key of [before, identityOf(attestor)]) {
      await expect(createExchanges(key).sign(attestor, both)).rejects.toMatchObject({ code: 'evidence_refused' });
    }
    const { records, evidence } = createExchanges(before).next([evidenceOf(before.keyAttestationHash)]);
    const mixed = records.map((record, index) =>
      index === 1 ? { ...record, attestation_hash: attestor.keyAttestationHash } : record,
    );
    await expect(attestor.signExchanges(mixed, evidence)).rejects.toMatchObject({ code: 'attestor_refused' });
  });

  it('no longer answers challenges: the new one does', async () => {
    const { attestor } = await start();
    await attestor.rotate();
    const attestation = await attestor.attest(Buffer.alloc(32, 1).toString('base64url'));
    expect(attestation.runtime_data.jwk_thumbprint).toBe(attestor.kid);
  });
});

describe('the rotation', () => {
  it('replaces a key at its age and no earlier, and later ends the former one', async () => {
    const run = await start();
    const { attestor, time } = run;
    const { rotation, look } = runRotation(run);
    const first = attestor.kid;
    time.now += 24 * hourMs - 1;
    await look();
    expect(attestor.kid).toBe(first);
    time.now += 1;
    await look();
    expect(attestor.kid).not.toBe(first);
    expect(attestor.retiringKid).toBe(first);
    time.now += 60_000;
    await look();
    expect(attestor.retiringKid).toBeUndefined();
    await rotation.stop();
  });

  it('keeps the current key, reports it, and retries when the hardware gives no report', async () => {
    const run = await start();
    const { attestor, time, state } = run;
    const errors: string[] = [];
    const { rotation, look } = runRotation(run, errors);
    const { kid, keyAttestationHash } = identityOf(attestor);
    time.now += 24 * hourMs;
    state.isAway = true;
    await look();
    await look();
    expect(errors).toHaveLength(2);
    expect(errors[0]).toContain('it stays in use');
    expect(attestor.kid).toBe(kid);
    expect(attestor.ready).toBe(true);
    expect(await createExchanges(attestor).sign(attestor, [evidenceOf(keyAttestationHash)])).toHaveLength(1);
    state.isAway = false;
    await look();
    expect(attestor.kid).not.toBe(kid);
    await rotation.stop();
  });
});

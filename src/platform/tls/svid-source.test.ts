/** A process's own certificate: renewed in time, kept while renewal fails, and never used after its end. */
import { createPublicKey } from 'node:crypto';
import { readChildren, readDer, readPem, toPem } from '@assay/sdk/x509';
import { describe, expect, it } from 'vitest';
import { createLogger } from '../log.ts';
import { aTestAuthority, gatewayId, minuteMs } from './svid.fixture.ts';
import { type SvidSourceDeps, startSvidSource } from './svid-source.ts';

const authority = aTestAuthority();
const log = createLogger({ service: 'test', level: 'silent' });

/** Certifies the key of a request. */
function certify(csr: string, now: number, spiffeId: string): { svid: string; bundle: string } {
  const [block] = readPem(csr);
  const [body] = readChildren(readDer(block?.der ?? new Uint8Array()));
  const spki = body === undefined ? undefined : readChildren(body)[2]?.bytes;
  if (spki === undefined) throw new Error('no request');
  const publicKey = createPublicKey({ key: Buffer.from(spki), format: 'der', type: 'spki' });
  const { keys } = authority.credential;
  const times = { notBefore: now - minuteMs, notAfter: now + 60 * minuteMs };
  const { der } = authority.leaf({ names: [`URI:${spiffeId}`], keys: { ...keys, publicKey }, ...times });
  return { svid: toPem(der), bundle: authority.bundle.pem };
}

/** A source whose clock advances only in its sleeps; `sleeps` lists them. */
function setUp(change: Partial<SvidSourceDeps> = {}) {
  let now = Math.floor(Date.now() / 1000) * 1000;
  let wake: (() => void) | undefined;
  const sleeps: number[] = [];
  const failing = { now: false };
  const start = startSvidSource({
    spiffeId: gatewayId,
    pinned: authority.bundle,
    log,
    clock: { now: () => now },
    randomBytes: (size) => new Uint8Array(size).fill(128),
    async issue(csr) {
      if (failing.now) throw new Error('the verifier is away');
      return certify(csr, now, gatewayId);
    },
    sleep: (ms, signal) =>
      new Promise<void>((resolve) => {
        sleeps.push(ms);
        wake = resolve;
        signal.addEventListener('abort', () => resolve(), { once: true });
      }),
    ...change,
  });
  /** Ends its sleep, and waits for the next one. */
  const pass = async (): Promise<void> => {
    const count = sleeps.length;
    now += sleeps.at(-1) ?? 0;
    wake?.();
    while (sleeps.length === count) await new Promise((resolve) => setImmediate(resolve));
  };
  return { start, pass, sleeps, failing };
}

describe("a process's certificate", () => {
  it('is renewed half way through its life, with a new key each time', async () => {
    const { start, pass, sleeps } = setUp();
    const source = await start;
    const first = source.current();
    expect(sleeps[0]).toBeGreaterThan(29 * minuteMs);
    expect(sleeps[0]).toBeLessThan(31 * minuteMs);
    await pass();
    const second = source.current();
    expect([first?.key === second?.key, first?.certificate === second?.certificate]).toEqual([false, false]);
    expect(source.state()).toMatchObject({ status: 'valid', spiffe_id: gatewayId });
    await source.close();
  });

  it('stays in use while renewal fails, with ever rarer retries, and is gone when expired', async () => {
    const { start, pass, sleeps, failing } = setUp();
    const source = await start;
    const first = source.current();
    failing.now = true;
    for (let count = 0; count < 9; count += 1) await pass();
    expect(source.current()).toBe(first);
    expect(source.state()).toMatchObject({ status: 'renewal_failing', problem: 'the verifier is away' });
    const pauses = sleeps.slice(1);
    expect(pauses.map((ms) => Math.round(ms / 1000))).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60]);
    for (let count = 0; count < 31; count += 1) await pass();
    expect([source.current(), source.state().status]).toEqual([undefined, 'none']);
    failing.now = false;
    await pass();
    expect([source.current() === undefined, source.state().status]).toEqual([false, 'valid']);
    await source.close();
  });

  it('may come late: the process starts without one, and reports it', async () => {
    const { start: late, pass } = setUp({
      issue: async () => {
        throw new Error('never');
      },
    });
    const source = await late;
    expect([source.current(), source.state()]).toEqual([
      undefined,
      { spiffe_id: gatewayId, status: 'none', expires_at: null, problem: 'never' },
    ]);
    await pass();
    await source.close();
  });

  it.each<[string, (csr: string) => { svid: string; bundle: string }, string]>([
    ['for somebody else', (csr) => certify(csr, Date.now(), `${gatewayId}-2`), 'identity'],
    [
      'of a foreign authority',
      (csr) => ({ ...certify(csr, Date.now(), gatewayId), bundle: aTestAuthority().bundle.pem }),
      'untrusted',
    ],
    [
      'for another key',
      () => ({ svid: authority.svid(gatewayId).certificate, bundle: authority.bundle.pem }),
      'another key',
    ],
    ['that has expired', (csr) => certify(csr, Date.now() - 99 * minuteMs, gatewayId), 'expired'],
    ['that is none', () => ({ svid: 'nonsense', bundle: authority.bundle.pem }), 'not a certificate'],
    ['without a bundle', (csr) => ({ ...certify(csr, Date.now(), gatewayId), bundle: '' }), 'contains no certificate'],
  ])('%s is refused', async (_words, make, why) => {
    const { start } = setUp({ issue: async (csr) => make(csr) });
    const source = await start;
    expect(source.current()).toBeUndefined();
    expect(source.state().problem).toContain(why);
    await source.close();
  });

  it('accepts new authorities without waiting for its renewal', async () => {
    const other = aTestAuthority('second');
    const { start, pass } = setUp({ readBundle: async () => other.bundle, bundleEveryMs: minuteMs });
    const source = await start;
    let told = 0;
    source.onChange(() => {
      told += 1;
    });
    await pass();
    expect([source.bundle(), source.current()?.bundle, told]).toEqual([other.bundle, other.bundle, 1]);
    await source.close();
  });
});

import { afterEach, expect, it, vi } from 'vitest';
import { createRestartingAttestor } from '../../../test/support/restarting-attestor.ts';
import type { AttestorIdentity } from '../../clients/attestor/client.ts';
import { systemClock } from '../../platform/clock.ts';
import type { AppError } from '../../platform/errors.ts';
import { createLogger } from '../../platform/log.ts';
import { type KeyWatch, watchKey } from './live-key.ts';

const log = createLogger({ service: 'test', level: 'silent' });
const open: KeyWatch[] = [];

afterEach(async () => {
  for (const watch of open.splice(0)) await watch.close();
});

const unavailable = expect.objectContaining({ code: 'attestor_unavailable', retryAfterS: 1 });

async function start(adopt: (identity: AttestorIdentity) => Promise<void> = async () => {}) {
  const attestor = await createRestartingAttestor();
  const told: (AppError | undefined)[] = [];
  const watch = watchKey({
    attestor: attestor.client,
    identity: await attestor.client.identity(),
    adopt,
    onChange: (problem) => told.push(problem),
    log,
    clock: systemClock,
    // Between two checks it waits only for the next turn of the event loop.
    sleep: () => new Promise((resolve) => setImmediate(resolve)),
  });
  open.push(watch);
  return { attestor, watch, told };
}

it('names the key of the start while nothing changes', async () => {
  const { attestor, watch, told } = await start();
  expect(watch.current()).toBe((await attestor.client.identity()).keyAttestationHash);
  expect(told).toEqual([]);
});

it('signs nothing while the attestor is away, reports it once, and continues when the same one is back', async () => {
  const { attestor, watch, told } = await start();
  const key = watch.current();
  const { identity } = attestor.client;
  attestor.client.identity = () => Promise.reject(new Error('connection refused'));
  await vi.waitUntil(() => told.length > 2);
  expect(watch.current).toThrow(unavailable);
  attestor.client.identity = identity;
  await vi.waitUntil(() => told.at(-1) === undefined);
  expect(watch.current()).toBe(key);
});

it('names the new key of a restarted attestor only after it was adopted', async () => {
  const adopting = { finish: (): void => {}, kids: [] as string[] };
  const { attestor, watch, told } = await start(async ({ kid }) => {
    adopting.kids.push(kid);
    await new Promise<void>((resolve) => {
      adopting.finish = resolve;
    });
  });
  const before = watch.current();
  attestor.stop();
  const kid = await attestor.start();
  await vi.waitUntil(() => adopting.kids.length > 0);
  expect(watch.current).toThrow(unavailable);
  expect(told.at(-1)).toEqual(unavailable);
  adopting.finish();
  await vi.waitUntil(() => told.at(-1) === undefined);
  expect(adopting.kids).toEqual([kid]);
  expect(watch.current()).not.toBe(before);
  expect(watch.current()).toBe((await attestor.client.identity()).keyAttestationHash);
});

it('stays closed while the new key cannot be stored, and tries again', async () => {
  let tries = 0;
  const { attestor, watch, told } = await start(async () => {
    tries += 1;
    if (tries < 3) throw new Error('the disk is full');
  });
  attestor.stop();
  await attestor.start();
  await vi.waitUntil(() => told.length > 0 && told.at(-1) === undefined);
  expect(tries).toBe(3);
  expect(told.slice(0, -1).every((problem) => problem?.code === 'attestor_unavailable')).toBe(true);
  expect(watch.current()).toBe((await attestor.client.identity()).keyAttestationHash);
});

it('looks at once when something was not signed', async () => {
  const attestor = await createRestartingAttestor();
  const { identity } = attestor.client;
  let looks = 0;
  attestor.client.identity = () => {
    looks += 1;
    return identity();
  };
  const watch = watchKey({
    attestor: attestor.client,
    identity: await identity(),
    adopt: async () => {},
    onChange: () => {},
    log,
    clock: systemClock,
    sleep: (_ms, signal) =>
      new Promise((resolve) => {
        if (signal.aborted) resolve();
        signal.addEventListener('abort', () => resolve(), { once: true });
      }),
  });
  open.push(watch);
  watch.suspect();
  await vi.waitUntil(() => looks === 1);
});

it('has the key renewed when the attestor refuses to sign with it, and signs with the new one', async () => {
  const { attestor, watch, told } = await start();
  const before = watch.current();
  watch.suspect({ isRefused: true });
  await vi.waitUntil(() => told.length > 0 && told.at(-1) === undefined);
  const identity = await attestor.client.identity();
  expect(watch.current()).toBe(identity.keyAttestationHash);
  expect(identity.keyAttestationHash).not.toBe(before);
});

it('does not renew key after key when the refusal stays', async () => {
  const { attestor, watch, told } = await start();
  const { renew } = attestor.client;
  let renewals = 0;
  attestor.client.renew = async (kid) => {
    renewals += 1;
    await renew(kid);
  };
  for (let refusal = 0; refusal < 5; refusal += 1) {
    const looks = told.length;
    watch.suspect({ isRefused: true });
    if (refusal === 0) await vi.waitUntil(() => told.length > looks && told.at(-1) === undefined);
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(renewals).toBe(1);
});

it('does not renew a key for a refusal of the former one', async () => {
  const { attestor, watch, told } = await start(async () => watch.suspect({ isRefused: true }));
  const { renew } = attestor.client;
  let renewals = 0;
  attestor.client.renew = async (kid) => {
    renewals += 1;
    await renew(kid);
  };
  attestor.stop();
  const kid = await attestor.start();
  await vi.waitUntil(() => told.length > 0 && told.at(-1) === undefined);
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  expect(renewals).toBe(0);
  expect((await attestor.client.identity()).kid).toBe(kid);
});

/** An attestor with a rotated key: the previous one still signs. */
async function startRotated(adopt: (identity: AttestorIdentity) => Promise<void> = async () => {}) {
  const run = await start(adopt);
  const { attestor, watch } = run;
  const before = await attestor.client.identity();
  const next = await createRestartingAttestor();
  const rotate = () => {
    attestor.client.identity = async () => ({ ...(await next.client.identity()), retiringKid: before.kid });
  };
  const isMoved = () => watch.current() !== before.keyAttestationHash;
  return { ...run, rotate, isMoved };
}

it('moves to the next key silently when the former one still signs: running exchanges end with it', async () => {
  const { watch, told, rotate, isMoved } = await startRotated();
  const key = watch.current();
  let finish = () => {};
  const done = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const held = watch.hold(async () => {
    await done;
    return watch.current() === key;
  });
  // The first wait of the watch ends at once here, and so does the handover's: it is retried until nothing is running.
  rotate();
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  expect(isMoved()).toBe(false);
  finish();
  expect(await held).toBe(true);
  await vi.waitUntil(isMoved);
  expect(await watch.hold(async () => watch.current() === key)).toBe(false);
  expect(told).toEqual([]);
});

it('stays with the former key, without a problem, while its successor cannot be adopted', async () => {
  const stayed: boolean[] = [];
  const { watch, told, rotate, isMoved } = await startRotated(async () => {
    stayed.push(watch.current() === key);
    if (stayed.length < 3) throw new Error('the disk is full');
  });
  const key = watch.current();
  rotate();
  await vi.waitUntil(isMoved);
  expect(stayed).toEqual([true, true, true]);
  expect(told).toEqual([]);
});

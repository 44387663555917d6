import { createHiddenKey, verifyEd25519 } from '@assay/sdk/crypto';
import { describe, expect, it } from 'vitest';
import { aChain, anEvidence, madeAt } from '../../test/support/artefacts.ts';
import { createExchanges } from '../../test/support/exchanges.ts';
import { createLogger } from '../platform/log.ts';
import { type Attestor, createAttestor } from './attestor.ts';
import { loadAttestorConfig } from './config.ts';
import { createFakeKey, type FakeKey } from './key/signing-key.fake.ts';
import { createSoftwareTee } from './tee/software/software.ts';

const clock = { now: () => madeAt };
const log = createLogger({ service: 'attestor', level: 'silent' });
const iss = 'spiffe://assay.local/gateway/test';

function start(createKey: typeof createHiddenKey): Promise<Attestor> {
  const config = loadAttestorConfig({ GATEWAY_ID: 'test' });
  const randomBytes = (size: number) => new Uint8Array(size).fill(7);
  return createAttestor({
    config,
    clock,
    randomBytes,
    log,
    createKey,
    tee: createSoftwareTee({ clock, build: 'test' }),
  });
}

/** Makes keys and remembers them. */
function aKeySource() {
  const keys: FakeKey[] = [];
  const source = {
    keys,
    broken: false,
    async create() {
      if (source.broken) throw new Error('no thread');
      const key = createFakeKey();
      keys.push(key);
      return key;
    },
    latest(): FakeKey {
      const key = keys.at(-1);
      if (key === undefined) throw new Error('no key was made');
      return key;
    },
  };
  return source;
}

const settled = () => new Promise(setImmediate);
const evidenceFor = (attestor: Attestor) => anEvidence(attestor.keyAttestationHash, { iss });

describe('a lost key', () => {
  it('is replaced by an attested new one, and stays listed for its signatures', async () => {
    const source = aKeySource();
    const attestor = await start(source.create);
    const before = attestor.kid;
    source.latest().lose();
    await settled();
    expect(attestor.kid).not.toBe(before);
    expect(attestor.ready).toBe(true);
    expect(attestor.keyAttestation.runtime_data.jwk_thumbprint).toBe(attestor.kid);
    expect(attestor.keys().map(({ kid }) => kid)).toEqual([attestor.kid, before]);
    expect(await createExchanges(attestor).sign(attestor, [evidenceFor(attestor)])).toHaveLength(1);
  });

  it('fails waiting requests as unavailable, not as refused', async () => {
    const source = aKeySource();
    const attestor = await start(async () => {
      const key = await source.create();
      const signChained: FakeKey['signChained'] = (records, prefix) => {
        key.lose();
        return key.signChained(records, prefix);
      };
      const signAll: FakeKey['signAll'] = (batch) => {
        key.lose();
        return key.signAll(batch);
      };
      return { ...key, signAll, signChained };
    });
    const exchanges = createExchanges(attestor);
    await expect(exchanges.sign(attestor, [evidenceFor(attestor)])).rejects.toMatchObject({
      code: 'attestor_unavailable',
    });
    const records = aChain(attestor, attestor.keyAttestationHash, ['evidence']);
    await expect(attestor.signReceipts(records)).rejects.toMatchObject({ code: 'attestor_unavailable' });
  });

  it('leaves nothing signed and nothing ready when it cannot be replaced, until a retry succeeds', async () => {
    const source = aKeySource();
    const attestor = await start(source.create);
    const before = attestor.kid;
    const batch = createExchanges(attestor).next([evidenceFor(attestor)]);
    const sign = () => attestor.signExchanges(batch.records, batch.evidence);
    source.broken = true;
    source.latest().lose();
    await settled();
    expect(attestor.ready).toBe(false);
    await expect(sign()).rejects.toMatchObject({ code: 'attestor_unavailable' });
    await expect(attestor.attest('A'.repeat(43))).rejects.toMatchObject({ code: 'attestor_unavailable' });
    await expect(attestor.renew(before)).rejects.toThrow('no thread');
    source.broken = false;
    await expect(sign()).rejects.toMatchObject({ code: 'attestor_unavailable' });
    await settled();
    expect(attestor.ready).toBe(true);
    expect(attestor.kid).not.toBe(before);
  });

  it('is not replaced once the attestor is closed', async () => {
    const source = aKeySource();
    const attestor = await start(source.create);
    await attestor.close();
    source.latest().lose();
    await settled();
    expect(source.keys).toHaveLength(1);
  });
});

it('a request in progress during the renewal is signed by the former key', async () => {
  const attestor = await start(createHiddenKey);
  const { jwk, kid } = attestor;
  const list = Array.from({ length: 20 }, () => evidenceFor(attestor));
  const signing = createExchanges(attestor).sign(attestor, list);
  await attestor.renew(kid);
  for (const jws of await signing) {
    const dot = jws.lastIndexOf('.');
    const signature = Buffer.from(jws.slice(dot + 1), 'base64url');
    expect(verifyEd25519(jwk, Buffer.from(jws.slice(0, dot)), signature)).toBe(true);
  }
  await attestor.close();
});

it('a key that cannot be attested is destroyed', async () => {
  const source = aKeySource();
  const tee = { kind: 'software', report: () => Promise.reject(new Error('no report')) };
  const config = loadAttestorConfig({});
  const randomBytes = (size: number) => new Uint8Array(size);
  const starting = createAttestor({ config, clock, randomBytes, log, tee, createKey: source.create });
  await expect(starting).rejects.toThrow('no report');
  await expect(source.latest().sign(new Uint8Array(1))).rejects.toThrow('destroyed');
});

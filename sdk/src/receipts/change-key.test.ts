import { expect, it, vi } from 'vitest';
import { nodeProofCrypto } from '../crypto/node-proof-crypto.ts';
import { createEd25519Key } from '../crypto/signing-key.ts';
import { createFakeFileSystem } from './file-system.fake.ts';
import { aDraft, appendMany, collect, openTestChain } from './receipts.fixture.ts';
import { signRecords } from './record-hash.ts';
import { verifyExport } from './verify-export.ts';

const otherAttestation = `sha256:${'b'.repeat(64)}`;

/** A chain with a replaceable signer, like a restarted attestor. */
async function openWithSigner(options: { hold?: Promise<void> } = {}) {
  const first = createEd25519Key();
  const second = createEd25519Key();
  let signer: typeof first | undefined = first;
  const fileSystem = createFakeFileSystem();
  let asked = 0;
  const chain = await openTestChain({
    key: first,
    fileSystem,
    segmentBytes: 4000,
    maxBatch: 3,
    sign: async (records) => {
      asked += 1;
      await options.hold;
      if (signer === undefined) throw new Error('the signer is gone');
      if (records[0]?.attestation_hash === otherAttestation ? signer === first : signer === second)
        throw new Error('not a record of this key');
      return signRecords(signer, records);
    },
  });
  return {
    chain,
    fileSystem,
    second,
    asked: () => asked,
    lose: () => (signer = undefined),
    comeBack: () => (signer = second),
  };
}

it('continues in an epoch of the new key, intact in full, in its export and after a restart', async () => {
  const { chain, fileSystem, second, lose, comeBack } = await openWithSigner();
  await appendMany(chain, 5);
  lose();
  await expect(chain.append(aDraft(6))).rejects.toMatchObject({ code: 'sign_failed' });
  comeBack();
  await chain.changeKey({ attestationHash: otherAttestation, publicKey: second.jwk });
  const { record } = await chain.append(aDraft(7));
  expect(record).toMatchObject({ seq: 7, attestation_hash: otherAttestation });
  const verified = await chain.verify();
  expect(verified).toMatchObject({ chain_intact: true, total_receipts: 8 });
  expect(verified.epochs.map(({ seq }) => seq)).toEqual([0, 6]);
  const exported = await verifyExport([await collect(chain.export())], { crypto: nodeProofCrypto, mode: 'full' });
  expect(exported.result).toMatchObject({ chain_intact: true });
  await chain.close();
  const again = await openTestChain({ fileSystem });
  expect(again.size()).toBe(8);
  await again.close();
});

it('puts no records that waited for the old key into the new epoch', async () => {
  let finish = (): void => undefined;
  const hold = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const { chain, second, asked, comeBack } = await openWithSigner({ hold });
  const signing = Promise.allSettled([1, 2, 3].map((number) => chain.append(aDraft(number))));
  await vi.waitUntil(() => asked() === 1);
  const waiting = Promise.allSettled([4, 5].map((number) => chain.append(aDraft(number))));
  const changed = chain.changeKey({ attestationHash: otherAttestation, publicKey: second.jwk });
  finish();
  await changed;
  expect((await signing).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
  for (const outcome of await waiting)
    expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'sign_failed' } });
  comeBack();
  await chain.append(aDraft(6));
  expect(await chain.verify()).toMatchObject({ chain_intact: true, total_receipts: 6 });
});

it('stays intact however often the key changes under load', async () => {
  let key = createEd25519Key();
  const chain = await openTestChain({
    key,
    maxBatch: 4,
    sign: async (records) => {
      const signer = key;
      await Promise.resolve();
      return signRecords(signer, records);
    },
  });
  const acknowledged = new Map<number, string>();
  let refused = 0;
  for (let round = 0; round < 20; round += 1) {
    const load = Promise.allSettled(
      Array.from({ length: 30 }, async (_, index) => {
        const { record, hash } = await chain.append(aDraft(index));
        acknowledged.set(record.seq, hash);
      }),
    );
    await Promise.resolve();
    key = await changeKeyOf(chain, round);
    refused += (await load).filter(({ status }) => status === 'rejected').length;
  }
  expect(refused).toBeGreaterThan(0);
  expect(acknowledged.size).toBeGreaterThan(0);
  const stored = await chain.read({ fromSeq: 0, limit: chain.size() });
  for (const [seq, hash] of acknowledged) expect(stored[seq]?.hash).toBe(hash);
  expect(await chain.verify()).toMatchObject({ chain_intact: true, total_receipts: chain.size() });
});

async function changeKeyOf(chain: Awaited<ReturnType<typeof openTestChain>>, round: number) {
  const next = createEd25519Key();
  const attestationHash = `sha256:${String(round).padStart(64, '0')}`;
  await chain.changeKey({ attestationHash, publicKey: next.jwk });
  return next;
}

it('refuses an identity that no record can carry, and stays unchanged', async () => {
  const chain = await openTestChain();
  await chain.append(aDraft(1));
  const { jwk } = createEd25519Key();
  await expect(chain.changeKey({ attestationHash: 'sha256:x', publicKey: jwk })).rejects.toThrow('attestation hash');
  await chain.append(aDraft(2));
  expect((await chain.verify()).epochs).toHaveLength(1);
});

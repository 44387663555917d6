import { appendLeaves, createEd25519Key, emptyMerkleRange, nodeProofCrypto, rootOf, sha256 } from '@assay/sdk/crypto';
import { hashRecord, isSignedByEpoch, parseCheckpoint, type ReceiptRecord } from '@assay/sdk/receipts';
import { describe, expect, it } from 'vitest';
import { aChain } from '../../test/support/artefacts.ts';
import { createReceiptSigner } from './attestor.ts';
import { createCheckpointSigner } from './checkpoint-signer.ts';
import { createEvidenceForm } from './evidence-form.ts';
import { createFakeKey } from './key/signing-key.fake.ts';

/** A key with both signers, and a chain of it. */
function aSigner(count = 12) {
  const key = createFakeKey();
  const hash = `sha256:${'ab'.repeat(32)}`;
  const records = aChain(
    key,
    hash,
    Array.from({ length: count - 1 }, (_, index) => `evidence ${index}`),
  );
  const checkpoints = createCheckpointSigner(key);
  const toToken = createEvidenceForm({ kid: key.kid, gatewayId: 'test', keyAttestationHash: hash });
  const receipts = createReceiptSigner({ key, keyAttestationHash: hash, toToken, onSigned: checkpoints.follow });
  const [first] = records;
  const chainId = first?.chain_id ?? '';
  const order = (size: number, base = emptyMerkleRange) => checkpoints.sign({ chainId, size, base });
  return { key, records, receipts, checkpoints, order, chainId };
}

const rootAt = (records: readonly ReceiptRecord[], size: number) =>
  rootOf(appendLeaves(emptyMerkleRange, records.slice(0, size).map(hashRecord)));

const refused = { code: 'attestor_refused' };

describe('the checkpoint signer', () => {
  it('signs size, root and head of a batch that it signed, as it computed them', async () => {
    const { key, records, receipts, order } = aSigner();
    await receipts.sign(records.slice(0, 5));
    await receipts.sign(records.slice(5, 9));
    for (const size of [5, 9]) {
      const checkpoint = parseCheckpoint(await order(size));
      if (checkpoint === undefined) throw new Error('not a checkpoint');
      expect(await isSignedByEpoch(checkpoint, key.jwk, nodeProofCrypto)).toBe(true);
      expect(checkpoint.head).toBe(Buffer.from(hashRecord(records[size - 1] as ReceiptRecord)).toString('hex'));
      expect(Buffer.from(checkpoint.root)).toEqual(Buffer.from(rootAt(records, size)));
    }
  });

  it('answers the same order with the same bytes, and never an earlier one', async () => {
    const { records, receipts, order } = aSigner();
    await receipts.sign(records.slice(0, 5));
    await receipts.sign(records.slice(5, 9));
    expect(await order(9)).toBe(await order(9));
    await expect(order(5)).rejects.toMatchObject(refused);
  });

  it('signs nothing about records that it did not sign', async () => {
    const { records, receipts, order, checkpoints, chainId } = aSigner();
    await expect(order(1)).rejects.toMatchObject(refused);
    await receipts.sign(records.slice(0, 5));
    for (const size of [0, 3, 6]) await expect(order(size)).rejects.toMatchObject(refused);
    const other = checkpoints.sign({ chainId: `${chainId}-2`, size: 5, base: emptyMerkleRange });
    await expect(other).rejects.toMatchObject(refused);
    await expect(receipts.sign(records.slice(7))).rejects.toMatchObject(refused);
    await expect(order(12)).rejects.toMatchObject(refused);
    await expect(order(5)).resolves.toContain('\n5\n');
  });

  it('does not let a caller change its tree', async () => {
    const { records, receipts, order } = aSigner();
    await receipts.sign(records.slice(0, 4));
    const bogus = appendLeaves(emptyMerkleRange, [sha256('a'), sha256('b')]);
    expect(parseCheckpoint(await order(4, bogus))?.root).toEqual(rootAt(records, 4));
  });

  it('continues from a tree built by others, given once', async () => {
    const { records } = aSigner(20);
    const key = createEd25519Key();
    const signer = createCheckpointSigner({ jwk: key.jwk, sign: async (data) => key.sign(data) });
    const chainId = records[0]?.chain_id ?? '';
    const follow = (from: number, to: number) =>
      signer.follow(records.slice(from, to).map((record) => ({ record, hash: hashRecord(record) })));
    follow(7, 11);
    follow(11, 13);
    const base = appendLeaves(emptyMerkleRange, records.slice(0, 7).map(hashRecord));
    for (const wrong of [emptyMerkleRange, { size: 7, hashes: [] }, { ...base, size: 6 }]) {
      await expect(signer.sign({ chainId, size: 13, base: wrong })).rejects.toMatchObject(refused);
    }
    expect(parseCheckpoint(await signer.sign({ chainId, size: 13, base }))?.root).toEqual(rootAt(records, 13));
    follow(13, 20);
    const forked = appendLeaves(emptyMerkleRange, [sha256('x')]);
    expect(parseCheckpoint(await signer.sign({ chainId, size: 20, base: forked }))?.root).toEqual(rootAt(records, 20));
  });

  it('stops signing once records of others are between its own', async () => {
    const { records, checkpoints, chainId } = aSigner(12);
    const follow = (from: number, to: number) =>
      checkpoints.follow(records.slice(from, to).map((record) => ({ record, hash: hashRecord(record) })));
    follow(0, 4);
    follow(8, 10);
    await expect(checkpoints.sign({ chainId, size: 10, base: emptyMerkleRange })).rejects.toMatchObject(refused);
  });
});

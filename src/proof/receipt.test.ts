import {
  canonicalize,
  createEd25519Key,
  nodeProofCrypto as crypto,
  merkleRoot as nodeMerkleRoot,
  sha256,
  toBase64Url,
} from '@assay/sdk/crypto';
import { hashRecord, recordBytes, signedMessage, signRecords } from '@assay/sdk/receipts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aChain, anEvidence, signEvidence, toReceiptProof } from '../../test/support/artefacts.ts';
import { merkleRoot } from './merkle.ts';
import { checkReceipt } from './receipt.ts';
import { findReceiptMismatch } from './receipt-evidence.ts';

const key = createEd25519Key();
const attestation = `sha256:${'a'.repeat(64)}`;
const evidence = anEvidence(attestation);
const records = aChain(key, attestation, [signEvidence(key, evidence)]);
const [start, record] = records;
if (start === undefined || record === undefined) throw new Error('the chain has two records');
const proof = toReceiptProof(key, record);
const reasonOf = async (candidate: unknown, jwk = key.jwk) => {
  const verdict = await checkReceipt(candidate, { jwk, crypto });
  return verdict.ok ? 'ok' : verdict.reason;
};

describe('a receipt', () => {
  it('is proven by the key of its epoch, with its hash', async () => {
    const hash = Buffer.from(hashRecord(record)).toString('hex');
    expect(await checkReceipt(proof, { jwk: key.jwk, crypto })).toEqual({ ok: true, record, hash });
  });

  it('by another key is refused', async () => {
    expect(await reasonOf(proof, createEd25519Key().jwk)).toBe('signature_invalid');
  });

  it('is refused when it starts an epoch for another key', async () => {
    const forged = { ...start, public_key: createEd25519Key().jwk.x };
    expect(await reasonOf(toReceiptProof(key, start))).toBe('ok');
    expect(await reasonOf(toReceiptProof(key, forged))).toBe('key_unknown');
  });

  it('is refused with one changed byte anywhere', async () => {
    const bytes = recordBytes(record);
    const signature = Buffer.from(proof.signature, 'base64url');
    for (const [name, original] of [
      ['record', bytes],
      ['signature', signature],
    ] as const) {
      for (let at = 0; at < original.length; at += 1) {
        const flipped = Uint8Array.from(original);
        flipped[at] = (flipped[at] ?? 0) ^ 1;
        expect(await reasonOf({ ...proof, [name]: toBase64Url(flipped) }), `${name} byte ${at}`).not.toBe('ok');
      }
    }
  });

  it('is refused with every truncation', async () => {
    for (let size = 0; size < proof.record.length; size += 1) {
      expect(await reasonOf({ ...proof, record: proof.record.slice(0, size) })).not.toBe('ok');
    }
  });

  it('is refused in another spelling, although its content and signature are the same', async () => {
    const spelt = new TextEncoder().encode(` ${canonicalize(record)}`);
    const hash = await crypto.sha256(new Uint8Array([...new TextEncoder().encode('receipt/v1\0'), ...spelt]));
    const signature = toBase64Url(key.sign(signedMessage(hash)));
    expect(await reasonOf({ record: toBase64Url(spelt), signature })).toBe('not_canonical');
  });

  it('is not signed by a signature over the bare bytes', async () => {
    expect(await reasonOf({ ...proof, signature: toBase64Url(key.sign(recordBytes(record))) })).toBe(
      'signature_invalid',
    );
    expect(signRecords(key, [record])).toHaveLength(1);
  });

  it('never throws for foreign values', async () => {
    const part = fc.oneof(fc.anything(), fc.string(), fc.base64String());
    await fc.assert(
      fc.asyncProperty(part, part, async (first, second) => {
        expect(await reasonOf(first)).not.toBe('ok');
        expect(await reasonOf({ record: first, signature: second })).not.toBe('ok');
      }),
    );
  });
});

describe('a receipt beside its evidence', () => {
  it('matches the receipt', () => {
    expect(findReceiptMismatch(record, evidence)).toBeUndefined();
  });

  const other = 'b'.repeat(64);
  it.each([
    ['request_hash', { request_hash: other }],
    ['response_hash', { response_hash: other }],
    ['claims_hash', { claims_hash: other }],
    ['claim_count', { claim_count: 9 }],
    ['cedar_decision', { cedar_decision: 'deny' }],
    ['cedar_policy_hash', { cedar_policy_hash: other }],
    ['verdict', { verdict: 'deny' }],
    ['attestation_hash', { attestation_hash: `sha256:${other}` }],
  ])('differs detectably in %s', (member, change) => {
    expect(findReceiptMismatch({ ...record, ...change }, evidence)?.message).toContain(member);
  });
});

it('the Merkle root is that of RFC 6962 for every size', async () => {
  for (let size = 0; size < 40; size += 1) {
    const leaves = Array.from({ length: size }, (_, index) => sha256(`leaf ${index}`));
    expect(Buffer.from(await merkleRoot(leaves, crypto)).toString('hex')).toBe(
      Buffer.from(nodeMerkleRoot(leaves)).toString('hex'),
    );
  }
});

import { verifyEd25519 } from '@assay/sdk/crypto';
import { hashRecord, type ReceiptRecord, signedMessage } from '@assay/sdk/receipts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aChain } from '../../test/support/artefacts.ts';
import { createReceiptSigner } from './attestor.ts';
import { createEvidenceForm } from './evidence-form.ts';
import { createFakeKey, type FakeKey } from './key/signing-key.fake.ts';

const keyAttestationHash = `sha256:${'ab'.repeat(32)}`;

const toToken = createEvidenceForm({ kid: 'key', gatewayId: 'test', keyAttestationHash });

function withChain(options: { closed?: boolean } = {}, count = 6) {
  const key = createFakeKey(options);
  const texts = Array.from({ length: count - 1 }, (_, index) => `evidence ${index}`);
  const records = aChain(key, keyAttestationHash, texts);
  return { key, records, signer: createReceiptSigner({ key, keyAttestationHash, toToken }) };
}

const areSigned = (key: FakeKey, records: readonly ReceiptRecord[], signatures: readonly Uint8Array[]): boolean =>
  records.length === signatures.length &&
  records.every((record, index) =>
    verifyEd25519(key.jwk, signedMessage(hashRecord(record)), signatures[index] ?? new Uint8Array()),
  );

describe('batches requested while another is being signed', () => {
  it('wait, and continue at its end', async () => {
    const { key, records, signer } = withChain({ closed: true });
    const asked = [signer.sign(records.slice(0, 2)), signer.sign(records.slice(2, 5)), signer.sign(records.slice(5))];
    key.open();
    expect(areSigned(key, records, (await Promise.all(asked)).flat())).toBe(true);
  });

  it('cannot both take the same place in the chain', async () => {
    const { key, records, signer } = withChain({ closed: true });
    const [start, first] = records;
    const [a, b] = [signer.sign([start, first]), signer.sign([start, { ...first, latency_ms: 9 }])];
    key.open();
    expect(await a).toHaveLength(2);
    await expect(b).rejects.toMatchObject({ code: 'attestor_refused' });
  });

  it('get the same answer when they are the same batch', async () => {
    const { key, records, signer } = withChain({ closed: true });
    const asked = [signer.sign(records), signer.sign(records)];
    key.open();
    const [a, b] = await Promise.all(asked);
    expect(b).toEqual(a);
  });

  it('are refused when the former one failed, since the head is unchanged', async () => {
    const { key, records, signer } = withChain();
    await signer.sign(records.slice(0, 2));
    const shut = createFakeKey({ closed: true });
    const failing = createReceiptSigner({ key: { ...shut, jwk: key.jwk }, keyAttestationHash, toToken });
    const asked = [failing.sign(records.slice(0, 2)), failing.sign(records.slice(2))];
    await new Promise(setImmediate);
    shut.failWaiting(new Error('broken'));
    shut.open();
    const [first, second] = await Promise.allSettled(asked);
    expect(first).toMatchObject({ status: 'rejected', reason: { message: 'broken' } });
    expect(second).toMatchObject({ status: 'rejected', reason: { code: 'attestor_refused' } });
    expect(await failing.sign(records)).toHaveLength(6);
  });

  it('are judged in their state at the request', async () => {
    const { key, records, signer } = withChain({ closed: true });
    const [start, first, second] = records.map((record) => ({ ...record }));
    if (first === undefined || second === undefined) throw new Error('the chain is too short');
    const asked = [signer.sign([start]), signer.sign([first]), signer.sign([second])];
    Object.assign(first, { seq: 7, prev_hash: second.prev_hash });
    key.open();
    expect(areSigned(key, records.slice(0, 3), (await Promise.all(asked)).flat())).toBe(true);
  });
});

it('signs only one history, for any split of a chain and any repeated batches', async () => {
  const step = fc.record({ from: fc.nat(7), count: fc.nat(4), bent: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const { key, records, signer } = withChain({}, 8);
      const signed = new Map<number, string>();
      const take = async ({ from, count, bent }: { from: number; count: number; bent: boolean }) => {
        const batch = records.slice(from, from + count).map((record, index) => ({
          ...record,
          latency_ms: bent && index > 0 ? record.latency_ms + 1 : record.latency_ms,
        }));
        const signatures = await signer.sign(batch).catch(() => undefined);
        if (signatures === undefined) return;
        expect(areSigned(key, batch, signatures)).toBe(true);
        for (const record of batch) {
          const hash = Buffer.from(hashRecord(record)).toString('hex');
          expect(signed.get(record.seq) ?? hash).toBe(hash);
          signed.set(record.seq, hash);
        }
      };
      await Promise.all(steps.map(take));
    }),
    { numRuns: 200 },
  );
});

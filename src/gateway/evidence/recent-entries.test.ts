import { parseRecord, type ReceiptRecord } from '@assay/sdk/receipts';
import { describe, expect, it } from 'vitest';
import { createRecentEntries } from './recent-entries.ts';

const hash = 'a'.repeat(64);

function anEntry(seq: number, jws = `jws-${seq}`) {
  const record: ReceiptRecord = {
    v: 1,
    chain_id: 'chain',
    seq,
    prev_hash: hash,
    ts: '2026-01-01T00:00:00.000Z',
    kind: 'receipt',
    attestation_hash: `sha256:${hash}`,
    request_hash: hash,
    response_hash: hash,
    claims_hash: hash,
    tool: null,
    verdict: 'allow',
    latency_ms: 1,
    cedar_decision: 'allow',
    cedar_policy_hash: hash,
    auditor_ids: [],
    claim_count: 0,
    evidence_hash: hash,
  };
  return { record, signature: new Uint8Array(64).fill(seq), jws };
}

const plenty = { items: 100, bytes: 10_000 };

describe('recent entries', () => {
  it('are given in order, with the bytes of the log', () => {
    const recent = createRecentEntries(1_000);
    for (const seq of [4, 5, 6]) recent.add(anEntry(seq));
    const items = recent.from(5, plenty);
    expect(items.map(({ jws }) => jws)).toEqual(['jws-5', 'jws-6']);
    const record = Buffer.from(items[0]?.receipt?.record ?? '', 'base64url');
    expect(parseRecord(record)).toEqual(anEntry(5).record);
    expect(items[0]?.receipt?.signature).toBe(Buffer.alloc(64, 5).toString('base64url'));
  });

  it('leave missing ones to the log, including gaps', () => {
    const recent = createRecentEntries(1_000);
    for (const seq of [1, 2, 4]) recent.add(anEntry(seq));
    expect(recent.from(0, plenty)).toEqual([]);
    expect(recent.from(1, plenty)).toHaveLength(2);
    expect(recent.from(3, plenty)).toEqual([]);
  });

  it('keep the oldest when full, and accept new ones once those are gone', () => {
    const recent = createRecentEntries(10);
    for (const seq of [1, 2, 3]) recent.add(anEntry(seq));
    expect(recent.from(1, plenty)).toHaveLength(2);
    recent.forget(3);
    recent.add(anEntry(4));
    expect(recent.from(1, plenty)).toEqual([]);
    expect(recent.from(4, plenty)).toHaveLength(1);
  });

  it('stay within the limits of a batch, but always give one', () => {
    const recent = createRecentEntries(1_000);
    for (const seq of [1, 2, 3]) recent.add(anEntry(seq));
    expect(recent.from(1, { items: 2, bytes: 10_000 })).toHaveLength(2);
    expect(recent.from(1, { items: 9, bytes: 1 })).toHaveLength(1);
  });
});

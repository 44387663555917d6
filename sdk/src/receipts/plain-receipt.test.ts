import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sha256Hex } from '../crypto/hash.ts';
import { readPlainReceipt } from './plain-receipt.ts';
import { emptyHash, isReceiptRecord, type ReceiptRecord } from './record.ts';
import { parseRecordText, serializeRecord } from './record-bytes.ts';

const hash = fc.string().map(sha256Hex);
const name = (maxLength: number) =>
  fc.oneof(
    { weight: 30, arbitrary: fc.stringMatching(/^[ -!#-[\]-~]{1,20}$/) },
    { weight: 1, arbitrary: fc.string({ minLength: 1, maxLength }) },
    { weight: 1, arbitrary: fc.string({ minLength: 1, maxLength: 4, unit: 'binary' }) },
    { weight: 1, arbitrary: fc.constantFrom('"', '\\', '\u007f', '","', '],"', 'ü') },
  );
const count = fc.oneof(fc.nat(), fc.constantFrom(0, Number.MAX_SAFE_INTEGER));
const anyRecord: fc.Arbitrary<ReceiptRecord> = fc.record({
  v: fc.constant(1 as const),
  chain_id: name(256),
  seq: count,
  prev_hash: hash,
  ts: fc
    .date({ min: new Date(0), max: new Date(253_402_300_799_999), noInvalidDate: true })
    .map((at) => at.toISOString()),
  attestation_hash: hash.map((hex) => `sha256:${hex}`),
  request_hash: hash,
  response_hash: hash,
  tool: fc.option(name(256)),
  verdict: name(64),
  latency_ms: count,
  claims_hash: hash,
  cedar_decision: name(64),
  cedar_policy_hash: hash,
  auditor_ids: fc.uniqueArray(name(128), { maxLength: 5 }).map((ids) => ids.sort()),
  claim_count: count,
  kind: fc.constant('receipt' as const),
  evidence_hash: hash,
});

it('gives the same result as the slow reader for any record', () => {
  let read = 0;
  fc.assert(
    fc.property(anyRecord, (record) => {
      fc.pre(isReceiptRecord(record));
      const text = serializeRecord(record);
      const plain = readPlainReceipt(text);
      if (plain === undefined) return;
      read += 1;
      expect(plain).toEqual(record);
      expect(parseRecordText(text)).toEqual(record);
    }),
    { numRuns: 1000 },
  );
  expect(read).toBeGreaterThan(100);
});

const sound: ReceiptRecord = {
  v: 1,
  chain_id: 'chain-1',
  seq: 7,
  prev_hash: emptyHash,
  ts: '2026-02-28T23:59:59.999Z',
  attestation_hash: `sha256:${emptyHash}`,
  request_hash: emptyHash,
  response_hash: emptyHash,
  tool: 'search',
  verdict: 'allow',
  latency_ms: 5,
  claims_hash: emptyHash,
  cedar_decision: 'allow',
  cedar_policy_hash: emptyHash,
  auditor_ids: ['a', 'b'],
  claim_count: 3,
  kind: 'receipt',
  evidence_hash: emptyHash,
};

it('accepts nothing that the slow reader refuses, for any changed text', () => {
  const text = serializeRecord(sound);
  expect(readPlainReceipt(text)).toEqual(sound);
  const pieces = ['"', ',', '\\', '0', '1', '}', '{', ' ', '\n', 'a', 'A', '\u00fc', '9007199254740993', '","', 'null'];
  const change = fc.tuple(fc.nat({ max: text.length }), fc.nat({ max: 20 }), fc.constantFrom(...pieces));
  fc.assert(
    fc.property(change, ([at, cut, piece]) => {
      const changed = text.slice(0, at) + piece + text.slice(at + cut);
      const plain = readPlainReceipt(changed);
      if (plain !== undefined) expect(parseRecordText(changed)).toEqual(plain);
    }),
    { numRuns: 5000 },
  );
  for (const day of ['2026-02-29', '2026-00-10', '2026-13-10', '2026-04-31', '2100-02-29', '2026-01-00']) {
    expect(readPlainReceipt(text.replace('2026-02-28', day)), day).toBeUndefined();
    expect(parseRecordText(text.replace('2026-02-28', day)), day).toBeUndefined();
  }
  for (const day of ['2024-02-29', '2000-02-29', '2026-12-31']) {
    expect(readPlainReceipt(text.replace('2026-02-28', day)), day).toBeDefined();
  }
});

it('handles hostile texts of 100 kB as fast as others', () => {
  // No figure is asserted: backtracking would not end here.
  const text = serializeRecord(sound);
  const long = 'a'.repeat(100_000);
  for (const hostile of [
    long,
    '"'.repeat(100_000),
    text.replace('"a","b"', `${'"a",'.repeat(25_000)}"b"`),
    text.replace('chain-1', long),
    text.replace('search', '","'.repeat(33_000)),
    text + long,
    long + text,
  ]) {
    expect(readPlainReceipt(hostile)).toBeUndefined();
  }
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalize } from '../crypto/canonicalize.ts';
import { sha256, sha256Hex } from '../crypto/hash.ts';
import { nodeProofCrypto } from '../crypto/node-proof-crypto.ts';
import { emptyHash, epochExchange, isReceiptRecord, type ReceiptRecord } from './record.ts';
import { parseRecord, recordBytes, recordHash, serializeRecord, signedMessage } from './record-bytes.ts';
import { genesisHash, hashData, hashRecord } from './record-hash.ts';

const hash = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes).toString('hex'));
const text = (maxLength: number) =>
  fc
    .string({ unit: 'binary', minLength: 1, maxLength })
    .filter((value) => value.isWellFormed() && !value.includes('\0') && value.length <= maxLength);
const count = fc.maxSafeNat();
const common = {
  v: fc.constant<1>(1),
  chain_id: text(40),
  seq: count,
  prev_hash: hash,
  ts: fc
    .date({ min: new Date(0), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true })
    .map((date) => date.toISOString()),
  attestation_hash: hash.map((hex) => `sha256:${hex}`),
};
const receipt: fc.Arbitrary<ReceiptRecord> = fc.record({
  ...common,
  request_hash: hash,
  response_hash: hash,
  tool: fc.option(text(40)),
  verdict: text(20),
  latency_ms: count,
  claims_hash: hash,
  cedar_decision: text(20),
  cedar_policy_hash: hash,
  auditor_ids: fc.uniqueArray(text(20), { maxLength: 6 }).map((ids) => ids.sort()),
  claim_count: count,
  kind: fc.constant<'receipt'>('receipt'),
  evidence_hash: hash,
});
const epochStart: fc.Arbitrary<ReceiptRecord> = fc
  .record({ ...common, publicKey: hash, prevHead: hash, prevSize: count })
  .map(({ publicKey, prevHead, prevSize, ...shared }) => ({
    ...shared,
    ...epochExchange,
    auditor_ids: [],
    kind: 'epoch_start',
    public_key: Buffer.from(publicKey, 'hex').toString('base64url'),
    prev_head: prevHead,
    prev_size: prevSize,
  }));
const record = fc.oneof(receipt, epochStart);

describe('record bytes', () => {
  it('are the RFC 8785 form of the record', () => {
    fc.assert(
      fc.property(record, (value) => {
        expect(serializeRecord(value)).toBe(canonicalize(value));
      }),
    );
  });

  it('read back to the record, and to nothing after a changed, added or missing byte', () => {
    fc.assert(
      fc.property(record, fc.nat(), fc.integer({ min: 1, max: 255 }), (value, place, flip) => {
        const bytes = recordBytes(value);
        expect(parseRecord(bytes)).toEqual(value);
        const at = place % bytes.length;
        const changed = parseRecord(bytes.map((byte, index) => (index === at ? byte ^ flip : byte)));
        if (changed !== undefined) expect(changed).not.toEqual(value);
        expect(parseRecord(bytes.subarray(0, at))).toBeUndefined();
        expect(parseRecord(Buffer.concat([bytes, Buffer.from('\n')]))).toBeUndefined();
      }),
    );
  });

  it('are refused in any other spelling of the same record', () => {
    const [value] = fc.sample(receipt, { numRuns: 1, seed: 1 });
    if (value === undefined) throw new Error('no sample');
    const printed = serializeRecord({ ...value, verdict: 'allow' });
    const spellings = [
      printed.replace('{', '{ '),
      printed.replace('"verdict":"allow"', '"verdict":"\\u0061llow"'),
      printed.replace('"v":1,', '"v":1,"v":1,'),
      printed.replace('"v":1', '"v":1.0'),
      `\ufeff${printed}`,
      printed.replace('"v":1,"verdict":"allow"', '"verdict":"allow","v":1'),
      printed.replace('{', '{"added":1,'),
      JSON.stringify(JSON.parse(printed), null, 1),
    ];
    expect(parseRecord(Buffer.from(printed))).toBeDefined();
    for (const spelling of spellings) expect(parseRecord(Buffer.from(spelling)), spelling).toBeUndefined();
    expect(parseRecord(Buffer.from(printed).subarray(0, 0))).toBeUndefined();
    expect(parseRecord(Buffer.from([0xff, 0xfe]))).toBeUndefined();
  });
});

describe('a record', () => {
  const [valid] = fc.sample(receipt, { numRuns: 1, seed: 2 });
  const [epoch] = fc.sample(epochStart, { numRuns: 1, seed: 2 });

  it.each([
    ['a number that is no integer', { latency_ms: 1.5 }],
    ['a negative number', { claim_count: -1 }],
    ['a number beyond 2^53-1', { latency_ms: 2 ** 53 }],
    ['upper-case hex', { request_hash: 'A'.repeat(64) }],
    ['an unprefixed attestation hash', { attestation_hash: 'a'.repeat(64) }],
    ['unsorted auditors', { auditor_ids: ['b', 'a'] }],
    ['an auditor twice', { auditor_ids: ['a', 'a'] }],
    ['a day that does not exist', { ts: '2026-02-30T00:00:00.000Z' }],
    ['a time with an offset', { ts: '2026-02-03T00:00:00.000+00:00' }],
    ['U+0000', { verdict: 'a\0' }],
    ['a lone surrogate', { tool: '\ud800' }],
    ['a key in a receipt', { public_key: 'A'.repeat(43) }],
    ['another version', { v: 2 }],
    ['an unknown kind', { kind: 'other' }],
    ['an unknown member', { extra: 1 }],
  ])('with %s is invalid', (_, change) => {
    expect(isReceiptRecord(valid)).toBe(true);
    expect(isReceiptRecord({ ...valid, ...change })).toBe(false);
  });

  it.each([
    ['without a key', { public_key: undefined }],
    ['with a key in a second spelling', { public_key: `${'A'.repeat(42)}B` }],
    ['without what it follows', { prev_head: undefined }],
    ['with an exchange', { request_hash: 'b'.repeat(64) }],
    ['with auditors', { auditor_ids: ['a'] }],
    ['with a verdict', { verdict: 'allow' }],
  ])('is invalid when it starts an epoch %s', (_, change) => {
    expect(isReceiptRecord(epoch)).toBe(true);
    expect(isReceiptRecord({ ...epoch, ...change })).toBe(false);
  });
});

describe('hashes', () => {
  it('each have their own prefix', async () => {
    const [value] = fc.sample(receipt, { numRuns: 1, seed: 3 });
    if (value === undefined) throw new Error('no sample');
    const bytes = recordBytes(value);
    const expected = sha256(Buffer.concat([Buffer.from('receipt/v1\0'), bytes]));
    expect(Buffer.from(hashRecord(value))).toEqual(Buffer.from(expected));
    expect(Buffer.from(await recordHash(bytes, nodeProofCrypto))).toEqual(Buffer.from(expected));
    expect(Buffer.from(signedMessage(expected))).toEqual(Buffer.concat([Buffer.from('receipt-sig/v1\0'), expected]));
  });

  it('of the genesis distinguish every split of id, attestation and key', () => {
    const jwk = { kty: 'OKP', crv: 'Ed25519', x: 'A'.repeat(43) } as const;
    const expected = sha256Hex(Buffer.concat([Buffer.from('genesis/v1\0\0\x02ab\0\x01c'), Buffer.alloc(32)]));
    expect(genesisHash('ab', 'c', jwk)).toBe(expected);
    expect(genesisHash('a', 'bc', jwk)).not.toBe(expected);
    expect(() => genesisHash('ab', 'c', { ...jwk, x: 'AAAA' })).toThrow(TypeError);
  });

  it('of data are plain hex SHA-256', () => {
    expect(hashData(new Uint8Array())).toBe(emptyHash);
  });
});

import { describe, expect, it } from 'vitest';
import { CborError } from './cbor.ts';
import { maxDocumentBytes, readSigned } from './cose.ts';
import { createNitroBench, encodeCbor, toDocument } from './nitro.fixture.ts';

const bench = createNitroBench();
const { report } = bench.report();
const header = Buffer.from('a1013822', 'hex');
const { payload, signature } = readSigned(report);

it('an envelope with tag 18 equals one without', () => {
  expect(readSigned(Buffer.concat([Buffer.of(0xd2), report]))).toEqual(readSigned(report));
});

it('the signed bytes are the structure of RFC 9052, for every payload size', () => {
  for (const length of [0, 23, 24, 255, 256, 60_000]) {
    const body = Buffer.alloc(length, 7);
    const { signed } = readSigned(toDocument(body, bench.chain.enclave.keys));
    expect(Buffer.from(signed)).toEqual(encodeCbor(['Signature1', header, Buffer.alloc(0), body]));
  }
});

describe('an envelope of another form is refused', () => {
  const parts = [header, { entries: [] }, payload, signature] as const;
  it.each([
    ['another algorithm', encodeCbor([Buffer.from('a1013823', 'hex'), ...parts.slice(1)])],
    ['a second header', encodeCbor([Buffer.from('a201382204', 'hex'), ...parts.slice(1)])],
    ['an empty header', encodeCbor([Buffer.alloc(0), ...parts.slice(1)])],
    ['a header that is a map and no bytes', encodeCbor([{ entries: [[1, -35]] }, ...parts.slice(1)])],
    ['an unprotected header with a member', encodeCbor([header, { entries: [[4, Buffer.of(1)]] }, payload, signature])],
    ['an unprotected header that is null', encodeCbor([header, null, payload, signature])],
    ['a payload that is null', encodeCbor([header, { entries: [] }, null, signature])],
    ['a signature of 95 bytes', encodeCbor([header, { entries: [] }, payload, signature.subarray(1)])],
    [
      'a signature of 97 bytes',
      encodeCbor([header, { entries: [] }, payload, Buffer.concat([signature, Buffer.of(0)])]),
    ],
    ['five parts', encodeCbor([...parts, null])],
    ['three parts', encodeCbor(parts.slice(0, 3))],
    ['a map', encodeCbor({ entries: [] })],
    ['the tag twice', Buffer.concat([Buffer.of(0xd2, 0xd2), report])],
    ['the tag in a longer form', Buffer.concat([Buffer.of(0xd8, 18), report])],
    ['another tag', Buffer.concat([Buffer.of(0xd1), report])],
    ['the tag alone', Buffer.of(0xd2)],
    ['a byte after the end', Buffer.concat([report, Buffer.of(0)])],
    ['more bytes than a document may have', Buffer.alloc(maxDocumentBytes + 1)],
  ])('%s', (_, bytes) => {
    expect(() => readSigned(bytes)).toThrow(CborError);
  });
});

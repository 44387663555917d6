import { DerError, parseCertificate } from '@assay/sdk/x509';
import { describe, expect, it } from 'vitest';
import { extension, issue, p384 } from '../../../../test/support/certificates.ts';
import { der, explicit, integer, octets, oid, sequence } from '../../../../test/support/der.ts';
import { findFwid } from './fwid.ts';
import { createNvidiaChain, type NvidiaProduct } from './nvidia.fixture.ts';

const find = (...extensions: Uint8Array[]) =>
  findFwid(parseCertificate(issue({ subject: 'leaf', keys: p384(), extensions }).der));
const sha384 = oid('2.16.840.1.101.3.4.2.2');
const digest = octets(Buffer.alloc(48, 3));

it.each<NvidiaProduct>(['GH100', 'GB100', 'LS10'])(
  'the identifier of %s is found in the form of the product',
  (product) => {
    const fwid = findFwid(parseCertificate(createNvidiaChain(product).leaf.der));
    expect(Buffer.from(fwid ?? [])).toEqual(Buffer.alloc(48, 0xf1));
  },
);

it('a certificate without the extension names no firmware', () => {
  expect(find()).toBeUndefined();
  expect(find(extension('2.23.133.5.4.4', sequence(digest)))).toBeUndefined();
});

describe('a misspelled extension names none either', () => {
  const key = sequence(sha384);
  it.each<[string, Buffer]>([
    ['no sequence', octets(digest)],
    ['an empty list of identifiers', sequence(explicit(6))],
    ['an identifier without an algorithm', sequence(explicit(6, sequence(digest)))],
    ['an identifier of three parts', sequence(explicit(6, sequence(sha384, digest, digest)))],
    ['a composite of two parts', sequence(integer(1), key)],
    ['a composite of four parts', sequence(integer(1), key, sequence(sha384, digest), key)],
    ['a composite with the digest outside', sequence(integer(1), key, digest)],
    ['a composite without a version', sequence(key, sequence(sha384, digest), key)],
    ['bytes after the end', Buffer.concat([sequence(integer(1), key, sequence(sha384, digest)), der(0x05)])],
  ])('%s', (_, value) => {
    expect(() => find(extension('2.23.133.5.4.1', value))).toThrow(DerError);
  });
});

import { generateKeyPairSync } from 'node:crypto';
import { nodeProofCrypto as crypto } from '@assay/sdk/crypto';
import { describe, expect, it } from 'vitest';
import {
  type CertificateOptions,
  type Credential,
  extension,
  issue,
  p256,
  p384,
  revoke,
  rsa,
} from '../../../test/support/certificates.ts';
import { der, explicit, octets, sequence } from '../../../test/support/der.ts';
import { isSignedBy, parseCertificate } from './certificate.ts';
import { findChainProblems, findPath } from './chain.ts';
import { isListCurrent, isListOf, listScopes, parseRevocationList } from './crl.ts';
import { DerError } from './der.ts';
import { readPem, toPem } from './pem.ts';

const now = Date.parse('2025-06-01T00:00:00Z');
const keys = { root: rsa(), middle: p384(), leaf: p256() };
const root = issue({ subject: 'root', keys: keys.root, isAuthority: true });
const middle = issue({ subject: 'middle', keys: keys.middle, issuer: root, isAuthority: true, pathLength: 0 });
const leaf = issue({ subject: 'leaf', keys: keys.leaf, issuer: middle, serial: 0x7fn });
const parse = ({ der }: Credential) => parseCertificate(der);
const problemsOf = (...path: Credential[]) => findChainProblems(path.map(parse), { now, crypto });
const codesOf = async (...path: Credential[]) => (await problemsOf(...path)).map(({ code }) => code);
const leafWith = (changes: Partial<CertificateOptions>) =>
  issue({ subject: 'leaf', keys: keys.leaf, issuer: middle, ...changes });

describe('a certification path', () => {
  it('is valid with an RSA-PSS root, a P-384 intermediate and a P-256 leaf', async () => {
    expect(await problemsOf(leaf, middle, root)).toEqual([]);
  });

  it('has no key bound to RSASSA-PSS, whose limits make primitives fail instead of answering', async () => {
    const limits = { modulusLength: 2048, hashAlgorithm: 'sha256', mgf1HashAlgorithm: 'sha256' };
    const pair = generateKeyPairSync('rsa-pss', limits);
    const bound = issue({ subject: 'middle', keys: pair, issuer: root, isAuthority: true });
    expect(() => parse(bound)).toThrow(DerError);
  });

  it('depends on the time of every certificate: before, inside and after', async () => {
    const short = leafWith({ notBefore: '2025-05-31T00:00:00Z', notAfter: '2025-06-02T00:00:00Z' });
    const at = async (text: string) =>
      (await findChainProblems([short, middle, root].map(parse), { now: Date.parse(text), crypto })).map((p) => p.code);
    expect(await at('2025-05-30T23:59:59Z')).toEqual(['not_yet_valid']);
    expect(await at('2025-05-31T00:00:00Z')).toEqual([]);
    expect(await at('2025-06-02T00:00:00Z')).toEqual([]);
    expect(await at('2025-06-02T00:00:01Z')).toEqual(['expired']);
  });

  it('refuses an issuer that is no authority, may not sign, or allows no further authority', async () => {
    const person = issue({ subject: 'middle', keys: keys.middle, issuer: root });
    expect(new Set(await codesOf(leaf, person, root))).toEqual(new Set(['chain_invalid']));
    const second = issue({ subject: 'second', keys: p256(), issuer: middle, isAuthority: true });
    const below = issue({ subject: 'below', keys: p256(), issuer: second });
    expect((await problemsOf(below, second, middle, root)).map(({ message }) => message)).toEqual([
      'intermediate certificate 2 does not allow a chain of this length',
    ]);
  });

  it('refuses another issuer of the same name, a missing intermediate and an unknown critical extension', async () => {
    const twin = issue({ subject: 'middle', keys: p384(), issuer: root, isAuthority: true });
    expect(await codesOf(leaf, twin, root)).toEqual(['chain_invalid']);
    expect(await codesOf(leaf, root)).toEqual(['chain_invalid', 'chain_invalid']);
    const odd = leafWith({ extensions: [extension('1.2.3.4', octets(Buffer.of(1)), true)] });
    expect(await codesOf(odd, middle, root)).toEqual(['chain_invalid']);
    expect(
      await findChainProblems([odd, middle, root].map(parse), { now, crypto, knownCritical: ['1.2.3.4'] }),
    ).toEqual([]);
  });

  it('is found in a pool in any order, ends only at a given root, and survives a twin of the same name', async () => {
    const twin = issue({ subject: 'middle', keys: p384(), issuer: root, isAuthority: true });
    const path = await findPath(parse(leaf), [twin, leaf, root, middle].map(parse), [parse(root)], crypto);
    expect(path?.map(({ der }) => der)).toEqual([leaf.der, middle.der, root.der]);
    const foreign = issue({ subject: 'root', keys: rsa(), isAuthority: true });
    expect(await findPath(parse(leaf), [middle, root].map(parse), [parse(foreign)], crypto)).toBeUndefined();
  });
});

describe('a certificate', () => {
  it('is refused or no longer signed with any bit changed', async () => {
    const issuer = parse(middle);
    for (let index = 0; index < leaf.der.length; index += 1) {
      const changed = Uint8Array.from(leaf.der);
      changed[index] = (changed[index] ?? 0) ^ (1 << (index % 8));
      let holds = false;
      try {
        holds = await isSignedBy(parseCertificate(changed), issuer.publicKey, crypto);
      } catch (error) {
        expect(error).toBeInstanceOf(DerError);
      }
      expect(holds, `byte ${index}`).toBe(false);
    }
  });

  it('states its allowed uses', () => {
    expect(parse(middle)).toMatchObject({ isAuthority: true, pathLength: 0, version: 3 });
    expect(parse(leaf)).toMatchObject({ isAuthority: false, serial: '7f' });
    expect(parse(leaf).keyUsage).toEqual({ digitalSignature: true, certificateSigning: false, crlSigning: false });
  });

  it('round-trips through PEM, and base64 with loose bits is refused', () => {
    expect(readPem(`text\n${toPem(leaf.der)}${toPem(root.der)}`).map(({ der }) => Buffer.from(der))).toEqual([
      leaf.der,
      root.der,
    ]);
    expect(() => readPem('-----BEGIN X-----\nAB==\n-----END X-----')).toThrow(DerError);
    expect(() => readPem('-----BEGIN X-----\nAA\n-----END X-----')).toThrow(DerError);
  });
});

describe('a revocation list', () => {
  it('names the revoked, is valid from its first moment until before its last, and belongs to its issuer', async () => {
    const list = parseRevocationList(
      revoke({
        issuer: middle,
        revoked: [0x7f],
        thisUpdate: '2025-06-01T00:00:00Z',
        nextUpdate: '2025-06-02T00:00:00Z',
      }),
    );
    expect(list.revoked.has(parse(leaf).serial)).toBe(true);
    expect([now - 1, now, now + 86_399_999, now + 86_400_000].map((at) => isListCurrent(list, at))).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect(await isListOf(list, parse(middle), crypto)).toBe(true);
    expect(await isListOf(list, parse(root), crypto)).toBe(false);
    const twin = issue({ subject: 'middle', keys: p384(), isAuthority: true });
    expect(await isListOf(list, parse(twin), crypto)).toBe(false);
  });

  it('of one distribution point names it, and is refused when it leaves out certificates', () => {
    const point = explicit(0, der(0xa0, der(0x86, Buffer.from('http://crl.example/1'))));
    const scoped = (...parts: Buffer[]) =>
      revoke({ issuer: middle, extensions: [extension('2.5.29.28', sequence(...parts), true)] });
    const named = leafWith({ extensions: [extension('2.5.29.31', sequence(sequence(point)))] });
    const { scope = 'none' } = parseRevocationList(scoped(point));
    expect(listScopes(parse(named))).toEqual([scope]);
    expect(listScopes(parse(leaf))).toEqual([]);
    expect(() => parseRevocationList(scoped(point, der(0x81, Buffer.of(0xff))))).toThrow(DerError);
    expect(() => parseRevocationList(scoped())).toThrow(DerError);
  });

  it('revokes nobody without entries, and is refused when truncated', () => {
    const der = revoke({ issuer: root });
    expect(parseRevocationList(der).revoked.size).toBe(0);
    for (let length = 0; length < der.length; length += 7) {
      expect(() => parseRevocationList(der.subarray(0, length))).toThrow(DerError);
    }
  });
});

import { describe, expect, it } from 'vitest';
import { parseCertificate, parsePem } from './certificate.ts';
import {
  type CertificateOptions,
  ecKeys,
  issue,
  issueChain,
  purposes,
  rsaKeys,
  toPem,
} from './certificates.fixture.ts';
import { authority, signImage } from './signer.fixture.ts';
import { isTrusted } from './trust.ts';
import { codesOf, now, validate } from './validate.fixture.ts';

/** Failure codes of a file signed with such a certificate. */
function signedWith(leaf: Partial<CertificateOptions>, keys = ecKeys()): readonly string[] {
  const { signer, chain, pem } = issueChain(keys, leaf);
  return codesOf(validate(signImage({ signer, chain }), pem).detail);
}

describe('the signer certificate', () => {
  it.each<[string, Partial<CertificateOptions>]>([
    ['for servers', { purposes: [purposes.server] }],
    ['for any purpose', { purposes: [purposes.email, purposes.any] }],
    ['for time-stamping too', { purposes: [purposes.email, purposes.stamping] }],
    ['without a purpose', { purposes: null }],
    ['without key usage', { keyUsage: null }],
    ['for key agreement only', { keyUsage: 0x08 }],
    ['of an authority', { isAuthority: true, keyUsage: 0x84, purposes: [purposes.email] }],
    ['with a critical extension that nobody knows', { criticalExtensions: ['2a0304'] }],
  ])('%s must not sign claims', (_name, leaf) => {
    expect(signedWith(leaf)).toContain('signingCredential.invalid');
  });

  it('is outside its validity when expired', () => {
    const codes = ['claimSignature.outsideValidity', 'signingCredential.expired'];
    expect(signedWith({ notAfter: '20251231235959Z' })).toEqual(codes);
    expect(signedWith({ notAfter: '20260101000000Z' })).toEqual([]);
  });

  it('is outside its validity before its start', () => {
    expect(signedWith({ notBefore: '20260101000001Z' })).toEqual(['claimSignature.outsideValidity']);
    expect(signedWith({ notBefore: '20260101000000Z' })).toEqual([]);
  });

  it('must not sign claims with a weak key or an unlisted curve', () => {
    const { signer, chain, pem } = issueChain(rsaKeys(1024));
    expect(codesOf(validate(signImage({ alg: 'PS256', signer, chain }), pem).detail)).toContain(
      'signingCredential.invalid',
    );
    expect(signedWith({}, ecKeys('secp256k1'))).toContain('signingCredential.invalid');
  });

  it('is invalid when self-signed, even as its own trust anchor', () => {
    const signer = issue({ name: 'Alone', keys: ecKeys() });
    const { detail } = validate(signImage({ signer, chain: [signer.der] }), toPem(signer.der));
    expect(codesOf(detail)).toEqual(['signingCredential.invalid', 'signingCredential.untrusted']);
  });

  it('makes the signature a mismatch when it has another key', () => {
    const other = issueChain();
    const { detail } = validate(signImage({ chain: other.chain }), other.pem);
    expect(codesOf(detail)).toEqual(['claimSignature.mismatch']);
  });

  it('is invalid when it is no certificate', () => {
    expect(codesOf(validate(signImage({ chain: [Buffer.from('junk')] })).detail)).toEqual([
      'signingCredential.invalid',
    ]);
    expect(codesOf(validate(signImage({ chain: [] })).detail)).toEqual(['signingCredential.invalid']);
    const many = Array.from({ length: 17 }, () => authority.signer.der);
    expect(codesOf(validate(signImage({ chain: many })).detail)).toEqual(['signingCredential.invalid']);
  });
});

describe('the chain', () => {
  const root = issue({ name: 'Root', keys: ecKeys(), isAuthority: true });

  function codesWith(middle: ReturnType<typeof issue>, pem = toPem(root.der)): readonly string[] {
    const signer = issue({ name: 'Signer', keys: ecKeys(), issuer: middle });
    return codesOf(validate(signImage({ signer, chain: [signer.der, middle.der] }), pem).detail);
  }

  it('to a root or to an intermediate on the trust list is trusted', () => {
    const middle = issue({ name: 'Middle', keys: ecKeys(), isAuthority: true, issuer: root });
    expect(codesWith(middle)).toEqual([]);
    expect(codesWith(middle, toPem(middle.der))).toEqual([]);
    expect(codesWith(middle, `${authority.pem}\n# comment\n${toPem(root.der)}`)).toEqual([]);
  });

  it('of another authority of the same name is untrusted', () => {
    const twin = issue({ name: 'Root', keys: ecKeys(), isAuthority: true });
    expect(codesWith(issue({ name: 'Middle', keys: ecKeys(), isAuthority: true, issuer: twin }))).toEqual([
      'signingCredential.untrusted',
    ]);
  });

  it.each<[string, Partial<CertificateOptions>]>([
    ['not an authority', { isAuthority: false }],
    ['no right to sign certificates', { keyUsage: 0x80 }],
    ['an expired certificate', { notAfter: '20250101000000Z' }],
    ['a critical extension that nobody knows', { criticalExtensions: ['551d1e'] }],
    ['a signature by SHA-1', { signatureOid: '2a8648ce3d0401' }],
  ])('over an issuer with %s is untrusted', (_name, options) => {
    const middle = issue({ name: 'Middle', keys: ecKeys(), isAuthority: true, issuer: root, ...options });
    expect(codesWith(middle)).toEqual(['signingCredential.untrusted']);
  });

  it('is untrusted when longer than an issuer allows', () => {
    const middle = issue({ name: 'Middle', keys: ecKeys(), isAuthority: true, issuer: root, pathLength: 0 });
    const lower = issue({ name: 'Lower', keys: ecKeys(), isAuthority: true, issuer: middle });
    const signer = issue({ name: 'Signer', keys: ecKeys(), issuer: lower });
    const file = signImage({ signer, chain: [signer.der, lower.der, middle.der] });
    expect(codesOf(validate(file, toPem(root.der)).detail)).toEqual(['signingCredential.untrusted']);
    // Only who signed whom matters, not the order of the chain.
    const open = issue({ name: 'Middle', keys: ecKeys(), isAuthority: true, issuer: root });
    const below = issue({ name: 'Lower', keys: ecKeys(), isAuthority: true, issuer: open });
    const leaf = issue({ name: 'Signer', keys: ecKeys(), issuer: below });
    const sound = signImage({ signer: leaf, chain: [leaf.der, open.der, below.der] });
    expect(codesOf(validate(sound, toPem(root.der)).detail)).toEqual([]);
  });

  it('ends after a bounded number of checks among many look-alikes', () => {
    const keys = ecKeys();
    const looks = Array.from({ length: 15 }, (_, index) =>
      issue({ name: 'Loop', keys, isAuthority: true, serial: index + 1 }),
    );
    const signer = issue({ name: 'Signer', keys: ecKeys(), ...(looks[0] === undefined ? {} : { issuer: looks[0] }) });
    const others = looks.map(({ der }) => parseCertificate(der));
    expect(isTrusted(parseCertificate(signer.der), others, parsePem(authority.pem), now)).toBe(false);
  });
});

it('time is an argument: the same file is valid today and expired in 2050', () => {
  const file = signImage();
  expect(validate(file, authority.pem, now).value).toBe(true);
  expect(codesOf(validate(file, authority.pem, Date.UTC(2050, 0, 1)).detail)).toEqual([
    'claimSignature.outsideValidity',
    'signingCredential.expired',
    'signingCredential.untrusted',
  ]);
});

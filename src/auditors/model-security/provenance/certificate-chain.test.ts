import { beforeAll, describe, expect, it } from 'vitest';
import { aContext } from '../formats/bytes.fixture.ts';
import { readTrustedCertificate, verifyChain } from './certificate-chain.ts';
import {
  authorityExtensions,
  bits,
  type CertificateParts,
  extension,
  issueCertificate,
  type KeyPair,
  newKey,
  octets,
  oid,
  sequence,
  signerExtensions,
  toPem,
} from './der.fixture.ts';
import { aBundle, aFolder, aStatement, chainMaterial, someFiles } from './signer.fixture.ts';
import { createModelTrust, TrustError } from './trust.ts';
import { verifyProvenance } from './verify-provenance.ts';

const day = 86_400_000;
const now = Date.UTC(2026, 5, 1);
const period = { from: now - 10 * day, to: now + 10 * day };

interface Authority {
  subject: string;
  key: KeyPair;
  certificate: Buffer;
}

let root: Authority;
let middle: Authority;
let leafKey: KeyPair;

function anAuthority(subject: string, issuer?: Authority, changes: Partial<CertificateParts> = {}): Authority {
  const key = changes.key ?? newKey();
  const parts = { subject, key, extensions: authorityExtensions(), ...period, ...changes };
  return { subject, key, certificate: issueCertificate(issuer === undefined ? parts : { ...parts, issuer }) };
}

function aLeaf(issuer: Authority, changes: Partial<CertificateParts> = {}): Buffer {
  return issueCertificate({
    subject: 'signer',
    key: leafKey,
    issuer,
    extensions: signerExtensions(),
    ...period,
    ...changes,
  });
}

beforeAll(() => {
  root = anAuthority('root');
  middle = anAuthority('middle', root, { extensions: authorityExtensions(0) });
  leafKey = newKey();
});

function check(chain: Buffer[], anchors: Buffer[] = [root.certificate], at = now): boolean {
  return verifyChain(chain, { anchors: anchors.map((certificate) => readTrustedCertificate(certificate)), at }).trusted;
}

describe('a chain of certificates', () => {
  it('is trusted up to a trusted root, an intermediate authority, or the certificate itself', () => {
    const leaf = aLeaf(middle);
    expect(check([leaf, middle.certificate])).toBe(true);
    expect(check([leaf, middle.certificate, root.certificate])).toBe(true);
    expect(check([leaf, root.certificate, middle.certificate])).toBe(true);
    expect(check([leaf], [middle.certificate])).toBe(true);
    expect(check([leaf], [leaf])).toBe(true);
    expect(check([aLeaf(root)])).toBe(true);
  });

  it('is not trusted without its issuer, or under a root only in the bundle', () => {
    expect(check([aLeaf(middle)])).toBe(false);
    expect(check([aLeaf(middle), middle.certificate, root.certificate], [anAuthority('root').certificate])).toBe(false);
    expect(check([], [root.certificate])).toBe(false);
    expect(check([Buffer.from('no certificate')], [root.certificate])).toBe(false);
  });

  it('is not trusted with a borrowed name or key of the issuer', () => {
    const impostor = anAuthority('root');
    expect(check([aLeaf(impostor)])).toBe(false);
    expect(check([aLeaf({ ...root, subject: 'other' })])).toBe(false);
  });

  it.each<[string, () => Buffer[], boolean]>([
    ['an expired signer', () => [aLeaf(root, { to: now - day })], false],
    ['a signer of tomorrow', () => [aLeaf(root, { from: now + day })], false],
    [
      'an expired authority on the way',
      () => {
        const old = anAuthority('old', root, { to: now - day });
        return [aLeaf(old), old.certificate];
      },
      false,
    ],
    [
      'an issuer that is no authority',
      () => {
        const plain = anAuthority('plain', root, { extensions: signerExtensions() });
        return [aLeaf(plain), plain.certificate];
      },
      false,
    ],
    [
      'an authority that may not sign certificates',
      () => {
        const basic = authorityExtensions()[0] ?? Buffer.alloc(0);
        const usage = extension('2.5.29.15', bits(Buffer.from([0x80]), 7), true);
        const weak = anAuthority('weak', root, { extensions: [basic, usage] });
        return [aLeaf(weak), weak.certificate];
      },
      false,
    ],
    [
      'an authority below one that allows none below',
      () => {
        const below = anAuthority('below', middle);
        return [aLeaf(below), below.certificate, middle.certificate];
      },
      false,
    ],
    ['a certificate that is signed over SHA-1', () => [aLeaf(root, { hash: 'sha1' })], false],
    ['a signer without any usage', () => [aLeaf(root, { extensions: [] })], false],
    [
      'a signer for servers only',
      () => [aLeaf(root, { extensions: [extension('2.5.29.37', sequence(oid('1.3.6.1.5.5.7.3.1')))] })],
      false,
    ],
    [
      'a key usage that forbids signatures',
      () => [
        aLeaf(root, {
          extensions: [
            extension('2.5.29.15', bits(Buffer.from([0x08]), 3)),
            extension('2.5.29.37', sequence(oid('1.3.6.1.5.5.7.3.3'))),
          ],
        }),
      ],
      false,
    ],
    [
      'an unknown critical extension',
      () => [
        aLeaf(root, { extensions: [...signerExtensions(), extension('1.2.3.4', octets(Buffer.from([1])), true)] }),
      ],
      false,
    ],
    [
      'an extension that stands there twice',
      () => [aLeaf(root, { extensions: [...signerExtensions(), extension('2.5.29.37', sequence())] })],
      false,
    ],
    [
      'an unknown extension that is not critical',
      () => [aLeaf(root, { extensions: [...signerExtensions(), extension('1.2.3.4', octets(Buffer.from([1])))] })],
      true,
    ],
    [
      'code signing as the only purpose',
      () => [aLeaf(root, { extensions: [extension('2.5.29.37', sequence(oid('1.3.6.1.5.5.7.3.3')))] })],
      true,
    ],
  ])('is judged with %s', (_title, chain, trusted) => {
    expect(check(chain())).toBe(trusted);
  });

  it('is trusted up to an old root self-signed with SHA-1, since that signature does not count', () => {
    const old = anAuthority('old root', undefined, { hash: 'sha1' });
    expect(check([aLeaf({ ...old })], [old.certificate])).toBe(true);
  });

  it('ends when authorities sign each other', () => {
    const a = { subject: 'a', key: newKey() };
    const b = { subject: 'b', key: newKey() };
    const aByB = issueCertificate({ ...a, issuer: b, extensions: authorityExtensions(), ...period });
    const bByA = issueCertificate({ ...b, issuer: a, extensions: authorityExtensions(), ...period });
    const leaf = aLeaf({ ...a, certificate: aByB });
    expect(check([leaf, ...Array.from({ length: 7 }, () => [aByB, bByA]).flat()])).toBe(false);
  });

  it('never throws for truncated or changed certificates', () => {
    const leaf = aLeaf(root);
    for (let at = 0; at < leaf.length; at += 3) {
      const changed = Buffer.from(leaf);
      changed.writeUInt8(changed.readUInt8(at) ^ 0x41, at);
      expect(check([changed])).toBe(false);
      expect(check([leaf.subarray(0, at)])).toBe(false);
    }
  });
});

describe('a model signed with a certificate', () => {
  const verify = (certificates: Buffer[], at = now, signer = leafKey) => {
    const bundle = aBundle(aStatement(someFiles), signer, chainMaterial(...certificates));
    const trust = createModelTrust({ rootCertificates: [toPem(root.certificate)] });
    const signature = Buffer.from(JSON.stringify(bundle));
    return verifyProvenance({
      signature,
      signaturePath: 'model.sig',
      model: aFolder(someFiles),
      trust,
      now: at,
      context: aContext(),
    });
  };

  it('is verified by its chain, until it expires', async () => {
    const chain = [aLeaf(middle), middle.certificate];
    expect(await verify(chain)).toMatchObject({
      method: 'certificate',
      signatureValid: true,
      provenanceVerified: true,
    });
    expect(await verify(chain, now + 11 * day)).toMatchObject({ signatureValid: false, provenanceVerified: false });
  });

  it('is not verified by another key than that of the certificate', async () => {
    const result = await verify([aLeaf(middle), middle.certificate], now, newKey());
    expect(result).toMatchObject({ signatureValid: false, provenanceVerified: false });
    expect(result.findings.map(({ id }) => id)).toEqual(['signature_invalid']);
  });
});

describe('trust settings', () => {
  it.each([
    [{ publicKeys: ['no pem'] }],
    [{ publicKeys: ['-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----'] }],
    [{ rootCertificates: ['-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----'] }],
    [{ trustedRoot: '{}' }],
    [{ trustedRoot: '{}', identities: [{ identity: 'a', issuer: 'b' }] }],
    [{ identities: [{ identity: 'a', issuer: 'b' }] }],
  ])('are refused, not ignored, when unusable: %j', (settings) => {
    expect(() => createModelTrust(settings)).toThrow(TrustError);
  });

  it('may hold several certificates in one text', () => {
    const both = `${toPem(root.certificate)}\n# a comment\n${toPem(middle.certificate)}`;
    expect(createModelTrust({ rootCertificates: [both] }).anchors).toHaveLength(2);
  });
});

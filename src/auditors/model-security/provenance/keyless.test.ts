import { beforeAll, describe, expect, it } from 'vitest';
import { aContext } from '../formats/bytes.fixture.ts';
import { aFolder, aStatement, type BundleJson, someFiles } from './signer.fixture.ts';
import { createTestSigstore, type KeylessOptions, type TestSigstore } from './sigstore.fixture.ts';
import { createModelTrust, type TrustedIdentity } from './trust.ts';
import { verifyProvenance } from './verify-provenance.ts';

const now = Date.UTC(2026, 5, 1);
const signer: TrustedIdentity = { identity: 'dev@example.org', issuer: 'https://accounts.example' };
let sigstore: TestSigstore;

beforeAll(() => {
  sigstore = createTestSigstore(now);
});

function verify(bundle: BundleJson, identities = [signer], trustedRoot = sigstore.trustedRoot()) {
  const trust = createModelTrust({ trustedRoot, identities });
  const signature = Buffer.from(JSON.stringify(bundle));
  return verifyProvenance({
    signature,
    signaturePath: 'model.sig',
    model: aFolder(someFiles),
    trust,
    now,
    context: aContext(),
  });
}

const sign = (options: KeylessOptions = {}) => sigstore.sign(aStatement(someFiles), options);

/** The log entry of a bundle, to be changed. */
function entryOf(bundle: BundleJson): Record<string, unknown> {
  const [entry] = Array.isArray(bundle.verificationMaterial['tlogEntries'])
    ? bundle.verificationMaterial['tlogEntries']
    : [];
  return entry;
}

describe('a keyless signature', () => {
  it('is verified by the certificate, its log entry and the expected identity', async () => {
    const result = await verify(sign());
    expect(result).toMatchObject({ method: 'keyless', signatureValid: true, provenanceVerified: true, findings: [] });
    expect(result.signer).toBe(signer.identity);
  });

  it("stays valid after its certificate expired, by the log's time", async () => {
    const bundle = sign();
    const trust = createModelTrust({ trustedRoot: sigstore.trustedRoot(), identities: [signer] });
    const later = now + 500 * 86_400_000;
    const signature = Buffer.from(JSON.stringify(bundle));
    const result = await verifyProvenance({
      signature,
      signaturePath: 'x',
      model: aFolder(someFiles),
      trust,
      now: later,
      context: aContext(),
    });
    expect(result.provenanceVerified).toBe(true);
  });

  it.each<[string, TrustedIdentity]>([
    ['another person', { ...signer, identity: 'other@example.org' }],
    ['another provider', { ...signer, issuer: 'https://accounts.evil' }],
    ['a pattern that would match', { ...signer, identity: '.*' }],
    ['a dot that would match any letter', { ...signer, identity: 'dev@example.or.' }],
    ['a part of the name', { ...signer, identity: 'example.org' }],
  ])('of %s is not trusted', async (_title, identity) => {
    const result = await verify(sign(), [identity]);
    expect(result).toMatchObject({ signatureValid: false, provenanceVerified: false });
    expect(result.findings.map(({ id }) => id)).toEqual(['signature_untrusted']);
  });

  it('needs one identity entry: person and provider of two entries do not mix', async () => {
    const mixed = [
      { ...signer, issuer: 'https://a.example' },
      { ...signer, identity: 'b@example.org' },
    ];
    expect((await verify(sign(), mixed)).signatureValid).toBe(false);
  });

  it.each<[string, () => BundleJson]>([
    ['no certificate timestamp', () => sign({ withoutSct: true })],
    ['a log entry after the certificate expired', () => sign({ loggedAfter: 3_600_000 })],
    ['a log entry before the certificate', () => sign({ loggedAfter: -3_600_000 })],
    [
      'no log entry',
      () => {
        const bundle = sign();
        bundle.verificationMaterial['tlogEntries'] = [];
        return bundle;
      },
    ],
    [
      'the log entry of another signature',
      () => {
        const [bundle, other] = [sign(), sign()];
        bundle.verificationMaterial['tlogEntries'] = other.verificationMaterial['tlogEntries'];
        return bundle;
      },
    ],
    [
      'the certificate of another signature',
      () => {
        const [bundle, other] = [sign(), sign()];
        bundle.verificationMaterial['certificate'] = other.verificationMaterial['certificate'];
        return bundle;
      },
    ],
    [
      'a changed time of the log',
      () => {
        const bundle = sign();
        entryOf(bundle)['integratedTime'] = String(now / 1000 + 60);
        return bundle;
      },
    ],
    [
      'no inclusion proof',
      () => {
        const bundle = sign();
        delete entryOf(bundle)['inclusionProof'];
        return bundle;
      },
    ],
    [
      'another payload',
      () => {
        const bundle = sign();
        bundle.dsseEnvelope.payload = aStatement({ ...someFiles, 'x.bin': 'x' }).toString('base64');
        return bundle;
      },
    ],
    ['a certificate of another authority', () => createTestSigstore(now).sign(aStatement(someFiles))],
    [
      'a certificate that is none',
      () => {
        const bundle = sign();
        bundle.verificationMaterial['certificate'] = { rawBytes: Buffer.from('none').toString('base64') };
        return bundle;
      },
    ],
  ])('with %s is not valid', async (_title, make) => {
    const result = await verify(make());
    expect(result).toMatchObject({ signatureValid: false, provenanceVerified: false });
    expect(result.findings.map(({ id }) => id)).toEqual(['signature_invalid']);
  });

  it.each(['(.+)+(.+)+(.+)+(.+)+!', '((.*)*)*!', '['])(
    'is refused when its checkpoint names a hostile pattern: %s',
    async (checkpointName) => {
      const result = await verify(sign({ checkpointName }));
      expect(result.signatureValid).toBe(false);
      expect(result.findings[0]?.note).toContain('CHECKPOINT_NAME');
    },
  );

  it('is refused when nested endlessly', async () => {
    const bundle = sign();
    const depth = 200_000;
    const text = JSON.stringify(bundle).replace('"hashes":[]', `"hashes":${'['.repeat(depth)}${']'.repeat(depth)}`);
    const trust = createModelTrust({ trustedRoot: sigstore.trustedRoot(), identities: [signer] });
    const request = { signaturePath: 'x', model: aFolder(someFiles), trust, now, context: aContext() };
    const result = await verifyProvenance({ signature: Buffer.from(text), ...request });
    expect(result).toMatchObject({ signatureValid: false, provenanceVerified: false });
  });

  it('any changed byte in the signed parts of certificate or log entry is detected', async () => {
    const text = JSON.stringify(sign());
    const fields = ['"rawBytes":"', '"signedEntryTimestamp":"', '"canonicalizedBody":"', '"keyId":"'];
    for (const field of fields) {
      const start = text.indexOf(field) + field.length;
      // Excludes the certificate's unsigned outer algorithm and the unused bits of Base64's last digits.
      for (let at = start + 8; !text.slice(at, at + 4).includes('"') && at < start + 560; at += 29) {
        const changed = `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`;
        const bundle: BundleJson = JSON.parse(changed);
        expect((await verify(bundle)).provenanceVerified).toBe(false);
      }
    }
  });
});

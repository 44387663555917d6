import { generateKeyPairSync } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { aContext } from '../formats/bytes.fixture.ts';
import { type KeyPair, newKey } from './der.fixture.ts';
import { inTotoPayloadType, legacyEncoding } from './dsse.ts';
import type { ModelFiles } from './manifest-check.ts';
import {
  aBundle,
  aFile,
  aFolder,
  aStatement,
  type BundleJson,
  keyMaterial,
  type Statement,
  type StatementOptions,
  someFiles,
} from './signer.fixture.ts';
import { createModelTrust, type ModelTrust } from './trust.ts';
import { type Provenance, verifyProvenance } from './verify-provenance.ts';

const now = Date.UTC(2026, 5, 1);
const noTrust = createModelTrust({});
let key: KeyPair;
let trust: ModelTrust;

beforeAll(() => {
  key = newKey();
  trust = trustIn(key);
});

function trustIn(...keys: KeyPair[]): ModelTrust {
  return createModelTrust({
    publicKeys: keys.map(({ publicKey }) => publicKey.export({ type: 'spki', format: 'pem' }).toString()),
  });
}

function verify(bundle: BundleJson | string, model: ModelFiles, trusted = trust): Promise<Provenance> {
  const signature = Buffer.from(typeof bundle === 'string' ? bundle : JSON.stringify(bundle));
  return verifyProvenance({ signature, signaturePath: 'model.sig', model, trust: trusted, now, context: aContext() });
}

const signed = (options: StatementOptions = {}, contents = someFiles) =>
  aBundle(aStatement(contents, options), key, keyMaterial(key));
const ids = ({ findings }: Provenance) => findings.map(({ id }) => id).toSorted();
const change = (update: (statement: Statement) => void): StatementOptions => ({
  change: (statement) => {
    update(statement);
    return statement;
  },
});

describe('a signed model', () => {
  it('is verified unchanged, with its signer', async () => {
    const result = await verify(signed(), aFolder({ ...someFiles, 'model.sig': 'the signature' }));
    expect(result).toMatchObject({ method: 'key', signatureValid: true, provenanceVerified: true, findings: [] });
    expect(result.signer).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(result.counts).toEqual({ listed: 3, matching: 3, ignored: 0 });
  });

  it.each<[string, () => KeyPair]>([
    ['P-384', () => newKey('P-384')],
    ['P-521', () => newKey('P-521')],
    ['Ed25519', () => generateKeyPairSync('ed25519')],
    ['RSA', () => generateKeyPairSync('rsa', { modulusLength: 2048 })],
  ])('may be signed with %s', async (_title, make) => {
    const other = make();
    const bundle = aBundle(aStatement(someFiles), other, keyMaterial(other));
    expect((await verify(bundle, aFolder(someFiles), trustIn(key, other))).provenanceVerified).toBe(true);
    expect((await verify(bundle, aFolder(someFiles))).signatureValid).toBe(false);
  });

  it('may list parts of files, other digests, or be one file', async () => {
    expect((await verify(signed({ shardSize: 1000 }), aFolder(someFiles))).provenanceVerified).toBe(true);
    expect((await verify(signed({ hash: 'blake2b512' }), aFolder(someFiles))).provenanceVerified).toBe(true);
    const single = signed({}, { '.': 'weights' });
    expect((await verify(single, { kind: 'file', files: [aFile('model.bin', 'weights')] })).provenanceVerified).toBe(
      true,
    );
    expect((await verify(single, { kind: 'file', files: [aFile('model.bin', 'Weights')] })).provenanceVerified).toBe(
      false,
    );
  });

  it('may leave files out on purpose, which is reported', async () => {
    const bundle = signed({ ignorePaths: ['notes', 'model.sig'] });
    const result = await verify(bundle, aFolder({ ...someFiles, 'notes/a/b.txt': 'x', '.gitattributes': 'y' }));
    expect(result.provenanceVerified).toBe(true);
    expect(ids(result)).toEqual(['manifest_ignored_files']);
    expect(result.counts?.ignored).toBe(2);
    const beside = await verify(bundle, aFolder({ ...someFiles, 'notes.txt': 'x' }));
    expect(ids(beside)).toEqual(['manifest_unlisted_file']);
  });

  it('may have the form before 1.0, with its encoding', async () => {
    const legacy = Buffer.from(
      aStatement(someFiles, {
        change: ({ _type, predicate }) => ({
          _type,
          subject: predicate.resources.map(({ name, digest }) => ({ name, digest: { sha256: digest } })),
          predicateType: 'https://model_signing/Digests/v0.1',
          predicate: { unused: "it's \\ unused\n\u00e9" },
        }),
      }),
    );
    const bundle = aBundle(legacy, key, keyMaterial(key), legacyEncoding);
    expect((await verify(bundle, aFolder(someFiles))).provenanceVerified).toBe(true);
    expect((await verify(bundle, aFolder({ ...someFiles, 'config.json': 'other' }))).provenanceVerified).toBe(false);
    const current = aBundle(aStatement(someFiles), key, keyMaterial(key), legacyEncoding);
    expect((await verify(current, aFolder(someFiles))).signatureValid).toBe(false);
  });
});

describe('without trust nothing is claimed', () => {
  it('a signature without trust material leaves both answers out', async () => {
    const result = await verify(signed(), aFolder(someFiles), noTrust);
    expect(result).not.toHaveProperty('signatureValid');
    expect(result).not.toHaveProperty('provenanceVerified');
    expect(ids(result)).toEqual(['signature_unchecked']);
  });

  it('a wrong key, or a hint to another key, is no valid signature', async () => {
    const stranger = newKey();
    const bySomebody = aBundle(aStatement(someFiles), stranger, keyMaterial(stranger));
    const inOurName = aBundle(aStatement(someFiles), stranger, keyMaterial(key));
    const withoutHint = aBundle(aStatement(someFiles), stranger, { publicKey: {} });
    for (const bundle of [bySomebody, inOurName, withoutHint]) {
      const result = await verify(bundle, aFolder(someFiles));
      expect(result).toMatchObject({ signatureValid: false, provenanceVerified: false });
      expect(result).not.toHaveProperty('signer');
    }
  });

  it('a key inside the bundle is never used', async () => {
    const stranger = newKey();
    const rawBytes = stranger.publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
    const bundle = aBundle(aStatement(someFiles), stranger, { publicKey: { rawBytes } });
    expect((await verify(bundle, aFolder(someFiles))).signatureValid).toBe(false);
  });

  it('a bundle that needs an unconfigured kind of trust is not trusted', async () => {
    const certificate = { certificate: { rawBytes: 'AAAA' } };
    const bundle = aBundle(aStatement(someFiles), key, certificate);
    expect(await verify(bundle, aFolder(someFiles))).toMatchObject({
      signatureValid: false,
      provenanceVerified: false,
    });
  });
});

describe('any change is detected', () => {
  it.each<[string, Record<string, string | undefined>, string]>([
    ['a changed file', { 'config.json': '{"model_type":"llamA"}' }, 'manifest_digest_mismatch'],
    ['a longer file', { 'config.json': '{"model_type":"llama"} ' }, 'manifest_digest_mismatch'],
    ['an emptied file', { 'config.json': '' }, 'manifest_digest_mismatch'],
    ['a missing file', { 'config.json': undefined }, 'manifest_missing_file'],
    ['an added file', { 'extra.pkl': 'x' }, 'manifest_unlisted_file'],
    ['an added file beside the signature', { 'model.sig2': 'x' }, 'manifest_unlisted_file'],
    ['a file in a folder of the name of the signature', { 'weights/model.sig': 'x' }, 'manifest_unlisted_file'],
  ])('%s', async (_title, changes, id) => {
    const kept = Object.entries({ ...someFiles, ...changes }).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    );
    for (const options of [{}, { shardSize: 1000 }]) {
      const result = await verify(signed(options), aFolder(Object.fromEntries(kept)));
      expect(result).toMatchObject({ signatureValid: true, provenanceVerified: false });
      expect(ids(result)).toEqual([id]);
    }
  });

  it('any byte of the payload or the signature', async () => {
    const bundle = signed();
    const payload = Buffer.from(bundle.dsseEnvelope.payload, 'base64');
    for (let at = 0; at < payload.length; at += 7) {
      const changed = Buffer.from(payload);
      changed.writeUInt8((changed.readUInt8(at) ^ 1) & 0xff, at);
      const broken = { ...bundle, dsseEnvelope: { ...bundle.dsseEnvelope, payload: changed.toString('base64') } };
      expect((await verify(broken, aFolder(someFiles))).signatureValid).toBe(false);
    }
    const signature = Buffer.from(bundle.dsseEnvelope.signatures[0]?.sig ?? '', 'base64');
    for (let at = 0; at < signature.length; at += 1) {
      const changed = Buffer.from(signature);
      changed.writeUInt8(changed.readUInt8(at) ^ 0x10, at);
      const signatures = [{ sig: changed.toString('base64'), keyid: '' }];
      const broken = { ...bundle, dsseEnvelope: { ...bundle.dsseEnvelope, signatures } };
      expect((await verify(broken, aFolder(someFiles))).signatureValid).toBe(false);
    }
  });

  it('another payload type', async () => {
    const bundle = signed();
    bundle.dsseEnvelope.payloadType = 'text/plain';
    expect(await verify(bundle, aFolder(someFiles))).toMatchObject({
      signatureValid: false,
      provenanceVerified: false,
    });
    expect(inTotoPayloadType).toBe('application/vnd.in-toto+json');
  });
});

describe('a signed list that breaks its rules verifies nothing', () => {
  it.each<[string, StatementOptions, string]>([
    [
      'another statement',
      change((statement) => (statement._type = 'https://in-toto.io/Statement/v2')),
      'manifest_malformed',
    ],
    [
      'another predicate',
      change((statement) => (statement.predicateType = 'https://slsa.dev/provenance/v1')),
      'manifest_malformed',
    ],
    [
      'a digest of the model that is not that of the list',
      change((statement) => (statement.subject = [{ name: 'm', digest: { sha256: '0'.repeat(64) } }])),
      'manifest_malformed',
    ],
    ['no file at all', change((statement) => (statement.predicate.resources = [])), 'manifest_malformed'],
    [
      'a path to a parent folder',
      change(
        (statement) =>
          (statement.predicate.resources[0] = { name: '../x', algorithm: 'sha256', digest: '0'.repeat(64) }),
      ),
      'manifest_path',
    ],
    [
      'an absolute path',
      change(
        (statement) =>
          (statement.predicate.resources[0] = { name: '/etc/passwd', algorithm: 'sha256', digest: '0'.repeat(64) }),
      ),
      'manifest_path',
    ],
    [
      'a path with backslashes',
      change(
        (statement) =>
          (statement.predicate.resources[0] = { name: 'a\\..\\b', algorithm: 'sha256', digest: '0'.repeat(64) }),
      ),
      'manifest_path',
    ],
    [
      'an unknown digest',
      change(
        (statement) => (statement.predicate.resources[0] = { name: 'a', algorithm: 'md5', digest: '0'.repeat(32) }),
      ),
      'manifest_algorithm',
    ],
    [
      'a digest of the wrong length',
      change((statement) => (statement.predicate.resources[0] = { name: 'a', algorithm: 'sha256', digest: '00' })),
      'manifest_malformed',
    ],
    [
      'an unknown method',
      change((statement) => (statement.predicate.serialization['method'] = 'tensors')),
      'manifest_malformed',
    ],
  ])('%s', async (_title, options, id) => {
    const result = await verify(signed(options), aFolder(someFiles));
    expect(result).toMatchObject({ signatureValid: true, provenanceVerified: false });
    expect(ids(result)).toEqual([id]);
  });

  it('the same file twice', async () => {
    const twice = signed({}, { 'a/b': 'x', 'a//b': 'x' });
    expect(ids(await verify(twice, aFolder({ 'a/b': 'x' })))).toEqual(['manifest_malformed']);
  });

  it('parts that leave a gap, overlap or end early', async () => {
    const contents = { 'a.bin': 'x'.repeat(30) };
    const bundle = (names: string[]) =>
      signed(
        change((statement) => {
          const [first] = statement.predicate.resources;
          statement.predicate.resources = names.map((name) => ({
            algorithm: 'sha256-sharded-10',
            digest: first?.digest ?? '',
            name,
          }));
        }),
        contents,
      );
    for (const names of [['a.bin:0:10', 'a.bin:20:30'], ['a.bin:0:20', 'a.bin:10:30'], ['a.bin:0:10'], ['a.bin:5:2']]) {
      expect((await verify(bundle(names), aFolder(contents))).provenanceVerified).toBe(false);
    }
  });

  it('a list that leaves out everything on purpose', async () => {
    const bundle = signed({ ignorePaths: ['.', './', '', '..', '/'] });
    const result = await verify(bundle, aFolder({ ...someFiles, 'extra.bin': 'x' }));
    expect(result.provenanceVerified).toBe(false);
    expect(ids(result)).toEqual(['manifest_unlisted_file']);
  });
});

describe('an invalid signature file', () => {
  it.each<[string, (bundle: BundleJson) => unknown]>([
    ['no JSON', () => 'not json'],
    ['an empty object', () => '{}'],
    [
      'two signatures',
      (bundle) => ({
        ...bundle,
        dsseEnvelope: { ...bundle.dsseEnvelope, signatures: [{ sig: 'AA==' }, { sig: 'AA==' }] },
      }),
    ],
    ['no signature', (bundle) => ({ ...bundle, dsseEnvelope: { ...bundle.dsseEnvelope, signatures: [] } })],
    ['another media type', (bundle) => ({ ...bundle, mediaType: 'application/json' })],
    ['no material', (bundle) => ({ ...bundle, verificationMaterial: {} })],
    [
      'a key and a certificate',
      (bundle) => ({
        ...bundle,
        verificationMaterial: { ...bundle.verificationMaterial, certificate: { rawBytes: 'AA==' } },
      }),
    ],
    [
      'a message instead of an envelope',
      ({ mediaType, verificationMaterial }) => ({ mediaType, verificationMaterial, messageSignature: {} }),
    ],
  ])('is reported: %s', async (_title, spoil) => {
    const spoilt = spoil(signed());
    const result = await verify(typeof spoilt === 'string' ? spoilt : JSON.stringify(spoilt), aFolder(someFiles));
    expect(result).toMatchObject({ signatureValid: false, provenanceVerified: false });
    expect(ids(result)).toEqual(['signature_malformed']);
  });

  it('never throws when truncated anywhere', async () => {
    const text = JSON.stringify(signed());
    for (let length = 0; length < text.length; length += 37) {
      expect((await verify(text.slice(0, length), aFolder(someFiles))).provenanceVerified).toBe(false);
    }
  });
});

// Signs models for tests as published signing tools do: statement, envelope, bundle.

import { createHash, sign } from 'node:crypto';
import { createBufferSource } from '../byte-source.ts';
import type { KeyPair } from './der.fixture.ts';
import { inTotoPayloadType, preAuthEncoding } from './dsse.ts';
import { keyHint } from './key-names.ts';
import type { ModelFile, ModelFiles } from './manifest-check.ts';

/** The files of a model by path. */
export type FileContents = Readonly<Record<string, string>>;

/** A small model. */
export const someFiles: FileContents = {
  'config.json': '{"model_type":"llama"}',
  'weights/a.safetensors': 'a'.repeat(5000),
  'weights/b.safetensors': 'b'.repeat(2500),
};

/** A folder of these files. */
export function aFolder(contents: FileContents): ModelFiles {
  return { kind: 'folder', files: Object.entries(contents).map(([path, text]) => aFile(path, text)) };
}

export function aFile(path: string, text: string): ModelFile {
  const bytes = Buffer.from(text);
  const open = async () => ({ source: createBufferSource(bytes), close: async () => undefined });
  return { path, size: bytes.length, open };
}

/** Parts of a statement; each can be replaced. */
export interface StatementOptions {
  hash?: 'sha256' | 'blake2b512';
  shardSize?: number;
  ignorePaths?: readonly string[];
  /** Changes the finished statement. */
  change?: (statement: Statement) => unknown;
}

export interface Statement {
  _type: string;
  subject: { name: string; digest: Record<string, string> }[];
  predicateType: string;
  predicate: {
    serialization: Record<string, unknown>;
    resources: { name: string; algorithm: string; digest: string }[];
  };
}

/** The statement over these files. */
export function aStatement(contents: FileContents, options: StatementOptions = {}): Buffer {
  const { hash = 'sha256', shardSize, ignorePaths = ['model.sig'], change = (statement) => statement } = options;
  const name = hash === 'sha256' ? 'sha256' : 'blake2b';
  const digest = (text: string) => createHash(hash).update(text).digest('hex');
  const resources = Object.entries(contents).flatMap(([path, text]) => {
    if (shardSize === undefined) return [{ name: path, algorithm: name, digest: digest(text) }];
    const starts = Array.from({ length: Math.ceil(text.length / shardSize) }, (_, index) => index * shardSize);
    return starts.map((start) => {
      const end = Math.min(text.length, start + shardSize);
      const algorithm = `${name}-sharded-${shardSize}`;
      return { name: `${path}:${start}:${end}`, algorithm, digest: digest(text.slice(start, end)) };
    });
  });
  const root = createHash('sha256');
  for (const resource of resources) root.update(Buffer.from(resource.digest, 'hex'));
  const method = shardSize === undefined ? 'files' : 'shards';
  const statement: Statement = {
    _type: 'https://in-toto.io/Statement/v1',
    subject: [{ name: 'model', digest: { sha256: root.digest('hex') } }],
    predicateType: 'https://model_signing/signature/v1.0',
    predicate: {
      serialization: { method, hash_type: name, allow_symlinks: false, ignore_paths: ignorePaths },
      resources,
    },
  };
  return Buffer.from(JSON.stringify(change(statement)));
}

/** A bundle, as JSON that tests may change. */
export interface BundleJson {
  mediaType: string;
  verificationMaterial: Record<string, unknown>;
  dsseEnvelope: { payload: string; payloadType: string; signatures: { sig: string; keyid: string }[] };
}

/** The bundle over a payload, signed by a key. */
export function aBundle(
  payload: Uint8Array,
  key: KeyPair,
  material: Record<string, unknown>,
  encode = (bytes: Uint8Array) => preAuthEncoding(inTotoPayloadType, bytes),
): BundleJson {
  const signature = sign(signatureHash(key), encode(payload), key.privateKey);
  return {
    mediaType: 'application/vnd.dev.sigstore.bundle.v0.3+json',
    verificationMaterial: { tlogEntries: [], ...material },
    dsseEnvelope: {
      payload: Buffer.from(payload).toString('base64'),
      payloadType: inTotoPayloadType,
      signatures: [{ sig: signature.toString('base64'), keyid: '' }],
    },
  };
}

/** Material of a bundle signed with a key. */
export function keyMaterial(key: KeyPair): Record<string, unknown> {
  return { publicKey: { hint: keyHint(key.publicKey) } };
}

/** Material of a bundle signed with a certificate. */
export function chainMaterial(...certificates: Uint8Array[]): Record<string, unknown> {
  const list = certificates.map((certificate) => ({ rawBytes: Buffer.from(certificate).toString('base64') }));
  return { x509CertificateChain: { certificates: list } };
}

function signatureHash({ publicKey }: KeyPair): string | null {
  if (publicKey.asymmetricKeyType === 'ed25519') return null;
  const hashes: Record<string, string> = { secp384r1: 'sha384', secp521r1: 'sha512' };
  return hashes[publicKey.asymmetricKeyDetails?.namedCurve ?? ''] ?? 'sha256';
}

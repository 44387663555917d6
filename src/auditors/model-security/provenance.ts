/** Finds the signature of an examined artifact, opens its files for the signature check, and reads the trust settings. */

import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { InferSettings, MethodInput } from '@assay/sdk';
import { type Artifact, ArtifactError, findArtifact, openArtifact } from './artifact.ts';
import { invalid } from './artifact-input.ts';
import { createBufferSource, createFileSource } from './byte-source.ts';
import type { Examination } from './examine.ts';
import { defaultLimits } from './limits.ts';
import type { ModelFile, ModelFiles } from './provenance/manifest-check.ts';
import { findSignatureFile, signatureNamesOf } from './provenance/signature-file.ts';
import { createModelTrust, type ModelTrust, TrustError } from './provenance/trust.ts';
import { type Provenance, verifyProvenance } from './provenance/verify-provenance.ts';
import type { provenanceSettings } from './settings.ts';

const maxSignatureBytes = 16 * 1024 * 1024;

export interface ProvenanceOptions {
  settings: InferSettings<typeof provenanceSettings>;
  /** The path of Sigstore's trusted_root.json, set by the operator. */
  trustedRootPath: string | undefined;
  roots: readonly string[];
  now: number;
  signal: AbortSignal;
}

/** Checks the artifact's signature; undefined without a signature. */
export async function checkProvenance(
  input: MethodInput,
  examination: Examination,
  options: ProvenanceOptions,
): Promise<Provenance | undefined> {
  const signature = await readSignature(input, examination, options);
  if (signature === undefined) return undefined;
  return verifyProvenance({
    signature: signature.bytes,
    signaturePath: signature.path,
    model: toModelFiles(examination),
    trust: readTrust(options),
    now: options.now,
    context: { limits: defaultLimits, signal: options.signal, path: '' },
  });
}

interface Signature {
  bytes: Uint8Array;
  path: string;
}

async function readSignature(
  { metadata }: MethodInput,
  { artifact }: Examination,
  { roots }: ProvenanceOptions,
): Promise<Signature | undefined> {
  const inline = metadata['signature_base64'];
  if (inline !== undefined) {
    if (typeof inline !== 'string' || inline.length > 2 * maxSignatureBytes) {
      throw invalid('metadata.signature_base64 must be Base64 of a signature file');
    }
    return { bytes: Buffer.from(inline, 'base64'), path: 'model.sig' };
  }
  if (artifact === undefined) return undefined;
  if (artifact.kind === 'folder') {
    const name = findSignatureFile(artifact.files.map((file) => file.name));
    const file = artifact.files.find((candidate) => candidate.name === name);
    return file === undefined ? undefined : { bytes: await readSmall(file.path), path: file.name };
  }
  for (const name of signatureNamesOf(basename(artifact.path))) {
    const found = await findBeside(join(dirname(artifact.path), name), roots);
    const file = found?.files[0];
    if (file !== undefined && found?.kind === 'file') return { bytes: await readSmall(file.path), path: name };
  }
  return undefined;
}

async function findBeside(path: string, roots: readonly string[]): Promise<Artifact | undefined> {
  try {
    return await findArtifact(path, roots, 1);
  } catch (error) {
    if (error instanceof ArtifactError) return undefined;
    throw error;
  }
}

async function readSmall(path: string): Promise<Uint8Array> {
  const { handle, size } = await openArtifact(path);
  try {
    return await createFileSource(handle, size).read(0, Math.min(size, maxSignatureBytes));
  } finally {
    await handle.close();
  }
}

function toModelFiles({ artifact, bytes, name, check }: Examination): ModelFiles {
  if (artifact === undefined) {
    const content = bytes ?? new Uint8Array(0);
    const open = async () => ({ source: createBufferSource(content), close: async () => undefined });
    return { kind: 'file', files: [{ path: name, size: content.length, open }] };
  }
  const sizes = new Map(check.files.map((file) => [file.name, file.size]));
  return { kind: artifact.kind, files: artifact.files.map((file) => toModelFile(file, sizes.get(file.name) ?? 0)) };
}

function toModelFile({ name, path }: Artifact['files'][number], size: number): ModelFile {
  return {
    path: name,
    size,
    async open() {
      const opened = await openArtifact(path);
      return { source: createFileSource(opened.handle, opened.size), close: () => opened.handle.close() };
    },
  };
}

/** Reads the trust settings. @throws AuditorFailure when a setting cannot be used. */
function readTrust({ settings, trustedRootPath }: ProvenanceOptions): ModelTrust {
  const identities = settings.trusted_identities.map((text) => {
    const [identity = '', issuer = ''] = text.trim().split(/\s+/);
    return { identity, issuer };
  });
  const usesRoot = identities.length > 0 && trustedRootPath !== undefined;
  try {
    return createModelTrust({
      publicKeys: settings.trusted_keys,
      rootCertificates: settings.trusted_certificates,
      ...(usesRoot ? { trustedRoot: readFileSync(trustedRootPath, 'utf8'), identities } : { identities }),
    });
  } catch (error) {
    if (error instanceof TrustError) throw invalid(`the trust settings cannot be used: ${error.message}`, error);
    throw error;
  }
}

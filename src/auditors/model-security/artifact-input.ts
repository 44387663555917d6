/** Reads the artifact of a request: a path or bytes, and the expected hash. */

import { AuditorFailure, type MethodInput } from '@assay/sdk';

export type ArtifactInput = { kind: 'path'; path: string } | { kind: 'bytes'; bytes: Buffer; name: string };

const maxInlineBytes = 7 * 1024 * 1024;
const maxPathLength = 4096;
const base64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** Reads the artifact of a request. @throws AuditorFailure whose message says what to send. */
export function readArtifactInput({ metadata }: MethodInput): ArtifactInput {
  const path = metadata['artifact_path'];
  const inline = metadata['artifact_base64'];
  if (path !== undefined && inline !== undefined) {
    throw invalid('send either metadata.artifact_path or metadata.artifact_base64, not both');
  }
  if (path !== undefined) {
    if (typeof path !== 'string' || path === '' || path.length > maxPathLength) {
      throw invalid(`metadata.artifact_path must be a path of at most ${maxPathLength} characters`);
    }
    return { kind: 'path', path };
  }
  if (inline === undefined) throw invalid('send metadata.artifact_path, or the file as metadata.artifact_base64');
  return { kind: 'bytes', bytes: decodeInline(inline), name: readName(metadata['artifact_name']) };
}

/** The expected SHA-256 in lower-case hexadecimal, if the request has one. @throws AuditorFailure */
export function readExpectedHash({ metadata }: MethodInput): string | undefined {
  const expected = metadata['expected_sha256'];
  if (expected === undefined) return undefined;
  const digest = typeof expected === 'string' ? expected.toLowerCase().replace(/^sha256:/, '') : '';
  if (!/^[0-9a-f]{64}$/.test(digest)) throw invalid('metadata.expected_sha256 must be 64 hexadecimal digits');
  return digest;
}

/** A failure whose message says what to send. */
export function invalid(message: string, cause?: unknown): AuditorFailure {
  return new AuditorFailure('INVALID_REQUEST', message, cause === undefined ? undefined : { cause });
}

function decodeInline(text: unknown): Buffer {
  if (typeof text !== 'string' || text.length > Math.ceil(maxInlineBytes / 3) * 4) {
    throw invalid('metadata.artifact_base64 must be Base64 of at most 7 MiB; name larger files by their path');
  }
  if (text.length % 4 !== 0 || !base64.test(text)) throw invalid('metadata.artifact_base64 must be padded Base64');
  return Buffer.from(text, 'base64');
}

function readName(name: unknown): string {
  if (name === undefined) return '';
  if (typeof name !== 'string' || name.length > 255) throw invalid('metadata.artifact_name must be a short file name');
  return name;
}

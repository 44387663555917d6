/** Parses the media of a request and the trust list of a setting; both come from outside. */
import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { AuditorFailure, type MethodInput } from '@assay/sdk';
import { type Certificate, parsePem } from './certificate.ts';
import { type Container, readContainer } from './container.ts';

export interface Media {
  readonly file: Uint8Array;
  readonly container: Container;
}

const maxBytes = 7 * 1024 * 1024;
const members = ['artifact_base64', 'media_base64'] as const;

/** Reads the file of a request; undefined without one, or for a format other than JPEG and PNG. */
export function readMedia({ metadata }: MethodInput): Media | undefined {
  const given = members.filter((member) => metadata[member] !== undefined);
  const [member] = given;
  if (member === undefined) return undefined;
  if (given.length > 1) refuse('data.metadata must have either artifact_base64 or media_base64, not both');
  const file = decodeBase64(member, metadata[member]);
  const container = readContainer(file);
  return container && { file, container };
}

/** Certificates to which a signer must lead, and an id of the list. */
export interface TrustList {
  readonly anchors: readonly Certificate[];
  readonly face: { readonly count: number; readonly sha256?: string };
}

const maxPemLength = 1024 * 1024;
const maxAnchors = 1000;

/** Parses the PEM text of a setting; caches the last list, since it hardly ever changes. */
export function createTrustListReader(setting: string): (pem: string) => TrustList {
  let last: { readonly pem: string; readonly list: TrustList } | undefined;
  return (pem) => {
    if (last?.pem !== pem) last = { pem, list: parseTrustList(setting, pem) };
    return last.list;
  };
}

function parseTrustList(setting: string, pem: string): TrustList {
  if (pem.trim() === '') return { anchors: [], face: { count: 0 } };
  const anchors = pem.length > maxPemLength ? [] : parseAnchors(setting, pem);
  if (anchors.length === 0 || anchors.length > maxAnchors) {
    throw new AuditorFailure('INVALID_SETTING', `${setting} must contain 1 to ${maxAnchors} certificates in PEM`);
  }
  const hash = createHash('sha256');
  for (const { x509 } of anchors) hash.update(x509.raw);
  return { anchors, face: { count: anchors.length, sha256: hash.digest('hex') } };
}

function parseAnchors(setting: string, pem: string): Certificate[] {
  try {
    // Environment files often escape line ends.
    return parsePem(pem.replaceAll('\\n', '\n'));
  } catch (cause) {
    throw new AuditorFailure('INVALID_SETTING', `${setting} contains a certificate that cannot be read`, {
      cause,
    });
  }
}

function decodeBase64(member: string, value: unknown): Uint8Array {
  if (typeof value !== 'string' || value.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(value)) {
    return refuse(`data.metadata.${member} must be base64 with padding`);
  }
  if ((value.length / 4) * 3 > maxBytes + 2) return refuse(`data.metadata.${member} must decode to at most 7 MiB`);
  const bytes = Buffer.from(value, 'base64');
  return bytes.length > maxBytes ? refuse(`data.metadata.${member} must decode to at most 7 MiB`) : bytes;
}

function refuse(message: string): never {
  throw new AuditorFailure('INVALID_REQUEST', message);
}

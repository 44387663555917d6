/** Reads a certificate request (PKCS#10, RFC 2986): its key, and the proof that the sender has the private part. */
import { createPublicKey } from 'node:crypto';
import { nodeProofCrypto } from '@assay/sdk/crypto';
import {
  DerError,
  expectTag,
  isSignedBy,
  parsePublicKey,
  parseSignatureAlgorithm,
  readChildren,
  readDer,
  readPem,
  readSequence,
  toNumber,
  toWholeBits,
} from '@assay/sdk/x509';
import { AppError } from '../../../platform/errors.ts';

/** Accepted curves. P-521 is missing: few TLS libraries offer it. */
const ecCurves: readonly string[] = ['P-256', 'P-384'];

/** Gives the key of a request, as DER of SubjectPublicKeyInfo. @throws AppError `invalid_request` for an invalid request. */
export async function readCertificateRequest(pem: string): Promise<Uint8Array> {
  try {
    return await parse(pem);
  } catch (error) {
    if (error instanceof DerError) throw refuse(`it does not read: ${error.message}`, error);
    throw error;
  }
}

async function parse(pem: string): Promise<Uint8Array> {
  const blocks = readPem(pem);
  const [block] = blocks;
  if (block === undefined || blocks.length > 1 || !/^(?:NEW )?CERTIFICATE REQUEST$/.test(block.label)) {
    throw refuse('it is not one PEM block CERTIFICATE REQUEST');
  }
  const [tbs, algorithm, signature, ...more] = readSequence(readDer(block.der));
  const body = expectTag(tbs, sequenceTag);
  const [version, subject, spki, attributes, ...others] = readChildren(body);
  if (toNumber(version) !== 0 || more.length > 0 || others.length > 0) throw refuse('it has another form');
  // Names and attributes are ignored: the credential says who asks.
  expectTag(subject, sequenceTag);
  expectTag(attributes, attributesTag);
  const { bytes } = expectTag(spki, sequenceTag);
  const key = parsePublicKey(expectTag(spki, sequenceTag));
  if (key.type === 'ec' && !ecCurves.includes(key.curve)) throw refuse('its key is of no kind that is accepted');
  const signed = { tbs: body.bytes, algorithm: parseSignatureAlgorithm(algorithm), signature: toWholeBits(signature) };
  // Without this check anybody could get a certificate for somebody else's key.
  if (!(await isSignedBy(signed, key, nodeProofCrypto))) throw refuse('its signature does not hold under its own key');
  assertReadable(bytes);
  return bytes;
}

const sequenceTag = 0x30;
const attributesTag = 0xa0;

/** Checks that TLS can use the key. */
function assertReadable(spki: Uint8Array): void {
  try {
    createPublicKey({ key: Buffer.from(spki), format: 'der', type: 'spki' });
  } catch (cause) {
    throw refuse('its key is of no kind that is accepted', cause);
  }
}

function refuse(why: string, cause?: unknown): AppError {
  const detail = `the certificate request is refused: ${why}`;
  return new AppError('invalid_request', detail, { detail, cause, extensions: { reason: 'csr_refused' } });
}

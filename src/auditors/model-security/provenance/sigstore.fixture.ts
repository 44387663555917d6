// A test Sigstore: certificate authority, certificate log, signature log and the trusted root that names them, so that keyless
// signatures can be made and broken without the network.

import { createHash, sign } from 'node:crypto';
import {
  authorityExtensions,
  type CertificateParts,
  certificateBody,
  der,
  extension,
  issueCertificate,
  type KeyPair,
  keyId,
  newKey,
  octets,
  sequence,
  signerExtensions,
  utf8,
} from './der.fixture.ts';
import { aBundle, type BundleJson } from './signer.fixture.ts';

const hour = 3_600_000;
const logUrl = 'https://rekor.example';

/** Signer, time and faults. */
export interface KeylessOptions {
  identity?: string;
  issuer?: string;
  /** Without a certificate timestamp. */
  withoutSct?: boolean;
  /** Milliseconds from the certificate's start to the log entry. */
  loggedAfter?: number;
  /** The signer's name in the checkpoint. */
  checkpointName?: string;
}

export interface TestSigstore {
  trustedRoot: () => string;
  sign: (payload: Uint8Array, options?: KeylessOptions) => BundleJson;
}

/** Makes a Sigstore whose certificates start at `now`. */
export function createTestSigstore(now: number): TestSigstore {
  const authority = { subject: 'sigstore-test', key: newKey('P-256') };
  const root = issueCertificate({
    ...authority,
    extensions: authorityExtensions(),
    from: now - hour,
    to: now + 1000 * hour,
  });
  const certificateLog = newKey();
  const signatureLog = newKey();
  return {
    trustedRoot: () => JSON.stringify(toTrustedRoot(root, certificateLog, signatureLog, now)),
    sign(payload, options = {}) {
      const key = newKey();
      const certificate = issueLeaf(key, authority, certificateLog, now, options);
      const bundle = aBundle(payload, key, { certificate: { rawBytes: certificate.toString('base64') } });
      const at = Math.floor((now + (options.loggedAfter ?? 1000)) / 1000);
      bundle.verificationMaterial['tlogEntries'] = [toLogEntry(bundle, certificate, signatureLog, at, options)];
      return bundle;
    },
  };
}

function issueLeaf(
  key: KeyPair,
  issuer: { subject: string; key: KeyPair },
  log: KeyPair,
  now: number,
  options: KeylessOptions,
): Buffer {
  const { identity = 'dev@example.org', issuer: provider = 'https://accounts.example', withoutSct = false } = options;
  const extensions = [
    ...signerExtensions(),
    extension('2.5.29.17', sequence(der(0x81, Buffer.from(identity))), true),
    extension('1.3.6.1.4.1.57264.1.8', utf8(provider)),
  ];
  const parts: CertificateParts = { subject: '', key, issuer, extensions, from: now, to: now + hour / 6 };
  if (withoutSct) return issueCertificate(parts);
  const timestamp = signTimestamp(certificateBody(parts, extensions), issuer.key, log, now);
  const list = Buffer.concat([u16(timestamp.length + 2), u16(timestamp.length), timestamp]);
  return issueCertificate({
    ...parts,
    extensions: [...extensions, extension('1.3.6.1.4.1.11129.2.4.2', octets(list))],
  });
}

/** A signed certificate timestamp over the certificate without its own (RFC 6962 3.2). */
function signTimestamp(body: Buffer, issuer: KeyPair, log: KeyPair, now: number): Buffer {
  const time = Buffer.alloc(8);
  time.writeBigUInt64BE(BigInt(now));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length);
  const entry = Buffer.concat([keyId(issuer.publicKey), length.subarray(1), body]);
  const signed = Buffer.concat([Buffer.from([0, 0]), time, u16(1), entry, u16(0)]);
  const signature = sign('sha256', signed, log.privateKey);
  const head = Buffer.concat([Buffer.from([0]), keyId(log.publicKey), time, u16(0), Buffer.from([4, 3])]);
  return Buffer.concat([head, u16(signature.length), signature]);
}

/** An entry as the only one of a log. */
function toLogEntry(bundle: BundleJson, certificate: Buffer, log: KeyPair, at: number, options: KeylessOptions) {
  const [signature] = bundle.dsseEnvelope.signatures;
  const payloadHash = createHash('sha256').update(Buffer.from(bundle.dsseEnvelope.payload, 'base64')).digest('hex');
  const body = Buffer.from(
    JSON.stringify({
      apiVersion: '0.0.1',
      kind: 'dsse',
      spec: {
        payloadHash: { algorithm: 'sha256', value: payloadHash },
        signatures: [{ signature: signature?.sig, verifier: certificate.toString('base64') }],
      },
    }),
  );
  const logID = keyId(log.publicKey);
  const promised = JSON.stringify({
    body: body.toString('base64'),
    integratedTime: at,
    logID: logID.toString('hex'),
    logIndex: 0,
  });
  const rootHash = createHash('sha256')
    .update(Buffer.concat([Buffer.from([0]), body]))
    .digest('base64');
  const note = `rekor.example\n1\n${rootHash}\n`;
  const noteSignature = Buffer.concat([logID.subarray(0, 4), sign('sha256', Buffer.from(note), log.privateKey)]);
  const envelope = `${note}\n\u2014 ${options.checkpointName ?? 'rekor.example'} ${noteSignature.toString('base64')}\n`;
  return {
    logIndex: '0',
    logId: { keyId: logID.toString('base64') },
    kindVersion: { kind: 'dsse', version: '0.0.1' },
    integratedTime: String(at),
    inclusionPromise: {
      signedEntryTimestamp: sign('sha256', Buffer.from(promised), log.privateKey).toString('base64'),
    },
    inclusionProof: { logIndex: '0', rootHash, treeSize: '1', hashes: [], checkpoint: { envelope } },
    canonicalizedBody: body.toString('base64'),
  };
}

function toTrustedRoot(root: Buffer, certificateLog: KeyPair, signatureLog: KeyPair, now: number) {
  const validFor = { start: new Date(now - hour).toISOString() };
  const toLog = ({ publicKey }: KeyPair) => ({
    baseUrl: logUrl,
    hashAlgorithm: 'SHA2_256',
    publicKey: {
      rawBytes: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
      keyDetails: 'PKIX_ECDSA_P256_SHA_256',
      validFor,
    },
    logId: { keyId: keyId(publicKey).toString('base64') },
  });
  return {
    mediaType: 'application/vnd.dev.sigstore.trustedroot+json;version=0.1',
    tlogs: [toLog(signatureLog)],
    ctlogs: [toLog(certificateLog)],
    certificateAuthorities: [
      { uri: 'https://fulcio.example', certChain: { certificates: [{ rawBytes: root.toString('base64') }] }, validFor },
    ],
    timestampAuthorities: [],
  };
}

function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

/** A time-stamping authority for tests: makes RFC 3161 tokens, valid or deliberately wrong. */
import { Buffer } from 'node:buffer';
import { createHash, sign } from 'node:crypto';
import {
  type CertificateOptions,
  type Credential,
  ecKeys,
  edKeys,
  issue,
  node,
  oid,
  purposes,
  sequence,
  toPem,
} from './certificates.fixture.ts';

export interface StampOptions {
  readonly time?: string;
  readonly signer?: Credential;
  /** Hash of another certificate in the signed attributes. */
  readonly namedCertificate?: Uint8Array;
  /** The token inside a response, as older writers store it. */
  readonly asResponse?: boolean;
  readonly older?: boolean;
  readonly tamper?: (info: Buffer) => Buffer;
}

const sha256 = sequence(oid('608648016503040201'));

/** A root of time-stamping and an authority below it. */
export function issueStamper(options: Partial<CertificateOptions> = {}): { signer: Credential; pem: string } {
  const root = issue({ name: 'Stamp root', keys: ecKeys(), isAuthority: true });
  const signer = issue({ name: 'Stamper', keys: ecKeys(), issuer: root, purposes: [purposes.stamping], ...options });
  return { signer, pem: toPem(root.der) };
}

/** Its signatures have one length, so that a store with one inside converges. */
export const stamper = issueStamper({ keys: edKeys() });

export function stampMessage(message: Uint8Array, options: StampOptions = {}): Buffer {
  const { time = '20250601120000Z', signer = stamper.signer, tamper = (info) => info } = options;
  const imprint = sequence(sha256, node(0x04, createHash('sha256').update(message).digest()));
  const serial = node(0x02, Buffer.from([1]));
  const info = sequence(serial, oid('2a0304'), imprint, serial, node(0x18, Buffer.from(time)));
  const hash = (bytes: Uint8Array, name: string): Buffer => node(0x04, createHash(name).update(bytes).digest());
  const named = options.namedCertificate ?? signer.der;
  const signingCertificate = options.older
    ? attribute('2a864886f70d010910020c', sequence(sequence(sequence(hash(named, 'sha1')))))
    : attribute('2a864886f70d010910022f', sequence(sequence(sequence(hash(named, 'sha256')))));
  const attributes = Buffer.concat([
    attribute('2a864886f70d010903', oid('2a864886f70d0109100104')),
    attribute('2a864886f70d010904', hash(info, 'sha256')),
    signingCertificate,
  ]);
  const key = signer.keys.privateKey;
  const signature = sign(key.asymmetricKeyType === 'ed25519' ? null : 'sha256', node(0x31, attributes), key);
  const signerInfo = sequence(
    ...[serial, sequence(), sha256, node(0xa0, attributes), sequence(oid('2a8648ce3d040302')), node(0x04, signature)],
  );
  const token = sequence(
    oid('2a864886f70d010702'),
    node(
      0xa0,
      sequence(
        serial,
        node(0x31, sha256),
        sequence(oid('2a864886f70d0109100104'), node(0xa0, node(0x04, tamper(info)))),
        node(0xa0, signer.der),
        node(0x31, signerInfo),
      ),
    ),
  );
  return options.asResponse ? sequence(sequence(node(0x02, Buffer.from([0]))), token) : token;
}

function attribute(id: string, value: Uint8Array): Buffer {
  return sequence(oid(id), node(0x31, value));
}

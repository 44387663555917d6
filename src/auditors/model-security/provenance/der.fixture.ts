// Writes DER and X.509 certificates for tests; every field of a certificate can be wrong.

import { createHash, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

export interface KeyPair {
  publicKey: KeyObject;
  privateKey: KeyObject;
}

export function der(tag: number, ...contents: Uint8Array[]): Buffer {
  const content = Buffer.concat(contents);
  if (content.length < 128) return Buffer.concat([Buffer.from([tag, content.length]), content]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const short = length.subarray(content.length < 256 ? 3 : content.length < 65_536 ? 2 : 1);
  return Buffer.concat([Buffer.from([tag, 0x80 | short.length]), short, content]);
}

export const sequence = (...contents: Uint8Array[]): Buffer => der(0x30, ...contents);
export const octets = (content: Uint8Array): Buffer => der(0x04, content);
export const bits = (content: Uint8Array, unused = 0): Buffer => der(0x03, Buffer.from([unused]), content);
export const integer = (value: number): Buffer => der(0x02, Buffer.from([value]));
export const truth = Buffer.from([0x01, 0x01, 0xff]);
export const utf8 = (text: string): Buffer => der(0x0c, Buffer.from(text));

/** An object identifier from its dotted form. */
export function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  const bytes = [first * 40 + second, ...rest].flatMap((arc) => {
    const groups = [arc & 127];
    for (let left = arc >>> 7; left > 0; left >>>= 7) groups.unshift((left & 127) | 128);
    return groups;
  });
  return der(0x06, Buffer.from(bytes));
}

export function extension(id: string, value: Uint8Array, critical = false): Buffer {
  return sequence(oid(id), ...(critical ? [truth] : []), octets(value));
}

/** The extensions of an authority. */
export function authorityExtensions(pathLength?: number): Buffer[] {
  const limits = pathLength === undefined ? [truth] : [truth, integer(pathLength)];
  return [
    extension('2.5.29.19', sequence(...limits), true),
    extension('2.5.29.15', bits(Buffer.from([0x04]), 2), true),
  ];
}

/** The extensions of a certificate that signs code. */
export function signerExtensions(): Buffer[] {
  return [
    extension('2.5.29.15', bits(Buffer.from([0x80]), 7), true),
    extension('2.5.29.37', sequence(oid('1.3.6.1.5.5.7.3.3'))),
  ];
}

/** Contents of a certificate. */
export interface CertificateParts {
  subject: string;
  key: KeyPair;
  /** The signer; self-signed by default. */
  issuer?: { subject: string; key: KeyPair };
  extensions: readonly Uint8Array[];
  from: number;
  to: number;
  /** The signature algorithm's name; by default from the issuer's key. */
  hash?: 'sha1' | 'sha256';
}

/** Gives the signed part and the certificate. */
export function issueCertificate(parts: CertificateParts): Buffer {
  const issuer = parts.issuer ?? parts;
  const hash = parts.hash ?? 'sha256';
  const body = certificateBody(parts, parts.extensions);
  const signature = sign(hash, body, issuer.key.privateKey);
  return sequence(body, ecdsaAlgorithm(hash), bits(signature));
}

/** The signed part of a certificate, with these extensions. */
export function certificateBody(parts: CertificateParts, extensions: readonly Uint8Array[]): Buffer {
  const { subject, key, from, to, hash = 'sha256' } = parts;
  const issuer = parts.issuer ?? parts;
  return sequence(
    der(0xa0, integer(2)),
    integer(5),
    ecdsaAlgorithm(hash),
    toName(issuer.subject),
    sequence(toTime(from), toTime(to)),
    toName(subject),
    key.publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(...extensions)),
  );
}

/** A fresh key of the curve. */
export function newKey(curve: 'P-256' | 'P-384' | 'P-521' = 'P-256'): KeyPair {
  return generateKeyPairSync('ec', { namedCurve: curve });
}

/** PEM of a certificate. */
export function toPem(certificate: Uint8Array): string {
  const lines =
    Buffer.from(certificate)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}

/** SHA-256 of a key's bytes, the id of a log. */
export function keyId(key: KeyObject): Buffer {
  const spki = createPublicKey(key.export({ type: 'spki', format: 'pem' })).export({ type: 'spki', format: 'der' });
  return createHash('sha256').update(spki).digest();
}

function ecdsaAlgorithm(hash: 'sha1' | 'sha256'): Buffer {
  return sequence(oid(hash === 'sha1' ? '1.2.840.10045.4.1' : '1.2.840.10045.4.3.2'));
}

function toName(commonName: string): Buffer {
  if (commonName === '') return sequence();
  return sequence(der(0x31, sequence(oid('2.5.4.3'), utf8(commonName))));
}

function toTime(at: number): Buffer {
  const text = new Date(at).toISOString().replace(/[-:T]/g, '').slice(0, 14);
  return der(0x18, Buffer.from(`${text}Z`));
}

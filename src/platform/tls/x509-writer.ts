/** Writes certificates (RFC 5280) of X.509-SVIDs and of their authorities, and requests for them (RFC 2986). */
import { createHash, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { bits, boolean, der, implicit, integer, octets, oid, sequence, set, tagged, time, utf8 } from './der.ts';

export interface CertificateBody {
  /** DER of SubjectPublicKeyInfo. */
  readonly spki: Uint8Array;
  /** Big endian, positive. */
  readonly serial: Uint8Array;
  readonly subject: DistinguishedName;
  readonly spiffeId: string;
  readonly notBeforeMs: number;
  readonly notAfterMs: number;
  /** True for an authority, which signs leaves only; false for a leaf, which signs no certificate. */
  readonly isAuthority: boolean;
}

/** An organisation, and a common name if several authorities must be told apart. */
export interface DistinguishedName {
  readonly organization: string;
  readonly commonName?: string;
}

export interface CertificateIssuer {
  readonly name: DistinguishedName;
  /** ECDSA over P-256. */
  readonly key: KeyObject;
}

const oids = {
  ecdsaSha256: '1.2.840.10045.4.3.2',
  organization: '2.5.4.10',
  commonName: '2.5.4.3',
  subjectKeyId: '2.5.29.14',
  keyUsage: '2.5.29.15',
  subjectAltName: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  authorityKeyId: '2.5.29.35',
  extendedKeyUsage: '2.5.29.37',
  serverAuth: '1.3.6.1.5.5.7.3.1',
  clientAuth: '1.3.6.1.5.5.7.3.2',
} as const;

/** DER of a certificate. */
export function writeCertificate(body: CertificateBody, issuer: CertificateIssuer): Buffer {
  return seal(
    sequence(
      tagged(0, integer(2)),
      integer(body.serial),
      sequence(oid(oids.ecdsaSha256)),
      writeName(issuer.name),
      sequence(time(body.notBeforeMs), time(body.notAfterMs)),
      writeName(body.subject),
      body.spki,
      tagged(3, sequence(...writeExtensions(body, toSpki(createPublicKey(issuer.key))))),
    ),
    issuer.key,
  );
}

/** Writes a request without a name (DER), because the requester authenticates by other means. The key is ECDSA over P-256. */
export function writeCertificateRequest(privateKey: KeyObject): Buffer {
  const body = sequence(integer(0), sequence(), toSpki(createPublicKey(privateKey)), tagged(0));
  return seal(body, privateKey);
}

/** DER of SubjectPublicKeyInfo. */
export function toSpki(key: KeyObject): Buffer {
  return key.export({ type: 'spki', format: 'der' });
}

function seal(body: Buffer, key: KeyObject): Buffer {
  return sequence(body, sequence(oid(oids.ecdsaSha256)), bits(sign('sha256', body, key)));
}

function writeName({ organization, commonName }: DistinguishedName): Buffer {
  const part = (id: string, text: string) => set(sequence(oid(id), utf8(text)));
  return sequence(
    part(oids.organization, organization),
    ...(commonName === undefined ? [] : [part(oids.commonName, commonName)]),
  );
}

/** SPIFFE X.509-SVID section 4: the usage is critical, a leaf signs no certificate, there is one name, a URI. */
function writeExtensions({ spki, spiffeId, isAuthority }: CertificateBody, issuerSpki: Buffer): Buffer[] {
  // keyCertSign and cRLSign are bits 5 and 6, digitalSignature is bit 0 (RFC 5280 4.2.1.3).
  const usage = isAuthority ? bits(Buffer.of(0x06), 1) : bits(Buffer.of(0x80), 7);
  const constraints = isAuthority ? sequence(boolean(true), integer(0)) : sequence();
  const purposes = sequence(oid(oids.serverAuth), oid(oids.clientAuth));
  return [
    extension(oids.basicConstraints, constraints, true),
    extension(oids.keyUsage, usage, true),
    ...(isAuthority ? [] : [extension(oids.extendedKeyUsage, purposes)]),
    extension(oids.subjectKeyId, octets(keyIdOf(spki))),
    extension(oids.authorityKeyId, sequence(implicit(0, keyIdOf(issuerSpki)))),
    extension(oids.subjectAltName, sequence(der(0x86, Buffer.from(spiffeId, 'latin1')))),
  ];
}

function extension(id: string, value: Uint8Array, isCritical = false): Buffer {
  return sequence(oid(id), ...(isCritical ? [boolean(true)] : []), octets(value));
}

/** RFC 7093 section 2, method 1: a hint for finding the issuer, no proof of anything. */
function keyIdOf(spki: Uint8Array): Buffer {
  return createHash('sha256').update(spki).digest().subarray(0, 20);
}

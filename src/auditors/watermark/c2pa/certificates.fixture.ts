/** A small certificate authority for tests: writes X.509 certificates in DER, valid or deliberately wrong. */
import { Buffer } from 'node:buffer';
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

export interface KeyPair {
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

/** A key with its certificate. */
export interface Credential {
  readonly keys: KeyPair;
  readonly name: string;
  readonly der: Uint8Array;
}

export interface CertificateOptions {
  readonly name: string;
  readonly keys: KeyPair;
  /** Self-signed by default. */
  readonly issuer?: Credential;
  readonly isAuthority?: boolean;
  readonly pathLength?: number;
  /** First byte of the key usage bits. */
  readonly keyUsage?: number | null;
  readonly purposes?: readonly string[] | null;
  readonly notBefore?: string;
  readonly notAfter?: string;
  /** Object identifiers (hexadecimal) of further critical extensions. */
  readonly criticalExtensions?: readonly string[];
  readonly serial?: number;
  /** Object identifier (hexadecimal) of the stated signature algorithm. */
  readonly signatureOid?: string;
}

export const purposes = {
  email: '2b06010505070304',
  server: '2b06010505070301',
  stamping: '2b06010505070308',
  any: '551d2500',
};

export function ecKeys(namedCurve = 'P-256'): KeyPair {
  return generateKeyPairSync('ec', { namedCurve });
}

export function edKeys(): KeyPair {
  return generateKeyPairSync('ed25519');
}

export function rsaKeys(modulusLength = 2048): KeyPair {
  return generateKeyPairSync('rsa', { modulusLength });
}

/** Issues a certificate: by default a claim signer's, valid from 2020 to 2040. */
export function issue(options: CertificateOptions): Credential {
  const { name, keys, issuer, serial = 1 } = options;
  const signer = issuer?.keys ?? keys;
  const algorithm = sequence(oid(options.signatureOid ?? algorithmOf(signer.privateKey)));
  const body = sequence(
    node(0xa0, node(0x02, Buffer.from([2]))),
    node(0x02, Buffer.from([serial])),
    algorithm,
    toName(issuer?.name ?? name),
    sequence(toTime(options.notBefore ?? '20200101000000Z'), toTime(options.notAfter ?? '20400101000000Z')),
    toName(name),
    keys.publicKey.export({ type: 'spki', format: 'der' }),
    node(0xa3, sequence(...listExtensions(options))),
  );
  const isEd = signer.privateKey.asymmetricKeyType === 'ed25519';
  const signature = sign(isEd ? null : 'sha256', body, signer.privateKey);
  const der = sequence(body, algorithm, node(0x03, Buffer.concat([Buffer.from([0]), signature])));
  return { keys, name, der };
}

/** A root, an intermediate below it, and a signer below that. */
export function issueChain(keys: KeyPair = ecKeys(), leaf: Partial<CertificateOptions> = {}) {
  const root = issue({ name: 'Test root', keys: ecKeys(), isAuthority: true });
  const middle = issue({ name: 'Test issuer', keys: ecKeys(), isAuthority: true, issuer: root, pathLength: 0 });
  const signer = issue({ name: 'Test signer', keys, issuer: middle, ...leaf });
  return { root, middle, signer, chain: [signer.der, middle.der], pem: toPem(root.der) };
}

export function toPem(der: Uint8Array): string {
  const lines = Buffer.from(der).toString('base64').replace(/.{64}/g, '$&\n');
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`;
}

function listExtensions(options: CertificateOptions): Buffer[] {
  const { isAuthority = false, pathLength, criticalExtensions = [] } = options;
  const usage = options.keyUsage === undefined ? (isAuthority ? 0x04 : 0x80) : options.keyUsage;
  const allowed = options.purposes === undefined ? (isAuthority ? null : [purposes.email]) : options.purposes;
  const constraints = [
    ...(isAuthority ? [node(0x01, Buffer.from([255]))] : []),
    ...(pathLength === undefined ? [] : [node(0x02, Buffer.from([pathLength]))]),
  ];
  return [
    extension('551d13', true, sequence(...constraints)),
    ...(usage === null ? [] : [extension('551d0f', true, node(0x03, Buffer.from([0, usage])))]),
    ...(allowed === null ? [] : [extension('551d25', false, sequence(...allowed.map(oid)))]),
    ...criticalExtensions.map((id) => extension(id, true, sequence())),
  ];
}

function algorithmOf(key: KeyObject): string {
  if (key.asymmetricKeyType === 'ed25519') return '2b6570';
  return key.asymmetricKeyType === 'rsa' ? '2a864886f70d01010b' : '2a8648ce3d040302';
}

function extension(id: string, critical: boolean, value: Buffer): Buffer {
  return sequence(oid(id), ...(critical ? [node(0x01, Buffer.from([255]))] : []), node(0x04, value));
}

function toName(name: string): Buffer {
  return sequence(node(0x31, sequence(oid('550403'), node(0x0c, Buffer.from(name)))));
}

function toTime(text: string): Buffer {
  return node(0x18, Buffer.from(text));
}

export function oid(hex: string): Buffer {
  return node(0x06, Buffer.from(hex, 'hex'));
}

export function sequence(...parts: readonly Uint8Array[]): Buffer {
  return node(0x30, Buffer.concat(parts));
}

export function node(tag: number, content: Uint8Array): Buffer {
  const { length } = content;
  const head = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...head]), content]);
}

/** A small certificate authority for tests: certificates and revocation lists of any algorithm, valid or deliberately wrong. */
import { constants, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { bits, boolean, der, explicit, integer, octets, oid, sequence, set, time, utf8 } from './der.ts';

export interface KeyPair {
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

export interface Credential {
  readonly keys: KeyPair;
  readonly der: Buffer;
  /** DER of the subject. */
  readonly name: Buffer;
}

export type SigningAlgorithm = 'ecdsa-sha256' | 'ecdsa-sha384' | 'rsa-pss-sha384' | 'rsa-sha256';

/** Attributes of a name by dotted object identifier, e.g. `{ '2.5.4.3': 'ARK-Milan' }`. */
export type NameParts = Readonly<Record<string, string>>;

export interface CertificateOptions {
  /** A common name, or attributes. */
  readonly subject: string | NameParts;
  readonly keys: KeyPair;
  /** If absent, self-signed. */
  readonly issuer?: Credential;
  /** The issuer's algorithm; by default that of its key. */
  readonly algorithm?: SigningAlgorithm;
  readonly isAuthority?: boolean;
  readonly pathLength?: number;
  /** RFC 3339; by default 2020 to 2040. */
  readonly notBefore?: string;
  readonly notAfter?: string;
  readonly serial?: number | bigint;
  /** DER of further extensions. */
  readonly extensions?: readonly Uint8Array[];
}

export const p256 = (): KeyPair => generateKeyPairSync('ec', { namedCurve: 'P-256' });
export const p384 = (): KeyPair => generateKeyPairSync('ec', { namedCurve: 'P-384' });
/** 2048 bits, which is fast to generate; vendors use 4096. */
export const rsa = (): KeyPair => generateKeyPairSync('rsa', { modulusLength: 2048 });

export function extension(id: string, value: Uint8Array, isCritical = false): Buffer {
  return sequence(oid(id), ...(isCritical ? [boolean(true)] : []), octets(value));
}

export function toName(subject: string | NameParts): Buffer {
  const parts = typeof subject === 'string' ? { '2.5.4.3': subject } : subject;
  return sequence(...Object.entries(parts).map(([id, value]) => set(sequence(oid(id), utf8(value)))));
}

/** Issues a certificate; authorities get keyCertSign and cRLSign. */
export function issue(options: CertificateOptions): Credential {
  const { subject, keys, issuer, isAuthority = false, pathLength, serial = 1, extensions = [] } = options;
  const name = toName(subject);
  const signer = issuer?.keys ?? keys;
  const algorithm = options.algorithm ?? algorithmOf(signer);
  const limits = isAuthority ? [boolean(true), ...(pathLength === undefined ? [] : [integer(pathLength)])] : [];
  const body = sequence(
    explicit(0, integer(2)),
    integer(serial),
    algorithms[algorithm].identifier,
    issuer?.name ?? name,
    sequence(time(options.notBefore ?? '2020-01-01'), time(options.notAfter ?? '2040-01-01')),
    name,
    keys.publicKey.export({ type: 'spki', format: 'der' }),
    explicit(
      3,
      sequence(
        extension('2.5.29.19', sequence(...limits), true),
        extension('2.5.29.15', bits(Buffer.of(isAuthority ? 0x06 : 0x80), isAuthority ? 1 : 7), true),
        ...extensions,
      ),
    ),
  );
  return { keys, name, der: seal(body, signer, algorithm) };
}

export interface RevocationListOptions {
  readonly issuer: Credential;
  readonly algorithm?: SigningAlgorithm;
  /** Serial numbers. */
  readonly revoked?: readonly (number | bigint)[];
  readonly thisUpdate?: string;
  readonly nextUpdate?: string;
  /** DER of further extensions of the list. */
  readonly extensions?: readonly Uint8Array[];
}

/** Issues a revocation list, by default for 2020 to 2040. */
export function revoke(options: RevocationListOptions): Buffer {
  const { issuer, revoked = [], thisUpdate = '2020-01-01', nextUpdate = '2040-01-01' } = options;
  const algorithm = options.algorithm ?? algorithmOf(issuer.keys);
  const entries = revoked.map((serial) => sequence(integer(serial), time(thisUpdate)));
  const body = sequence(
    integer(1),
    algorithms[algorithm].identifier,
    issuer.name,
    time(thisUpdate),
    time(nextUpdate),
    ...(entries.length === 0 ? [] : [sequence(...entries)]),
    explicit(0, sequence(extension('2.5.29.20', integer(1)), ...(options.extensions ?? []))),
  );
  return seal(body, issuer.keys, algorithm);
}

const sha384 = sequence(oid('2.16.840.1.101.3.4.2.2'), der(0x05));
const pssParameters = sequence(
  explicit(0, sha384),
  explicit(1, sequence(oid('1.2.840.113549.1.1.8'), sha384)),
  explicit(2, integer(48)),
);

const algorithms: Readonly<Record<SigningAlgorithm, { identifier: Buffer; hash: string; isPss?: boolean }>> = {
  'ecdsa-sha256': { identifier: sequence(oid('1.2.840.10045.4.3.2')), hash: 'sha256' },
  'ecdsa-sha384': { identifier: sequence(oid('1.2.840.10045.4.3.3')), hash: 'sha384' },
  'rsa-pss-sha384': {
    identifier: sequence(oid('1.2.840.113549.1.1.10'), pssParameters),
    hash: 'sha384',
    isPss: true,
  },
  'rsa-sha256': { identifier: sequence(oid('1.2.840.113549.1.1.11'), der(0x05)), hash: 'sha256' },
};

function algorithmOf({ privateKey }: KeyPair): SigningAlgorithm {
  if (privateKey.asymmetricKeyType === 'rsa') return 'rsa-pss-sha384';
  return privateKey.asymmetricKeyDetails?.namedCurve === 'secp384r1' ? 'ecdsa-sha384' : 'ecdsa-sha256';
}

function seal(body: Buffer, keys: KeyPair, name: SigningAlgorithm): Buffer {
  const { identifier, hash, isPss } = algorithms[name];
  const options = isPss ? { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 48 } : {};
  return sequence(body, identifier, bits(sign(hash, body, { key: keys.privateKey, ...options })));
}

/**
 * The certificate authority of this process, and those of the others that share its database. Each signs with its own key; all of
 * them are the trust bundle (SPIFFE X.509-SVID section 4; Trust Domain and Bundle section 4).
 */
import { createPublicKey, X509Certificate } from 'node:crypto';
import { formatSpiffeId } from '../../../contract/spiffe.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { RandomBytes } from '../../../platform/ids.ts';
import { type TrustBundle, toTrustBundle } from '../../../platform/tls/trust-bundle.ts';
import { type CertificateIssuer, toSpki, writeCertificate } from '../../../platform/tls/x509-writer.ts';
import type { SigningKeyPair } from '../../base/signing-keys/key-file.ts';
import type { SigningKeys } from '../../base/signing-keys/service.ts';

export interface IssuedCertificate {
  readonly der: Uint8Array;
  /** Hexadecimal. */
  readonly serial: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

export interface X509Authority {
  /** Gives every authority whose certificates are accepted now. */
  bundle(): Promise<TrustBundle>;
  /** Publishes a certificate for a replaced key, so that nothing is signed by an authority outside the bundle. */
  prepare(): Promise<void>;
  /**
   * Signs a certificate of {@link x509SvidLifetimeMs} for a key (DER of SubjectPublicKeyInfo) whose possession the subject has
   * proven.
   */
  issue(spki: Uint8Array, spiffeId: string): IssuedCertificate;
}

export interface X509AuthorityDeps {
  /** Keys of purpose `x509-ca`. */
  readonly keys: Pick<SigningKeys, 'active' | 'listRows' | 'certify'>;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  /** The deployment's trust domain. */
  readonly trustDomain: string;
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** Life of a leaf certificate; there is no revocation list. */
export const x509SvidLifetimeMs = 60 * minuteMs;
/** The clocks of verifying parties may be late. */
const backdatedMs = minuteMs;
/** Copies of the bundle are pinned in files, so an authority lives long; it gets a new certificate half way. */
const authorityLifetimeMs = 10 * 365 * dayMs;
/** How long a replaced authority stays in the bundle: its certificates live an hour, copies of the bundle as long again. */
export const keepAuthorityMs = 2 * x509SvidLifetimeMs;
const serialBytes = 16;
const organization = 'Assay';

/** Makes the authority's own certificate if there is no usable one. */
export async function createX509Authority(deps: X509AuthorityDeps): Promise<X509Authority> {
  const { keys, clock, randomBytes, trustDomain } = deps;
  const uri = formatSpiffeId({ trustDomain, path: [] });

  const newSerial = (): Buffer => {
    const serial = Buffer.from(randomBytes(serialBytes));
    // Positive, and never zero (RFC 5280 section 4.1.2.2).
    serial[0] = ((serial[0] ?? 0) & 0x3f) | 0x40;
    return serial;
  };

  const certify = async (): Promise<void> => {
    const issuer = toIssuer(keys.active);
    const now = clock.now();
    const certificate = writeCertificate(
      {
        spki: spkiOf(keys.active),
        serial: newSerial(),
        subject: issuer.name,
        spiffeId: uri,
        isAuthority: true,
        notBeforeMs: now - backdatedMs,
        notAfterMs: now + authorityLifetimeMs,
      },
      issuer,
    );
    await keys.certify(certificate.toString('base64'));
  };

  const listCertificates = async (): Promise<Map<string, X509Certificate>> => {
    const certified = (await keys.listRows()).flatMap(({ kid, certificate }) =>
      certificate === null ? [] : [[kid, new X509Certificate(Buffer.from(certificate, 'base64'))] as const],
    );
    return new Map(certified.filter(([, { validTo }]) => Date.parse(validTo) > clock.now()));
  };

  const findOwn = async (): Promise<X509Certificate | undefined> => {
    const own = (await listCertificates()).get(keys.active.kid);
    if (own === undefined || own.subjectAltName !== `URI:${uri}`) return undefined;
    return Date.parse(own.validTo) - clock.now() > authorityLifetimeMs / 2 ? own : undefined;
  };

  if ((await findOwn()) === undefined) await certify();
  let preparedKid = keys.active.kid;

  return {
    async prepare() {
      const { kid } = keys.active;
      if (kid === preparedKid) return;
      await certify();
      preparedKid = kid;
    },
    async bundle() {
      const certificates = [...(await listCertificates()).values()];
      return toTrustBundle(
        certificates.map(({ raw }) => raw),
        'signing_keys',
      );
    },
    issue(spki, spiffeId) {
      if (preparedKid !== keys.active.kid) throw new Error('the authority has no certificate for its present key');
      const now = clock.now();
      const expiresAt = Math.floor((now + x509SvidLifetimeMs) / 1000) * 1000;
      const serial = newSerial();
      const der = writeCertificate(
        {
          spki,
          serial,
          spiffeId,
          subject: { organization },
          isAuthority: false,
          notBeforeMs: now - backdatedMs,
          notAfterMs: expiresAt,
        },
        toIssuer(keys.active),
      );
      return { der, serial: serial.toString('hex'), expiresAt };
    },
  };
}

/** A distinct name for each key: with equal names, verifying parties would have to try every authority. */
function toIssuer({ kid, privateKey }: SigningKeyPair): CertificateIssuer {
  return { name: { organization, commonName: `authority ${kid}` }, key: privateKey };
}

function spkiOf({ privateKey }: SigningKeyPair): Buffer {
  return toSpki(createPublicKey(privateKey));
}

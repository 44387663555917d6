/** The authorities that a process trusts (SPIFFE Trust Domain and Bundle, section 4), from PEM or DER. */
import { type KeyObject, X509Certificate } from 'node:crypto';
import { DerError, parseCertificate, readPem, toPem } from '@assay/sdk/x509';
import { AppError } from '../errors.ts';

export interface TrustedAuthority {
  readonly der: Uint8Array;
  readonly key: KeyObject;
  /** Milliseconds since the epoch. */
  readonly notBefore: number;
  readonly notAfter: number;
}

export interface TrustBundle {
  readonly authorities: readonly TrustedAuthority[];
  /** PEM of the authorities, for TLS. */
  readonly pem: string;
}

/** Enough for all processes of a database over the last hours, and far below what a handshake can bear. */
const maxAuthorities = 200;

/** @throws AppError `config` for a text without certificates, with too many, or with one that is no authority */
export function parseTrustBundle(pem: string, source: string): TrustBundle {
  const blocks = readBlocks(pem, source);
  if (blocks.length === 0) throw refuse(source, 'contains no certificate');
  if (blocks.length > maxAuthorities) throw refuse(source, `contains more than ${maxAuthorities} certificates`);
  return toTrustBundle(blocks, source);
}

/** @throws AppError `config` for a certificate that is no authority */
export function toTrustBundle(certificates: readonly Uint8Array[], source: string): TrustBundle {
  return {
    authorities: certificates.map((certificate) => parseAuthority(certificate, source)),
    pem: certificates.map((certificate) => toPem(certificate)).join(''),
  };
}

function readBlocks(pem: string, source: string): Uint8Array[] {
  try {
    return readPem(pem)
      .filter(({ label }) => label === 'CERTIFICATE')
      .map(({ der }) => der);
  } catch (cause) {
    if (cause instanceof DerError) throw refuse(source, 'is not PEM', cause);
    throw cause;
  }
}

function parseAuthority(der: Uint8Array, source: string): TrustedAuthority {
  try {
    const { isAuthority, keyUsage, notBefore, notAfter } = parseCertificate(der);
    // A leaf among the authorities would let the holder of its key sign for everybody.
    if (!isAuthority || keyUsage?.certificateSigning !== true)
      throw refuse(source, 'contains a certificate that is not an authority');
    return { der, key: new X509Certificate(der).publicKey, notBefore, notAfter };
  } catch (cause) {
    if (cause instanceof DerError) throw refuse(source, 'contains a certificate that is not accepted', cause);
    throw cause;
  }
}

function refuse(source: string, what: string, cause?: unknown): AppError {
  const detail = `${source} ${what}`;
  return new AppError('config', detail, { detail, cause });
}

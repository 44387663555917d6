/** The passport signing key in the data folder: made at first start, mode 0600, never in the database or a log. */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { type EcPublicJwk, jwkThumbprint } from '@assay/sdk/crypto';
import type { DataDir } from '../../platform/data-dir.ts';
import { AppError } from '../../platform/errors.ts';

export const verifierKeyFile = 'verifier-key.pem';

/** An ES256 key that signs; the private part stays in the closure. */
export interface PassportKey {
  readonly kid: string;
  readonly jwk: EcPublicJwk;
  /** Raw r||s signature (RFC 7518 section 3.4). */
  sign(data: Uint8Array): Uint8Array;
}

/** Reads the key, or makes it. @throws AppError `config` when the file holds no P-256 private key. */
export async function loadPassportKey(dataDir: DataDir): Promise<PassportKey> {
  const pem = await dataDir.writeOnce(verifierKeyFile, makePem);
  const key = parsePem(pem, dataDir.file(verifierKeyFile));
  const jwk = toPublicJwk(key);
  return {
    kid: jwkThumbprint(jwk),
    jwk,
    sign: (data) => sign('sha256', data, { key, dsaEncoding: 'ieee-p1363' }),
  };
}

function makePem(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

function parsePem(pem: Buffer, path: string): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch (cause) {
    throw new AppError('config', `${path} does not hold a private key`, { cause });
  }
}

function toPublicJwk(key: KeyObject): EcPublicJwk {
  const { kty, crv, x, y } = createPublicKey(key).export({ format: 'jwk' });
  if (kty !== 'EC' || crv !== 'P-256' || x === undefined || y === undefined) {
    throw new AppError('config', `${verifierKeyFile} holds a key of another kind than P-256`);
  }
  return { kty, crv, x, y };
}

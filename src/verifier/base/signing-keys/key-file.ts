/** A P-256 signing key in the data folder: made at the first start, mode 0600, never in the database or a log. */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { type EcPublicJwk, jwkThumbprint } from '@assay/sdk/crypto';
import type { DataDir } from '../../../platform/data-dir.ts';
import { AppError } from '../../../platform/errors.ts';

/** An ES256 signing key. */
export interface SigningKey {
  readonly kid: string;
  readonly jwk: EcPublicJwk;
  /** Raw r||s signature (RFC 7518 section 3.4). */
  sign(data: Uint8Array): Uint8Array;
}

/** The key with its private part, for libraries that sign themselves. */
export interface SigningKeyPair extends SigningKey {
  readonly privateKey: KeyObject;
}

/** Reads the key, or makes it. @throws AppError `config` if the file holds no P-256 private key. */
export async function loadSigningKey(dataDir: DataDir, file: string): Promise<SigningKeyPair> {
  return parseSigningKey(await dataDir.writeOnce(file, makePem), dataDir.file(file));
}

/** Replaces the key by a new one. */
export async function replaceSigningKey(dataDir: DataDir, file: string): Promise<SigningKeyPair> {
  const pem = makePem();
  await dataDir.write(file, pem);
  return parseSigningKey(pem, dataDir.file(file));
}

function makePem(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

function parseSigningKey(pem: Buffer | string, path: string): SigningKeyPair {
  const privateKey = parsePem(pem, path);
  const { kty, crv, x, y } = createPublicKey(privateKey).export({ format: 'jwk' });
  if (kty !== 'EC' || crv !== 'P-256' || x === undefined || y === undefined) {
    throw new AppError('config', `${path} holds a key of another kind than P-256`);
  }
  const jwk: EcPublicJwk = { kty, crv, x, y };
  return {
    kid: jwkThumbprint(jwk),
    jwk,
    privateKey,
    sign: (data) => sign('sha256', data, { key: privateKey, dsaEncoding: 'ieee-p1363' }),
  };
}

function parsePem(pem: Buffer | string, path: string): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch (cause) {
    throw new AppError('config', `${path} does not hold a private key`, { cause });
  }
}

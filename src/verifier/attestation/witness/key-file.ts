/** The key of the witness in the data folder: created at first start, mode 0600, used only for cosignatures. */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { isKeyCoordinate, nodeProofCrypto } from '@assay/sdk/crypto';
import { type NoteKey, toNoteKey } from '@assay/sdk/receipts';
import type { DataDir } from '../../../platform/data-dir.ts';
import { AppError } from '../../../platform/errors.ts';

export const witnessKeyFile = 'witness-key.pem';

/** The cosigning key. The private part stays in the closure. */
export interface WitnessKey extends NoteKey {
  sign(data: Uint8Array): Uint8Array;
}

/** Reads or creates the key. @throws AppError `config` if the file holds no Ed25519 private key. */
export async function loadWitnessKey(dataDir: DataDir, name: string): Promise<WitnessKey> {
  const pem = await dataDir.writeOnce(witnessKeyFile, makePem);
  const key = parsePem(pem, dataDir.file(witnessKeyFile));
  const { kty, crv, x } = createPublicKey(key).export({ format: 'jwk' });
  if (kty !== 'OKP' || crv !== 'Ed25519' || !isKeyCoordinate(x)) {
    throw new AppError('config', `${witnessKeyFile} holds a key of another kind than Ed25519`);
  }
  const noteKey = await toNoteKey({ name, kind: 'cosignature', jwk: { kty, crv, x } }, nodeProofCrypto);
  return { ...noteKey, sign: (data) => sign(null, data, key) };
}

/** Gives the name in the witness's signature lines: the verifier's URL without its scheme, or its trust domain. */
export function witnessName({
  publicUrl,
  trustDomain,
}: {
  publicUrl: string | undefined;
  trustDomain: string;
}): string {
  const place = publicUrl === undefined ? trustDomain : publicUrl.replace(/^https?:\/\//, '').replace(/\/+$/, '');
  return `${place.replaceAll(/[\s+]/gu, '-')}/witness`;
}

function makePem(): string {
  return generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

function parsePem(pem: Buffer, path: string): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch (cause) {
    throw new AppError('config', `${path} does not hold a private key`, { cause });
  }
}

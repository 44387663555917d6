/** Keys of the data folder in a backup: sealed with a passphrase, restored only if no other file is in their place. */
import { createCipheriv, createDecipheriv, createHash, randomBytes, scrypt } from 'node:crypto';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { DataDir } from '../../../platform/data-dir.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Secret } from '../../../platform/secret.ts';
import { damaged, refuseBackup, type SealedKeys } from './format.ts';

/**
 * The secret files of a verifier's folder. The key of the witness is left out on purpose: restored with an older state, it would
 * sign statements that contradict earlier ones (decisions/0017).
 */
export const keyFileNames: readonly string[] = [
  'verifier-key.pem',
  'token-key.pem',
  'jwt-svid-key.pem',
  'x509-ca-key.pem',
  'secrets-kek.json',
  'operator-token',
];

/** Bytes by file name. */
export type KeyFiles = ReadonlyMap<string, Buffer>;

/** OWASP's parameters for scrypt: 128 MiB and some tenths of a second for each guess. */
const cost = { log2_n: 17, r: 8, p: 1 } as const;
const minPassphrase = 12;
const contentCheck = Compile(Type.Record(Type.String(), Type.String()));

/** Reads those that exist. */
export async function readKeyFiles(dataDir: Pick<DataDir, 'read'>): Promise<KeyFiles> {
  const files = new Map<string, Buffer>();
  for (const name of keyFileNames) {
    const bytes = await dataDir.read(name);
    if (bytes !== undefined) files.set(name, bytes);
  }
  return files;
}

/** @throws AppError `invalid_request`. */
export function assertPassphrase(passphrase: Secret): void {
  if ([...passphrase.reveal()].length >= minPassphrase) return;
  const detail = `The passphrase for the keys needs at least ${minPassphrase} characters`;
  throw new AppError('invalid_request', detail, { detail });
}

/** Seals the files for the backup with this header only. */
export async function sealKeyFiles(files: KeyFiles, passphrase: Secret, header: Uint8Array): Promise<SealedKeys> {
  const salt = randomBytes(16);
  const nonce = randomBytes(12);
  const key = await deriveKey(passphrase, salt, cost);
  const content = Object.fromEntries([...files].map(([name, bytes]) => [name, bytes.toString('base64')]));
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: 16 });
  cipher.setAAD(toAad(header));
  const ct = Buffer.concat([cipher.update(JSON.stringify(content), 'utf8'), cipher.final()]);
  key.fill(0);
  const text = (bytes: Buffer) => bytes.toString('base64url');
  return { kdf: 'scrypt', ...cost, salt: text(salt), nonce: text(nonce), tag: text(cipher.getAuthTag()), ct: text(ct) };
}

/** @throws AppError `conflict`, `reason: wrong_passphrase`. */
export async function openKeyFiles(sealed: SealedKeys, passphrase: Secret, header: Uint8Array): Promise<KeyFiles> {
  const bytes = (text: string) => Buffer.from(text, 'base64url');
  const key = await deriveKey(passphrase, bytes(sealed.salt), sealed);
  const decipher = createDecipheriv('aes-256-gcm', key, bytes(sealed.nonce), { authTagLength: 16 });
  decipher.setAAD(toAad(header));
  decipher.setAuthTag(bytes(sealed.tag));
  const data = decipher.update(bytes(sealed.ct));
  try {
    return parseFiles(Buffer.concat([data, decipher.final()]));
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw refuseBackup('wrong_passphrase', 'The passphrase does not open the keys in the backup', cause);
  } finally {
    key.fill(0);
  }
}

function parseFiles(text: Buffer): KeyFiles {
  const content: unknown = JSON.parse(text.toString('utf8'));
  if (!contentCheck.Check(content)) throw damaged('the keys in it have another form');
  const entries = Object.entries(content);
  const foreign = entries.find(([name]) => !keyFileNames.includes(name));
  if (foreign !== undefined) throw damaged('it has a file that is not a key');
  return new Map(entries.map(([name, base64]) => [name, Buffer.from(base64, 'base64')]));
}

/** @throws AppError `conflict` (`keys_differ`) if the folder has another file under one of the names. */
export async function assertNoOtherKeys(files: KeyFiles, dataDir: DataDir): Promise<void> {
  const others: string[] = [];
  for (const [name, bytes] of files) {
    const known = await dataDir.read(name);
    if (known !== undefined && !known.equals(bytes)) others.push(name);
  }
  if (others.length === 0) return;
  const detail = `The data folder ${dataDir.path} has other keys than the backup (${others.join(', ')}): move them away, or restore into another folder`;
  throw refuseBackup('keys_differ', detail);
}

/** Writes those that do not exist yet. @returns their names. */
export async function putKeyFiles(files: KeyFiles, dataDir: DataDir): Promise<string[]> {
  const made: string[] = [];
  for (const [name, bytes] of files) {
    if ((await dataDir.read(name)) !== undefined) continue;
    await dataDir.writeOnce(name, () => bytes);
    made.push(name);
  }
  return made;
}

function deriveKey(passphrase: Secret, salt: Buffer, { log2_n, r, p }: Pick<SealedKeys, 'log2_n' | 'r' | 'p'>) {
  const [N, maxmem] = [2 ** log2_n, 256 * 2 ** log2_n * r];
  return new Promise<Buffer>((resolve, reject) => {
    scrypt(passphrase.reveal().normalize('NFC'), salt, 32, { N, r, p, maxmem }, (error, key) => {
      if (error === null) resolve(key);
      else reject(error);
    });
  });
}

function toAad(header: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from('assay-backup-keys-1\n'), createHash('sha256').update(header).digest()]);
}

/** Stores every key attestation of this gateway's attestor in the data folder, before the key is first used. */
import { isDeepStrictEqual } from 'node:util';
import { Compile } from 'typebox/compile';
import { type KeyAttestation, KeyAttestationSchema } from '../../contract/key-attestation.ts';
import type { DataDir } from '../../platform/data-dir.ts';
import { AppError } from '../../platform/errors.ts';

const fileName = 'gateway-key-attestations.json';
const check = Compile(KeyAttestationSchema);

export interface KeyAttestationStore {
  /** Oldest first. */
  list(): readonly KeyAttestation[];
  /** Durable when it resolves; a known attestation is not listed twice. */
  add(attestation: KeyAttestation): Promise<void>;
}

/** @throws AppError `config` when the file is damaged: without it old receipts could not be checked. */
export async function openKeyAttestationStore(dataDir: DataDir): Promise<KeyAttestationStore> {
  const bytes = await dataDir.read(fileName);
  const known: KeyAttestation[] = bytes === undefined ? [] : parse(bytes.toString('utf8'), dataDir.file(fileName));
  let writing: Promise<void> = Promise.resolve();
  return {
    list: () => known,
    add(attestation) {
      if (!known.some((one) => isDeepStrictEqual(one, attestation))) known.push(attestation);
      const write = () => dataDir.write(fileName, JSON.stringify(known));
      writing = writing.then(write, write);
      return writing;
    },
  };
}

function parse(text: string, path: string): KeyAttestation[] {
  const list: unknown = JSON.parse(text);
  if (Array.isArray(list) && list.every((item) => check.Check(item))) return list;
  throw new AppError('config', `${path} is not a list of key attestations`);
}

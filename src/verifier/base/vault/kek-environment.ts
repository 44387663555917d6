/** Reads a key encryption key that the operator gives to every process in its environment, with its earlier versions. */
import type { KeyObject } from 'node:crypto';
import { AppError } from '../../../platform/errors.ts';
import type { RandomBytes } from '../../../platform/ids.ts';
import type { Secret } from '../../../platform/secret.ts';
import { wrongKekConfig } from './errors.ts';
import type { Kek } from './kek.ts';
import { createLocalWrap, parseKey } from './kek-local.ts';

export const environmentKekId = 'environment';

export interface EnvironmentKekOptions {
  readonly key: Secret;
  readonly version: number;
  /** `1:<base64>,2:<base64>`; a key without a number is the version before. */
  readonly previous: Secret | undefined;
}

/** @throws AppError `config`, which shows no key. */
export function createEnvironmentKek({ key, version, previous }: EnvironmentKekOptions, randomBytes: RandomBytes): Kek {
  const keys = new Map<number, KeyObject>([[version, parseNamed('VERIFIER_KEK', key.reveal())]]);
  for (const [older, text] of parsePrevious(previous?.reveal() ?? '', version)) {
    if (older >= version || keys.has(older)) {
      throw wrongKekConfig(
        `VERIFIER_KEK_PREVIOUS names version ${older}, which is not one before VERIFIER_KEK_VERSION`,
      );
    }
    keys.set(older, parseNamed(`version ${older} in VERIFIER_KEK_PREVIOUS`, text));
  }
  const remedy = 'add it to VERIFIER_KEK_PREVIOUS as <version>:<base64>';
  return {
    id: environmentKekId,
    isRemote: false,
    newest: async () => version,
    knows: async (asked) => keys.has(asked),
    ...createLocalWrap({ id: environmentKekId, find: async (asked) => keys.get(asked), remedy }, randomBytes),
    async makeNext(above) {
      const next = Math.max(above, version) + 1;
      const detail = `give every process VERIFIER_KEK_VERSION=${next} with a new VERIFIER_KEK, and the one of now in VERIFIER_KEK_PREVIOUS as ${version}:<base64>; then rotate`;
      throw new AppError('conflict', detail, { detail, extensions: { reason: 'no_newer_key' } });
    },
  };
}

function* parsePrevious(text: string, version: number): Generator<readonly [number, string]> {
  for (const item of text.split(',').map((part) => part.trim())) {
    if (item === '') continue;
    const [, number, key = item] = /^(\d{1,9}):(.*)$/.exec(item) ?? [];
    const older = number === undefined ? version - 1 : Number(number);
    if (older < 1) throw wrongKekConfig('VERIFIER_KEK_PREVIOUS takes <version>:<base64>, separated by commas');
    yield [older, key];
  }
}

function parseNamed(name: string, text: string): KeyObject {
  const key = parseKey(text.trim());
  if (key !== undefined) return key;
  throw wrongKekConfig(`${name} must be 32 random bytes as base64, as of: openssl rand -base64 32`);
}

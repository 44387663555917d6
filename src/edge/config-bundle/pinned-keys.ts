/** Reads keys of verifiers that an operator pins; no other keys are then trusted. */
import { readFile } from 'node:fs/promises';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { type BundleKey, BundleKeySchema } from '../../contract/control/config-bundle.ts';
import { AppError } from '../../platform/errors.ts';

const maxKeys = 64;
const check = Compile(Type.Object({ keys: Type.Array(BundleKeySchema, { minItems: 1, maxItems: maxKeys }) }));

/** Reads the keys of the JWKS file that a variable names. @throws AppError `config` when the file holds none. */
export async function readPinnedKeys(path: string, variable: string): Promise<readonly BundleKey[]> {
  const place = `${variable} ${path}`;
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw wrong(place, 'it cannot be read', cause);
  });
  const keys = parseKeySet(text);
  if (keys === undefined) throw wrong(place, 'it is not a JWKS of P-256 keys with a kid');
  return keys;
}

/** The keys of a JWKS; `undefined` for anything else. */
export function toKeys(keySet: unknown): readonly BundleKey[] | undefined {
  return check.Check(keySet)
    ? keySet.keys.map(({ kid, kty, crv, x, y }): BundleKey => ({ kid, kty, crv, x, y }))
    : undefined;
}

function parseKeySet(text: string): readonly BundleKey[] | undefined {
  try {
    return toKeys(JSON.parse(text));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function wrong(place: string, what: string, cause?: unknown): AppError {
  const detail = `${place}: ${what}`;
  return new AppError('config', detail, { detail, ...(cause === undefined ? {} : { cause }) });
}

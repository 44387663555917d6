/** Reads settings that must not come from a request: the folders that the auditor may read, and its root of trust. */

import { delimiter } from 'node:path';

export const rootsVariable = 'MODEL_SECURITY_ROOTS';

/** Reads the folders that may hold artifacts, separated as in PATH; none without the variable. */
export function readRoots(env: Readonly<Record<string, string | undefined>> = process.env): string[] {
  return (env[rootsVariable] ?? '').split(delimiter).filter((root) => root !== '');
}

/** The variable that names Sigstore's trusted_root.json. */
export const trustedRootVariable = 'MODEL_SECURITY_TRUSTED_ROOT';

export function readTrustedRootPath(
  env: Readonly<Record<string, string | undefined>> = process.env,
): string | undefined {
  const path = env[trustedRootVariable];
  return path === undefined || path === '' ? undefined : path;
}

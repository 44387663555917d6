/** Reads what must not come from a request: which folders the auditor may look into, and its root of trust. */

import { delimiter } from 'node:path';

/** Its name. */
export const rootsVariable = 'MODEL_SECURITY_ROOTS';

/** The folders below which artifacts may lie: the variable's, separated as in PATH; none unless somebody named one. */
export function readRoots(env: Readonly<Record<string, string | undefined>> = process.env): string[] {
  return (env[rootsVariable] ?? '').split(delimiter).filter((root) => root !== '');
}

/** The variable that names Sigstore's trusted_root.json. */
export const trustedRootVariable = 'MODEL_SECURITY_TRUSTED_ROOT';

/** The path of Sigstore's trusted root, if the operator gave one. */
export function readTrustedRootPath(
  env: Readonly<Record<string, string | undefined>> = process.env,
): string | undefined {
  const path = env[trustedRootVariable];
  return path === undefined || path === '' ? undefined : path;
}

/** Distinguishes a written import from one that random data form. */

import { knownDanger } from './dangerous.ts';
import type { RunResult } from './run.ts';

const plausibleName = /^[A-Za-z_][A-Za-z0-9_]+(?:\.[A-Za-z_][A-Za-z0-9_]*)+$/;

/** True for an import of a plausible name that was used, or whose name leaves no doubt. */
export function hasPlausibleImport({ executed }: RunResult, unsafeGlobals: ReadonlySet<string>): boolean {
  for (const id of unsafeGlobals) {
    if (plausibleName.test(id) && id.length >= 5 && (executed || knownDanger(id) !== undefined)) return true;
  }
  return false;
}

/** The folder of the built console: beside a bundle, or in the repository. */
import { fileURLToPath } from 'node:url';

const ownPath = '/src/verifier/front/console/folder.ts';

/** Gives the folder for the module at this URL. */
export function consoleFolderOf(moduleUrl: string): string {
  const path = moduleUrl.endsWith(ownPath) ? `.${'/..'.repeat(4)}/console/dist` : './console';
  return fileURLToPath(new URL(path, moduleUrl));
}

export const consoleFolder = consoleFolderOf(import.meta.url);

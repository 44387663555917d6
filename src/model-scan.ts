/** The model-security auditor for the command line: scanning files on this machine needs no service. */

import { ArtifactError } from './auditors/model-security/artifact.ts';
import { rules } from './auditors/model-security/rules.ts';
import { type ScannedFile, type ScanOptions, scanPath } from './auditors/model-security/scan-paths.ts';
import { AppError } from './platform/errors.ts';

/** Scans every path in turn. @throws AppError `invalid_request` for a path that can't be scanned. */
export async function scanModels(paths: readonly string[], options: ScanOptions): Promise<ScannedFile[]> {
  const files: ScannedFile[] = [];
  for (const path of paths) {
    try {
      files.push(...(await scanPath(path, options)));
    } catch (error) {
      if (!(error instanceof ArtifactError)) throw error;
      const detail = `${path}: there is no file or folder that can be scanned`;
      throw new AppError('invalid_request', detail, { cause: error, detail });
    }
  }
  return files;
}

/** The rules that findings refer to, by id. */
export const scanRules = rules;

export type ModelScan = Awaited<ReturnType<typeof scanModels>>[number];

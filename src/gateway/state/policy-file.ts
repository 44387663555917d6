/** Reads the active policy text. */
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { AppError } from '../../platform/errors.ts';

export interface PolicyText {
  /** Base name of the file without its extension: the `policy_id` of decisions. */
  readonly id: string;
  readonly text: string;
}

/** @throws AppError `config` when the file cannot be read. */
export async function readPolicyFile(path: string): Promise<PolicyText> {
  try {
    return { id: basename(path).replace(/\.cedar$/, ''), text: await readFile(path, 'utf8') };
  } catch (cause) {
    const detail = `the policy file ${path} cannot be read`;
    throw new AppError('config', detail, { cause, detail });
  }
}

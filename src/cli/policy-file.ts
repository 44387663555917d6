/** Cedar files of policy commands: read within their bound, and the name that a policy gets from its file. */
import { basename } from 'node:path';
import type { CommandIo } from './command.ts';
import { readTextFile } from './file-text.ts';

export interface PolicyFile {
  /** As it was typed; what stands before line and column. */
  readonly file: string;
  readonly text: string;
}

/** Four bytes for each character that a text may have. */
const maxBytes = 1024 * 1024;
const nameForm = /^[A-Za-z][A-Za-z0-9._-]{0,63}$/;

/** @throws UsageError. */
export async function readPolicyFile(io: CommandIo, file: string): Promise<PolicyFile> {
  return { file: file === '-' ? '<stdin>' : file, text: await readTextFile(io, file, maxBytes) };
}

/** `rules/guard.cedar` is `guard`; undefined where that is no name of a policy. */
export function nameOfFile(file: string): string | undefined {
  const stem = basename(file).replace(/\.cedar$/i, '');
  return nameForm.test(stem) ? stem : undefined;
}

/** True for what is typed as a file, where a policy's id or name may stand too. */
export function looksLikeFile(typed: string): boolean {
  return typed === '-' || typed.includes('/') || typed.includes('\\') || /\.cedar$/i.test(typed);
}

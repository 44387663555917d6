/** Reads the Cedar files of policy commands within their bound, and derives policy names from file names. */
import { basename } from 'node:path';
import type { CommandIo } from './command.ts';
import { readTextFile } from './file-text.ts';

export interface PolicyFile {
  /** As typed; shown before line and column. */
  readonly file: string;
  readonly text: string;
}

/** Four bytes for each allowed character. */
const maxBytes = 1024 * 1024;
const nameForm = /^[A-Za-z][A-Za-z0-9._-]{0,63}$/;

/** @throws UsageError */
export async function readPolicyFile(io: CommandIo, file: string): Promise<PolicyFile> {
  return { file: file === '-' ? '<stdin>' : file, text: await readTextFile(io, file, maxBytes) };
}

/** `rules/guard.cedar` gives `guard`; undefined if that is no valid policy name. */
export function nameOfFile(file: string): string | undefined {
  const stem = basename(file).replace(/\.cedar$/i, '');
  return nameForm.test(stem) ? stem : undefined;
}

/** True for an argument that looks like a file, where a policy's id or name is also allowed. */
export function looksLikeFile(typed: string): boolean {
  return typed === '-' || typed.includes('/') || typed.includes('\\') || /\.cedar$/i.test(typed);
}

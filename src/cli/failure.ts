/** Turns any error into a text for people and an exit code. All failures of the CLI go through here. */
import { isAppError } from '../platform/errors.ts';
import { toPlainText } from '../proof/report.ts';
import { exitCodes } from './command.ts';
import { UsageError } from './options.ts';

export interface Failure {
  /** One sentence with the next step; the whole trace for a fault of ours. */
  readonly text: string;
  readonly exitCode: number;
  readonly isUsage: boolean;
}

const maxChars = 2000;

/** Explains an error. */
export function toFailure(error: unknown): Failure {
  if (error instanceof UsageError) return { text: toLine(error.message), exitCode: exitCodes.usage, isUsage: true };
  if (isAppError(error) && error.code !== 'internal')
    return { text: toLine(error.publicText), exitCode: exitCodeOf(error), isUsage: false };
  const file = toFileFailure(error);
  if (file !== undefined) return { text: file, exitCode: exitCodes.usage, isUsage: false };
  const trace = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return {
    text: `This is a bug in assay. Please report it.\n${trace}`,
    exitCode: exitCodes.fault,
    isUsage: false,
  };
}

function exitCodeOf({ code }: { code: string }): number {
  if (code === 'config' || code === 'invalid_request') return exitCodes.usage;
  // Refusals of a service.
  if (code === 'not_found' || code === 'conflict' || code === 'unprocessable') return exitCodes.no;
  if (code === 'invalid_task_state' || code === 'approval_expired') return exitCodes.no;
  if (code === 'mode_conflict' || code === 'tool_required' || code === 'policy_denied') return exitCodes.no;
  if (code === 'member_not_active' || code === 'gateway_unknown') return exitCodes.no;
  if (code === 'precondition_failed' || code.startsWith('agent_') || code.startsWith('model_')) return exitCodes.no;
  return exitCodes.unreachable;
}

const fileReasons: Readonly<Record<string, string>> = {
  ENOENT: 'the file or folder does not exist',
  EACCES: 'no permission',
  EPERM: 'no permission',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of the path is not a folder',
  EEXIST: 'it already exists',
  ENOSPC: 'the disk is full',
  EROFS: 'the disk is read-only',
};

/** File system errors about a path of the user. */
function toFileFailure(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const [code, path]: unknown[] = [Reflect.get(error, 'code'), Reflect.get(error, 'path')];
  if (typeof code !== 'string' || typeof path !== 'string' || !Object.hasOwn(fileReasons, code)) return undefined;
  return toLine(`${path}: ${fileReasons[code]}.`);
}

/** Texts of services are foreign: nothing in them may control the terminal. */
function toLine(text: string): string {
  const line = toPlainText(text.replaceAll(/\s*\n\s*/g, ' '), maxChars);
  return /[.!?…]$/.test(line) ? line : `${line}.`;
}

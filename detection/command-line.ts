/** Command line of the two commands of this folder: strict arguments, errors as one sentence. */
import { type ParseArgsConfig, parseArgs } from 'node:util';
import type { NamedTask } from './tasks/all.ts';

type OptionTable = NonNullable<ParseArgsConfig['options']>;

/** Wrong use: printed with the usage, exit code 2. */
export class UsageError extends Error {
  constructor(message: string, options?: { cause: unknown }) {
    super(message, options);
    this.name = 'UsageError';
  }
}

/** Reads options; there are no positional arguments. @throws UsageError. */
export function readOptions(args: readonly string[], options: OptionTable): Readonly<Record<string, unknown>> {
  try {
    return parseArgs({ args: [...args], options, strict: true, allowPositionals: false }).values;
  } catch (cause) {
    throw new UsageError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

/** Reads a text option. @throws UsageError when it is required and missing. */
export function textOption(values: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = values[name];
  if (value === '') throw new UsageError(`--${name} is empty`);
  return typeof value === 'string' ? value : undefined;
}

/** Finds the tasks of the named auditors, or all of them. @throws UsageError that lists the known ones. */
export function chooseTasks(tasks: readonly NamedTask[], names: unknown): readonly NamedTask[] {
  if (!Array.isArray(names) || names.length === 0) return tasks;
  const known = tasks.map(({ auditor }) => auditor);
  for (const name of names) {
    if (!known.includes(name)) throw new UsageError(`unknown auditor ${name}; choose one of ${known.join(', ')}`);
  }
  return tasks.filter(({ auditor }) => names.includes(auditor));
}

export interface CommandIo {
  readonly args: readonly string[];
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown };
}

/** Runs a command and turns an error into an exit code: 2 for wrong use, 1 for a failure. */
export async function runCommand(
  { stderr }: CommandIo,
  usage: string,
  command: () => Promise<number>,
): Promise<number> {
  try {
    return await command();
  } catch (error) {
    stderr.write(`error: ${describe(error)}\n`);
    if (!(error instanceof UsageError)) return 1;
    stderr.write(`${usage}\n`);
    return 2;
  }
}

/** Formats an error with its causes. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error instanceof UsageError || error.cause === undefined ? '' : ` (${describe(error.cause)})`;
  return `${error.message}${cause}`;
}

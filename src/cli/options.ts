/** Reads a command's arguments by its option table, strictly: an unknown option is wrong use, never ignored. */
import { parseArgs } from 'node:util';
import type { OptionSpec } from './command.ts';

/** Wrong use of a command: shown as one sentence, exit code 2. */
export class UsageError extends Error {
  constructor(message: string, options?: { cause: unknown }) {
    super(message, options);
    this.name = 'UsageError';
  }
}

export interface ParsedArguments {
  readonly positionals: readonly string[];
  /** Value of a text option. */
  text(name: string): string | undefined;
  /** Values of a text option that may be given several times. */
  texts(name: string): readonly string[];
  flag(name: string): boolean;
}

/** @throws UsageError for options that the table does not have, or that lack their value. */
export function parseOptions(options: Readonly<Record<string, OptionSpec>>, args: readonly string[]): ParsedArguments {
  const { values, positionals } = readArguments(options, args);
  return {
    positionals,
    text(name) {
      const value = values[name];
      return typeof value === 'string' ? value : undefined;
    },
    texts(name) {
      const value = values[name];
      return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
    },
    flag: (name) => values[name] === true,
  };
}

function readArguments(options: Readonly<Record<string, OptionSpec>>, args: readonly string[]) {
  const table = Object.fromEntries(
    Object.entries(options).map(([name, { type, short, multiple }]) => [
      name,
      { type, ...(short === undefined ? {} : { short }), ...(multiple === undefined ? {} : { multiple }) },
    ]),
  );
  try {
    return parseArgs({ args: [...args], options: table, allowPositionals: true, strict: true });
  } catch (cause) {
    if (cause instanceof TypeError) throw new UsageError(cause.message, { cause });
    throw cause;
  }
}

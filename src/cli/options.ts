/** Reads a command's arguments by its option table, strictly: an unknown option is an error, never ignored. */
import { parseArgs } from 'node:util';
import type { OptionSpec } from './command.ts';
import { nearestName } from './nearest-name.ts';

/** Wrong use of a command: one sentence, exit code 2. */
export class UsageError extends Error {
  constructor(message: string, options?: { cause: unknown }) {
    super(message, options);
    this.name = 'UsageError';
  }
}

export interface ParsedArguments {
  readonly positionals: readonly string[];
  /** Gives the value of a text option. */
  text(name: string): string | undefined;
  /** Gives the values of a repeatable text option. */
  texts(name: string): readonly string[];
  flag(name: string): boolean;
}

/** @throws UsageError for unknown options, or missing values */
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

/**
 * Gives the arguments of a command that takes exactly these, e.g. `['ID']`. @throws UsageError naming the missing or
 * surplus ones
 */
export function requirePositionals(positionals: readonly string[], names: readonly string[]): readonly string[] {
  const missing = names[positionals.length];
  if (missing !== undefined) throw new UsageError(`${missing} is missing.`);
  // A script's unset variable: without this a path would lose its segment and name another endpoint.
  const empty = names[positionals.indexOf('')];
  if (empty !== undefined) throw new UsageError(`${empty} is empty.`);
  const extra = positionals[names.length];
  if (extra !== undefined) throw new UsageError(`Unexpected argument: ${JSON.stringify(extra)}.`);
  return positionals;
}

/** Reads a whole number within bounds. @throws UsageError */
export function parseWholeNumber(name: string, text: string, [min, max]: readonly [number, number]): number {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  throw new UsageError(`--${name} must be a whole number from ${min} to ${max}.`);
}

const rfc3339 = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2}))?$/;

/** Reads a time (RFC 3339), or a date as its first moment in UTC, in milliseconds since the epoch. @throws UsageError */
export function parseTime(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const time = readTime(text);
  if (time === undefined) throw new UsageError(`--${name} takes a time such as 2026-01-31T12:00:00Z.`);
  return time;
}

/** Gives milliseconds since the epoch; undefined for anything but RFC 3339. */
export function readTime(text: string): number | undefined {
  const time = rfc3339.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}

/** Reads one of several words. @throws UsageError that names them */
export function parseChoice<T extends string>(name: string, text: string, choices: readonly T[]): T {
  const found = choices.find((choice) => choice === text);
  if (found !== undefined) return found;
  // Words in capitals in the usage are no options.
  const shown = name === name.toUpperCase() ? name : `--${name}`;
  throw new UsageError(`${shown} must be one of ${choices.join(', ')}${suggest(text, choices, '')}`);
}

/** Reads an option of one of several words, if it was given. @throws UsageError that names them */
export function parseOptionalChoice<T extends string>(
  args: ParsedArguments,
  name: string,
  choices: readonly T[],
): T | undefined {
  const text = args.text(name);
  return text === undefined ? undefined : parseChoice(name, text, choices);
}

/** Gives ` (did you mean x?)` or nothing, and a full stop. */
export function suggest(word: string, names: readonly string[], prefix: string): string {
  const nearest = nearestName(word, names);
  return nearest === undefined ? '.' : `. Did you mean ${prefix}${nearest}?`;
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
    if (cause instanceof TypeError) throw new UsageError(explain(options, cause), { cause });
    throw cause;
  }
}

/** Node's own message is long and ends in advice on positionals; users need the option and a suggestion. */
function explain(options: Readonly<Record<string, OptionSpec>>, error: TypeError): string {
  const code: unknown = Reflect.get(error, 'code');
  const [, typed] = /'(-[^']*)'/.exec(error.message) ?? [];
  if (code !== 'ERR_PARSE_ARGS_UNKNOWN_OPTION' || typed === undefined) return error.message;
  return `Unknown option ${typed}${suggest(typed.replace(/^-+/, ''), Object.keys(options), '--')}`;
}

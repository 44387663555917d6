/** What a command of the CLI is: a plain object that the main program lists, explains and runs. */
import type { Environment } from '../platform/config.ts';
import type { Clock } from '../platform/clock.ts';

/** One option; the long name is its key. */
export interface OptionSpec {
  readonly type: 'string' | 'boolean';
  /** One letter. */
  readonly short?: string;
  /** What stands for the value in the help text, e.g. `FILE`. */
  readonly value?: string;
  readonly description: string;
  /** May be given several times. */
  readonly multiple?: boolean;
}

/** Where text goes: a stream, or a list in a test. */
export interface TextSink {
  write(text: string): unknown;
  readonly isTTY?: boolean;
}

export interface CommandIo {
  /** What follows the command's name. */
  readonly args: readonly string[];
  readonly stdout: TextSink;
  readonly stderr: TextSink;
  readonly stdin: AsyncIterable<Uint8Array>;
  /** True on a terminal that wants colours. */
  readonly color: boolean;
  readonly env: Environment;
  readonly clock: Clock;
  readonly signal?: AbortSignal;
}

export interface Command {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** Usage lines without the program's name, e.g. `verify FILE [--json]`. */
  readonly usage: readonly string[];
  readonly options: Readonly<Record<string, OptionSpec>>;
  /** @returns the exit code. @throws UsageError for wrong use. */
  run(io: CommandIo): Promise<number>;
}

/** Exit codes of every command. */
export const exitCodes = {
  ok: 0,
  /** The answer is no: denied, wrong, or unproven. */
  no: 1,
  /** Wrong use. */
  usage: 2,
  /** A service cannot be reached. */
  unreachable: 3,
} as const;

/** What a command of the CLI is: a plain object that the main program lists, explains and runs. */

import type { Clock } from '../platform/clock.ts';
import type { Environment } from '../platform/config.ts';

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
  /** True when a person types there. */
  readonly stdinIsTerminal?: boolean;
  /** True on a terminal that wants colours. */
  readonly color: boolean;
  readonly env: Environment;
  readonly clock: Clock;
  readonly signal?: AbortSignal;
}

export interface Command {
  /** One word, or group and verb: `evidence list`. */
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** Usage lines without the program's name, e.g. `verify FILE [--json]`. */
  readonly usage: readonly string[];
  readonly options: Readonly<Record<string, OptionSpec>>;
  /** Paragraphs of the help text below the options: what the exit codes mean here, examples. */
  readonly details?: readonly string[];
  /** True when it ends by itself, in order, after the signal was aborted; others are simply left. */
  readonly stopsItself?: boolean;
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
  /** A service cannot be reached, refuses the caller, or fails. */
  unreachable: 3,
  /** A fault of the program itself. */
  fault: 70,
  /** Stopped by Ctrl-C. */
  interrupted: 130,
} as const;

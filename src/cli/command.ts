/** A command of the CLI: a plain object that the main program lists, explains and runs. */

import type { Clock } from '../platform/clock.ts';
import type { Environment } from '../platform/config.ts';
import type { AnswerLog } from './whole-answers.ts';

/** One option; the long name is its key. */
export interface OptionSpec {
  readonly type: 'string' | 'boolean';
  /** One letter. */
  readonly short?: string;
  /** Placeholder of the value in the help text, e.g. `FILE`. */
  readonly value?: string;
  readonly description: string;
  /** Can be given several times. */
  readonly multiple?: boolean;
  /** The value is an id of this list, and its beginning is enough: a path of the verifier, e.g. `v1/evidence`. */
  readonly idsOf?: string;
}

/** Destination of text: a stream, or a list in a test. */
export interface TextSink {
  write(text: string): unknown;
  readonly isTTY?: boolean;
}

export interface CommandIo {
  /** Arguments after the command's name. */
  readonly args: readonly string[];
  readonly stdout: TextSink;
  readonly stderr: TextSink;
  readonly stdin: AsyncIterable<Uint8Array>;
  /** True on an interactive standard input. */
  readonly stdinIsTerminal?: boolean;
  /** True on a terminal that wants colours. */
  readonly color: boolean;
  readonly env: Environment;
  /** File that the access token in `env` was read from; absent if the user set it. */
  readonly tokenFile?: string;
  readonly clock: Clock;
  readonly signal?: AbortSignal;
  /** Answers that the command has read. */
  readonly answers?: AnswerLog;
}

export interface Command {
  /** One word, or group and verb: `evidence list`. */
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** Usage lines without the program's name, e.g. `verify FILE [--json]`. */
  readonly usage: readonly string[];
  readonly options: Readonly<Record<string, OptionSpec>>;
  /** Paragraphs of the help text below the options: exit codes, examples. */
  readonly details?: readonly string[];
  /** True if the command ends by itself after the signal is aborted; others are abandoned. */
  readonly stopsItself?: boolean;
  /** @returns the exit code. @throws UsageError for wrong use */
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

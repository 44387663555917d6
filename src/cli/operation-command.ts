/** Commands as rows: plain data with the one call that they make, and how its answer is shown. */
import type { Client } from '@assay/client';
import { writeAnswer, writeList, writeRemoved } from './answer.ts';
import { type Command, type CommandIo, exitCodes, type OptionSpec } from './command.ts';
import { jsonOption, limitOption, readLimit } from './control-options.ts';
import { type ParsedArguments, parseOptions, requirePositionals } from './options.ts';
import { type Page, type PageInput, readPages } from './page.ts';
import type { Style } from './render/style.ts';
import { serviceOption } from './service-address.ts';

/** Parsed arguments of a row, whose positional arguments have names. */
export interface RowArguments extends ParsedArguments {
  /** Gives a positional argument, e.g. `argument('ID')`. */
  argument(name: string): string;
}

export interface Row extends Pick<Command, 'name' | 'summary' | 'usage' | 'details' | 'stopsItself'> {
  /** Names of the positional arguments, all required, e.g. `['ID']`; `any` if the command looks at them itself. */
  readonly arguments?: readonly string[] | 'any';
  /** Options besides `--json`, `--verifier` and the `--limit` of lists. */
  readonly options?: Readonly<Record<string, OptionSpec>>;
  /** Takes the operator token of this machine if there is no other credential. */
  readonly operatorToken?: true | ((args: ParsedArguments) => boolean);
  /** Time limit of each answer; 30 s if absent. */
  readonly timeoutMs?: number;
}

/** Reads a renderer when it is needed: help loads none. */
type Renderer<A> = () => Promise<(answer: A, style: Style) => string>;

export interface OperationRow<A> extends Row {
  /** Makes the call. @throws UsageError for wrong arguments, before anything is sent */
  call(client: Client, args: RowArguments, io: CommandIo): Promise<A>;
  readonly render: Renderer<A>;
  /** True if the answer is no: exit code 1. Compare with the good value, so that an unknown one is no. */
  isNo?(answer: A): boolean;
  /** Note on standard error before the answer, without `--json`: for secrets that are shown once. */
  readonly note?: string | ((answer: A) => string | undefined);
}

/** A command that calls one operation and shows its answer. */
export function operationCommand<A>(row: OperationRow<A>): Command {
  return toCommand(row, {}, async (client, args, io) => {
    const answer = await row.call(client, args, io);
    const render = await row.render();
    const note = typeof row.note === 'function' ? row.note(answer) : row.note;
    if (note !== undefined && !args.flag('json')) io.stderr.write(`${note}\n`);
    writeAnswer(io, args, answer, render);
    return row.isNo?.(answer) === true ? exitCodes.no : exitCodes.ok;
  });
}

export interface ListRow<T> extends Row {
  /** Gives the call of one page. @throws UsageError for wrong arguments, before anything is sent */
  pages(client: Client, args: RowArguments, io: CommandIo): PageReader<T> | Promise<PageReader<T>>;
  readonly render: Renderer<readonly T[]>;
  /** A sentence for an empty list. */
  readonly none: string | ((args: RowArguments) => string);
}

type PageReader<T> = (page: PageInput) => Promise<Page<T>>;

/** A command that lists, up to `--limit`. */
export function listCommand<T>(row: ListRow<T>): Command {
  return toCommand(row, limitOption, async (client, args, io) => {
    const limit = readLimit(args);
    const listed = await readPages(await row.pages(client, args, io), limit);
    const none = typeof row.none === 'function' ? row.none(args) : row.none;
    return writeList(io, args, listed, { render: await row.render(), none });
  });
}

export interface RemovalRow extends Row {
  /** Removes it. @returns what was removed, e.g. `webhook wh_1`. */
  remove(client: Client, args: RowArguments): Promise<string>;
}

/** A command that removes something, and has no answer to show. */
export function removalCommand(row: RemovalRow): Command {
  return toCommand(row, {}, async (client, args, io) => writeRemoved(io, args, await row.remove(client, args)));
}

export interface ClientRow extends Row {
  /** @returns the exit code. @throws UsageError for wrong arguments, before anything is sent */
  run(client: Client, args: RowArguments, io: CommandIo): Promise<number>;
}

/** A command that makes several calls, or shows more than one answer. */
export function clientCommand(row: ClientRow): Command {
  return toCommand(row, {}, row.run);
}

function toCommand(
  { name, summary, usage, details, stopsItself, ...row }: Row,
  more: Readonly<Record<string, OptionSpec>>,
  run: ClientRow['run'],
): Command {
  const options = { ...row.options, ...more, ...jsonOption, ...serviceOption('verifier') };
  return {
    name,
    summary,
    usage,
    options,
    ...(details === undefined ? {} : { details }),
    ...(stopsItself === undefined ? {} : { stopsItself }),
    async run(io) {
      const { operatorToken, timeoutMs } = row;
      const typed = toRowArguments(parseOptions(options, io.args), row.arguments ?? []);
      const { completeIds, connectClient } = await import('./client.ts');
      const takesToken = typeof operatorToken === 'function' ? operatorToken(typed) : operatorToken;
      const client = await connectClient(io, typed, { operatorToken: takesToken, timeoutMs });
      const args = { ...typed, ...(await completeIds(io, typed, options, { operatorToken: takesToken })) };
      return run(client, args, io);
    },
  };
}

function toRowArguments(args: ParsedArguments, named: readonly string[] | 'any'): RowArguments {
  const names = named === 'any' ? [] : named;
  if (named !== 'any') requirePositionals(args.positionals, named);
  return {
    ...args,
    argument(name) {
      const value = args.positionals[names.indexOf(name)];
      if (value === undefined) throw new Error(`the command has no argument ${name}`);
      return value;
    },
  };
}

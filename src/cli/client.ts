/** The typed client of the verifier for a command: credential, deadline, bounded answers, and errors with the next step. */
import { type ApiError, type Client, type ConnectionError, createClient } from '@assay/client';
import type { CommandIo, OptionSpec } from './command.ts';
import { withIdPrefixes, withWholeIds } from './id-prefix.ts';
import { withOperatorToken } from './operator-token.ts';
import type { ParsedArguments } from './options.ts';
import { isOther, type Target, targetOf, toFetch } from './service.ts';

export interface ConnectOptions {
  /** Takes the operator token of this machine if there is no other credential. */
  readonly operatorToken?: boolean | undefined;
  /** Time limit of each whole answer, of its headers for streams; 30 s if absent. */
  readonly timeoutMs?: number | undefined;
  /** The answer is a file whatever its media type: it has no bounds, and the time limit ends with its headers. */
  readonly isDownload?: boolean | undefined;
}

/**
 * Connects to the verifier that option, environment or default name. Nothing is sent yet. Calls throw AppError
 * `unavailable`, or one with the verifier's own code where it refuses. @throws UsageError
 */
export async function connectClient(
  io: CommandIo,
  args: ParsedArguments,
  { operatorToken = false, timeoutMs, isDownload }: ConnectOptions = {},
): Promise<Client> {
  const target = targetOf('verifier', operatorToken ? await withOperatorToken(io, args, 'verifier') : io, args);
  return createClient({
    baseUrl: target.url,
    fetch: withIdPrefixes(toFetch(target, { timeoutMs, isDownload }), {
      baseUrl: target.url,
      read: toFetch(target),
      note: (text) => io.stderr.write(text),
    }),
    // People see at once that a service fails, and decide themselves.
    retries: 0,
    checkAnswers: true,
    onAnswer: (absentMember) =>
      io.answers?.add((absence) => (absentMember() === undefined ? undefined : isOther(target, absence))),
    mapError: (error) => toAppError(target, error),
  });
}

/** Gives the arguments with whole ids where an option has only the beginning of one. @throws UsageError, AppError */
export async function completeIds(
  io: CommandIo,
  args: ParsedArguments,
  options: Readonly<Record<string, OptionSpec>>,
  { operatorToken = false }: ConnectOptions = {},
): Promise<ParsedArguments> {
  if (!Object.entries(options).some(([name, { idsOf }]) => idsOf !== undefined && isGiven(args, name))) return args;
  const target = targetOf('verifier', operatorToken ? await withOperatorToken(io, args, 'verifier') : io, args);
  return withWholeIds(args, options, {
    baseUrl: target.url,
    read: toFetch(target),
    note: (text) => io.stderr.write(text),
  });
}

const isGiven = (args: ParsedArguments, name: string): boolean =>
  args.text(name) !== undefined || args.texts(name).length > 0;

/**
 * As `connectClient`, for a change of what holds at a level. A change for the whole organisation may take the operator
 * token of this machine; changes further in are made with the caller's own rights. @throws UsageError
 */
export function connectForChange(
  io: CommandIo,
  args: ParsedArguments,
  level: string,
  options: ConnectOptions = {},
): Promise<Client> {
  return connectClient(io, args, { ...options, operatorToken: level === 'org' });
}

/** `toFetch` explains refusals and broken connections already: the rest are answers of something else. */
function toAppError(target: Target, error: ApiError | ConnectionError): Error {
  const { cause } = error;
  // A SyntaxError is an answer that is no JSON.
  return cause instanceof Error && !(cause instanceof SyntaxError) ? cause : isOther(target, error);
}

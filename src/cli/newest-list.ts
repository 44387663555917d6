/** Lists of the newest records: 20 if the caller gives no number, and their JSON has no cursor. */
import { type ListRendering, writeList } from './answer.ts';
import { type CommandIo, exitCodes } from './command.ts';
import { type ParsedArguments, parseWholeNumber } from './options.ts';
import type { Listed } from './page.ts';
import { toJsonText } from './render/table.ts';

export const newestOption = {
  limit: { type: 'string', short: 'n', value: 'N', description: 'How many, 1 to 10000; 20 if absent' },
} as const;

/** Reads `--limit`. @throws UsageError */
export function readNewestLimit(args: ParsedArguments): number {
  return parseWholeNumber('limit', args.text('limit') ?? '20', [1, 10_000]);
}

/** Prints the list, and whether there is more of it. @returns the exit code */
export function writeNewest<T>(
  io: CommandIo,
  args: ParsedArguments,
  listed: Listed<T>,
  rendering: ListRendering<T>,
): number {
  if (!args.flag('json')) return writeList(io, args, listed, rendering);
  io.stdout.write(toJsonText({ items: listed.items, has_more: listed.hasMore }));
  return exitCodes.ok;
}

/** How commands over the configuration print an answer: unchanged with `--json`, otherwise formatted. */
import { type CommandIo, exitCodes } from './command.ts';
import type { ParsedArguments } from './options.ts';
import type { Listed } from './page.ts';
import { createStyle, type Style } from './render/style.ts';
import { toJsonText } from './render/table.ts';

/** Prints one answer. @returns the exit code. @throws AppError `unavailable` if it lacks a member that is shown */
export function writeAnswer<T>(
  io: CommandIo,
  args: ParsedArguments,
  answer: T,
  render: (answer: T, style: Style) => string,
): number {
  io.stdout.write(args.flag('json') ? toJsonText(answer) : toShown(io, answer, render));
  return exitCodes.ok;
}

export interface ListRendering<T> {
  readonly render: (items: readonly T[], style: Style) => string;
  /** A sentence for an empty list. */
  readonly none: string;
}

/** Prints a list, and whether there is more of it. @returns the exit code */
export function writeList<T>(
  io: CommandIo,
  args: ParsedArguments,
  { items, nextCursor, hasMore }: Listed<T>,
  { render, none }: ListRendering<T>,
): number {
  if (args.flag('json')) {
    io.stdout.write(toJsonText({ items, next_cursor: nextCursor, has_more: hasMore }));
    return exitCodes.ok;
  }
  if (items.length === 0) io.stderr.write(`${none}\n`);
  else io.stdout.write(toShown(io, items, render));
  if (hasMore) io.stderr.write('There is more: raise --limit.\n');
  return exitCodes.ok;
}

/** Never shows the word that JavaScript has for an absent member. */
function toShown<T>(io: CommandIo, answer: T, render: (answer: T, style: Style) => string): string {
  const text = render(answer, createStyle(io.color));
  const isAbsence = text.includes('undefined') && !JSON.stringify(answer).includes('undefined');
  const complaint = isAbsence ? io.answers?.complain() : undefined;
  if (complaint !== undefined) throw complaint;
  return text;
}

/** Confirms a removal, which has no answer to show. @returns the exit code */
export function writeRemoved(io: CommandIo, args: ParsedArguments, what: string): number {
  if (!args.flag('json')) io.stdout.write(`Removed ${what}\n`);
  return exitCodes.ok;
}

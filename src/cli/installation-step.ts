/** Commands that start an operation on an installed app: they print it, and wait for its end on request. */
import { writeAnswer } from './answer.ts';
import { type CommandIo, exitCodes } from './command.ts';
import { jsonOption } from './control-options.ts';
import { type ParsedArguments, UsageError } from './options.ts';
import type { RemoteInstallations } from './remote-installations.ts';
import { serviceOption } from './service-address.ts';
import type { Installation } from './wire-installations.ts';

export const stepOptions = {
  wait: { type: 'boolean', description: 'Until it is done, or waits for a person; exit code 1 if it failed' },
  ...jsonOption,
  ...serviceOption('verifier'),
} as const;

export const configOption = {
  set: {
    type: 'string',
    value: 'NAME=VALUE',
    multiple: true,
    description: 'A {variable} of its address, e.g. region=eu; no secrets. Again for more',
  },
  header: {
    type: 'string',
    value: 'NAME=VALUE',
    multiple: true,
    description: 'A header of its server that is no secret',
  },
  env: { type: 'string', value: 'NAME=VALUE', multiple: true, description: 'A variable of a local server; no secrets' },
  local: { type: 'boolean', description: 'The server that a gateway starts, not that of the publisher' },
} as const;

/** Reads a typed configuration; undefined for none. @throws UsageError */
export function readConfig(args: ParsedArguments): object | undefined {
  const config = {
    ...(args.flag('local') ? { use: 'package' } : {}),
    ...group('variables', args.texts('set')),
    ...group('headers', args.texts('header')),
    ...group('environment', args.texts('env')),
  };
  return Object.keys(config).length === 0 ? undefined : config;
}

function group(name: string, pairs: readonly string[]): object {
  if (pairs.length === 0) return {};
  const entries = pairs.map((pair) => {
    const at = pair.indexOf('=');
    if (at < 1) throw new UsageError(`This is no NAME=VALUE: ${pair}`);
    return [pair.slice(0, at), pair.slice(at + 1)] as const;
  });
  return { [name]: Object.fromEntries(entries) };
}

/** Prints the result. @returns the exit code: 1 if it failed or changed nothing */
export async function finishStep(
  io: CommandIo,
  args: ParsedArguments,
  remote: RemoteInstallations,
  begun: Installation,
): Promise<number> {
  const { renderInstallation } = await import('./render/installations.ts');
  const done = args.flag('wait') ? await remote.settled(begun) : begun;
  // Only the answer of the step that made it holds a link.
  const link = begun.connect_url ?? (args.flag('wait') ? await linkFor(remote, done) : null);
  const shown = link === null ? done : { ...done, connect_url: link };
  writeAnswer(io, args, shown, renderInstallation);
  return args.flag('wait') && done.error !== null ? exitCodes.no : exitCodes.ok;
}

/** Gives the sign-in link, if that is all that is missing. */
async function linkFor(remote: RemoteInstallations, { id, status, auth }: Installation): Promise<string | null> {
  if (status !== 'awaiting_connect' || auth.type !== 'oauth2_code') return null;
  return (await remote.retry(id)).connect_url;
}

/** Options of commands over delegations: scopes and duration. */
import type { CommandIo } from './command.ts';
import { present, readNumber } from './control-options.ts';
import { readMoment } from './moment.ts';
import { type ParsedArguments, UsageError } from './options.ts';

export const termOptions = {
  scope: { type: 'string', value: 'SCOPE', multiple: true, description: 'What the agent may do; several' },
  resource: { type: 'string', value: 'URI', multiple: true, description: 'Where it may do it; several' },
  ttl: { type: 'string', value: 'SPAN', description: 'For how long, such as 8h or 30d' },
  tool: { type: 'string', value: 'NAME', multiple: true, description: 'Only by these tools; several' },
  'max-uses': { type: 'string', value: 'N', description: 'How many tokens at most' },
} as const;

export const addressOption = {
  ip: { type: 'string', value: 'BLOCK', multiple: true, description: 'Only from these addresses, e.g. 192.0.2.0/24' },
} as const;

/** Reads the seconds of `--ttl`. @throws UsageError */
export function readTtl(io: CommandIo, args: ParsedArguments): number | undefined {
  const text = args.text('ttl');
  if (text === undefined) return undefined;
  const now = io.clock.now();
  const seconds = Math.round((Date.parse(readMoment('ttl', text, { now, direction: 'ahead' })) - now) / 1000);
  if (seconds < 1) throw new UsageError('--ttl takes a span that lies ahead, such as 8h or 30d.');
  return seconds;
}

/** Reads the granted part of a request, or the remaining part of a grant. @throws UsageError */
export function readTerms(io: CommandIo, args: ParsedArguments): Readonly<Record<string, unknown>> {
  const constraints = {
    ...listed('tools', args.texts('tool')),
    ...present('max_uses', readNumber(args, 'max-uses')),
    ...listed('ip', args.texts('ip')),
  };
  return {
    ...listed('approved_scopes', args.texts('scope')),
    ...listed('resources', args.texts('resource')),
    ...present('ttl_seconds', readTtl(io, args)),
    ...(Object.keys(constraints).length === 0 ? {} : { constraints }),
  };
}

/** Reads a list option. */
export function listed(name: string, items: readonly string[]): Readonly<Record<string, readonly string[]>> {
  return items.length === 0 ? {} : { [name]: items };
}

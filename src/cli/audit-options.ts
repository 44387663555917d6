/** Filters of the audit log as options, and as the API takes them. */
import type { CommandIo } from './command.ts';
import { readMoment } from './moment.ts';
import type { ParsedArguments } from './options.ts';

export const auditFilterOptions = {
  action: { type: 'string', value: 'ACTION', description: 'An action, or all that begin alike: policy.*' },
  actor: { type: 'string', value: 'ID', description: 'Who did it, or which agent did it for somebody' },
  resource: { type: 'string', value: 'KIND/ID', description: 'What it was done to: policy, policy/ID or ID' },
  from: { type: 'string', value: 'TIME', description: 'At or after this time; a span such as 24h counts back' },
  to: { type: 'string', value: 'TIME', description: 'Before this time' },
} as const;

/** @throws UsageError */
export function readAuditFilters(io: CommandIo, args: ParsedArguments): Readonly<Record<string, string | undefined>> {
  const moment = (name: 'from' | 'to') => {
    const text = args.text(name);
    return text === undefined ? undefined : readMoment(name, text, { now: io.clock.now(), direction: 'ago' });
  };
  return {
    ...{ action: args.text('action'), actor: args.text('actor'), resource: args.text('resource') },
    ...{ from: moment('from'), to: moment('to') },
  };
}

/** Options of the commands that follow a stream. */
import { logLevels } from '../../contract/live-events.ts';
import { type ParsedArguments, parseChoice, UsageError } from '../options.ts';

export const followOptions = {
  level: { type: 'string', value: 'WORD', description: 'Lowest level of log lines: debug, info, warn or error' },
  since: { type: 'string', value: 'ID', description: 'Start after this event' },
  all: { type: 'boolean', description: 'Start with the oldest stored event' },
  json: { type: 'boolean', description: 'Print each event as one line of JSON' },
} as const;

/** @throws UsageError. */
export function readFollow(args: ParsedArguments): { level: string | undefined; after: string | undefined } {
  const [level, since] = [args.text('level'), args.text('since')];
  if (since !== undefined && args.flag('all')) throw new UsageError('Give either --since or --all.');
  if (since !== undefined && !/^\d{1,20}$/.test(since)) throw new UsageError('--since takes the id of an event.');
  return {
    level: level === undefined ? undefined : parseChoice('level', level, logLevels),
    after: args.flag('all') ? '0' : since,
  };
}

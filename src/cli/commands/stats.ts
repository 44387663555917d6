/** Commands over statistics. */
import type { Command } from '../command.ts';
import { operationCommand, type RowArguments } from '../operation-command.ts';
import { parseChoice, parseOptionalChoice, parseTime, parseWholeNumber } from '../options.ts';

const render = () => import('../render/stats.ts');

const intervals = ['minute', 'hour', 'day'] as const;
const kinds = ['reason', 'agent', 'model', 'workspace', 'auditor', 'tool'] as const;
const counts = ['exchanges', 'allowed', 'denied', 'redacted', 'escalated', 'warned', 'would_deny'] as const;
const maxTop = 100;

const rangeOptions = {
  from: { type: 'string', value: 'TIME', description: 'From this time on; 24 hours before --to if absent' },
  to: { type: 'string', value: 'TIME', description: 'Up to this time; now if absent' },
  workspace: { type: 'string', value: 'ID', description: 'Only of this workspace' },
  agent: { type: 'string', value: 'ID', description: 'Only of this agent' },
} as const;

export const statsCommands: readonly Command[] = [
  operationCommand({
    name: 'stats exchanges',
    summary: 'Count exchanges over time, with the latency that judging added',
    usage: [
      'stats exchanges [--from TIME] [--to TIME] [--interval minute|hour|day] [--agent ID] [--workspace ID] [--json]',
    ],
    options: {
      ...rangeOptions,
      interval: {
        type: 'string',
        value: 'WORD',
        description: 'minute, hour or day; by the length of the time if absent',
      },
    },
    details: [
      'Intervals are those of UTC. Minutes can be asked for 2 days back, hours for 32 days back, days without end.',
      'Intervals without exchanges are left out; --json has them.',
    ],
    async call(client, args) {
      const interval = parseOptionalChoice(args, 'interval', intervals);
      return client.statistics.exchanges({ ...readRange(args), interval });
    },
    render: async () => (await render()).renderExchanges,
  }),
  operationCommand({
    name: 'stats top',
    summary: 'List the reasons, agents, models, workspaces, auditors or tools with the most exchanges',
    usage: ['stats top KIND [--from TIME] [--to TIME] [--sort COUNT] [-n N] [--json]'],
    arguments: ['KIND'],
    options: {
      ...rangeOptions,
      sort: { type: 'string', value: 'COUNT', description: `Highest first: ${counts.join(', ')}; exchanges if absent` },
      limit: {
        type: 'string',
        short: 'n',
        value: 'N',
        description: `At most this many, up to ${maxTop}; 10 if absent`,
      },
    },
    details: [
      `KIND is one of ${kinds.join(', ')}.`,
      'The time is rounded to hours in the last 8 days, and to days (UTC) before.',
    ],
    async call(client, args) {
      const limit = args.text('limit');
      return client.statistics.top({
        ...readRange(args),
        by: parseChoice('KIND', args.argument('KIND'), kinds),
        sort: parseOptionalChoice(args, 'sort', counts),
        limit: limit === undefined ? undefined : parseWholeNumber('limit', limit, [1, maxTop]),
      });
    },
    render: async () => (await render()).renderTop,
  }),
  operationCommand({
    name: 'stats overview',
    summary: 'Show what waits for people, and how passports, gateways and auditors are',
    usage: ['stats overview [--json]'],
    call: (client) => client.statistics.overview(),
    render: async () => (await render()).renderOverview,
  }),
];

function readRange(args: RowArguments) {
  const read = (name: 'from' | 'to') => {
    const time = parseTime(name, args.text(name));
    return time === undefined ? undefined : new Date(time).toISOString();
  };
  return { from: read('from'), to: read('to'), workspace_id: args.text('workspace'), agent_id: args.text('agent') };
}

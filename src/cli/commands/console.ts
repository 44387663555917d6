/** Commands that follow an agent until Ctrl-C, and the one that opens the console in a browser. */
import type { Command } from '../command.ts';
import { type ParsedArguments, parseOptionalChoice, parseOptions, requirePositionals, UsageError } from '../options.ts';
import { serviceOption } from '../service-address.ts';

/** Those of live events; their own table would load every shape. */
const logLevels = ['debug', 'info', 'warn', 'error'] as const;

const followOptions = {
  level: { type: 'string', value: 'WORD', description: 'Lowest level of log lines: debug, info, warn or error' },
  since: { type: 'string', value: 'ID', description: 'Begin after this event' },
  all: { type: 'boolean', description: 'Begin with the oldest event that is kept' },
  json: { type: 'boolean', description: 'Print each event as one line of JSON' },
  ...serviceOption('verifier'),
} as const;

const consoleOptions = {
  types: {
    type: 'string',
    value: 'TYPES',
    description: 'Only these, separated by commas: agent.log, tool.call, model.invocation, auditor.decision',
  },
  'no-browser': { type: 'boolean', description: 'With open: only print the address' },
  ...followOptions,
} as const;

export const consoleCommand: Command = {
  name: 'console',
  summary: 'Open the console in a browser, or watch an agent until Ctrl-C: its log, calls and decisions',
  usage: [
    'console open [--no-browser] [--json]',
    'console AGENT [--types TYPES] [--level WORD] [--since ID | --all] [--json]',
  ],
  options: consoleOptions,
  details: [
    'open makes an address that unlocks the console with the operator token of the data folder (ASSAY_DATA_DIR), in one browser, once, for 60 seconds, and opens it. The browser gets a session and never the token. The log of an agent whose id is open: assay agent logs open.',
    'Watching begins now. When the connection breaks it reconnects by itself and goes on after the last event. Standard error says which events are no longer kept, and shows each new try.',
    'Exit code 0: stopped by Ctrl-C. 1: there is no such agent, or it must not run and only admins may open its console. 3: refused, or nothing answers at the first try.',
    'assay console invoice-clerk --types auditor.decision --all',
  ],
  stopsItself: true,
  async run(io) {
    const args = parseOptions(consoleOptions, io.args);
    const [agent = ''] = requirePositionals(args.positionals, ['AGENT']);
    if (agent === 'open') {
      const { openConsole } = await import('../console/open.ts');
      return openConsole(io, args);
    }
    if (args.flag('no-browser')) throw new UsageError('--no-browser is for assay console open.');
    const { level, ...how } = readFollow(args);
    const { connectClient } = await import('../client.ts');
    const { follow } = await import('../console/follow.ts');
    const client = await connectClient(io, args);
    const call = { agent_id: agent, types: args.text('types'), level };
    return follow(io, (options) => client.agents.watchConsole(call, options), how);
  },
};

export const agentLogs: Command = {
  name: 'agent logs',
  summary: 'Watch the log of an agent until Ctrl-C',
  usage: ['agent logs ID [--level WORD] [--since ID | --all] [--json]'],
  options: followOptions,
  details: ['The same as assay console ID --types agent.log, with the same exit codes.'],
  stopsItself: true,
  async run(io) {
    const args = parseOptions(followOptions, io.args);
    const [agent = ''] = requirePositionals(args.positionals, ['ID']);
    const { level, ...how } = readFollow(args);
    const { connectClient } = await import('../client.ts');
    const { follow } = await import('../console/follow.ts');
    const client = await connectClient(io, args);
    return follow(io, (options) => client.agents.watchLogs({ id: agent, level }, options), how);
  },
};

/** @throws UsageError */
function readFollow(args: ParsedArguments) {
  const since = args.text('since');
  if (since !== undefined && args.flag('all')) throw new UsageError('--since and --all exclude each other.');
  if (since !== undefined && !/^\d{1,20}$/.test(since)) throw new UsageError('--since takes the id of an event.');
  return {
    level: parseOptionalChoice(args, 'level', logLevels),
    after: args.flag('all') ? '0' : since,
    json: args.flag('json'),
  };
}

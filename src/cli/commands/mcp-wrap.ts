/** `assay mcp wrap -- COMMAND`: a local MCP server with a judge before and behind each call of its tools. */
import type { Command } from '../command.ts';
import { agentOption, parseAlias, readAgent } from '../mcp/options.ts';
import { parseOptions, parseWholeNumber, UsageError } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = {
  ...agentOption,
  name: {
    type: 'string',
    value: 'ALIAS',
    description: 'What policies and Evidence call the server; else made of COMMAND',
  },
  timeout: { type: 'string', value: 'SECONDS', description: 'How long a call may take; 300 if absent' },
  ...serviceOption('gateway'),
} as const;

const defaultTimeoutS = '300';

export const mcpWrap: Command = {
  name: 'mcp wrap',
  summary: 'Run a local MCP server for an editor, each call of its tools judged and recorded by the gateway',
  usage: ['mcp wrap [--agent ID] [--name ALIAS] [--timeout SECONDS] -- COMMAND [ARG]...'],
  options,
  details: [
    'Write it where the editor has the command of the server. Arguments are judged before the server gets them, results before the client does, descriptions of tools before they are listed (denied ones are left out). What is denied, or needs the approval of people, is told to the model as the failure of its call. Without a gateway no tool is called. Everything else passes as it is.',
    'ASSAY_ACCESS_TOKEN or ASSAY_API_KEY (a key of the agent) is shown to the gateway; the server gets your environment without them, and without anything else that begins with ASSAY_.',
    'Exit code: that of COMMAND. 1: a line longer than 16 MiB. 2: COMMAND cannot be started.',
    'assay mcp wrap --agent invoice-clerk --name files -- npx -y @modelcontextprotocol/server-filesystem .',
  ],
  stopsItself: true,
  async run(io) {
    const args = parseOptions(options, io.args);
    const [command, ...rest] = args.positionals;
    if (command === undefined) throw new UsageError('COMMAND is missing: write it behind --.');
    const { toServerName } = await import('../mcp/wrap/server-name.ts');
    const server = parseAlias('name', args.text('name') ?? toServerName(command, rest));
    const timeoutS = parseWholeNumber('timeout', args.text('timeout') ?? defaultTimeoutS, [1, 3_600]);
    const { wrap } = await import('../mcp/wrap/wrap.ts');
    return wrap(io, args, { command, args: rest, server, agentId: readAgent(args), timeoutMs: timeoutS * 1000 });
  },
};

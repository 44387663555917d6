/** `assay mcp tools`: the tools as an agent sees them. */
import manifest from '../../../package.json' with { type: 'json' };
import { type Command, exitCodes } from '../command.ts';
import { jsonOption } from '../control-options.ts';
import { agentOption } from '../mcp/options.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = {
  ...agentOption,
  server: { type: 'string', value: 'ALIAS', description: 'Of this server alone, by the names that it gives them' },
  ...jsonOption,
  ...serviceOption('mcp-gateway'),
  ...serviceOption('verifier'),
} as const;

export const mcpTools: Command = {
  name: 'mcp tools',
  summary: 'List the tools that an agent sees through the MCP gateway',
  usage: ['mcp tools [--agent ID] [--server ALIAS] [--json]'],
  options,
  details: [
    'Without --agent: those of the agent of the credential, or of agent default. CREDENTIAL says whether a call has what it needs at the server, as the verifier tells; - where it tells nothing.',
    'Exit code 1: the agent has no tools. 3: the gateway cannot be reached, or refuses the caller.',
  ],
  async run(io) {
    const args = parseOptions(options, io.args);
    requirePositionals(args.positionals, []);
    const { openSession } = await import('../mcp/session.ts');
    const { readStatuses, renderTools, toRows } = await import('../mcp/tool-table.ts');
    const session = await openSession(io, args, manifest.version);
    try {
      const tools = await session.listTools();
      const rows = toRows(tools, { alias: args.text('server'), statuses: await readStatuses(io, args) });
      io.stdout.write(renderTools(io, args, tools, rows));
      if (tools.length > 0) return exitCodes.ok;
      if (!args.flag('json')) io.stderr.write('The agent has no tools. See assay app list and assay tool effective.\n');
      return exitCodes.no;
    } finally {
      await session.close();
    }
  },
};

/** `assay mcp call TOOL`: calls one tool. The call is judged and recorded like every call of the agent. */
import { isRecord } from '@assay/sdk/contract';
import manifest from '../../../package.json' with { type: 'json' };
import type { Command, CommandIo } from '../command.ts';
import { jsonOption } from '../control-options.ts';
import { readTextFile } from '../file-text.ts';
import { agentOption } from '../mcp/options.ts';
import { type ParsedArguments, parseOptions, UsageError } from '../options.ts';
import { serviceOption } from '../service-address.ts';
import { readTimeoutMs, waitOptions } from '../wait.ts';

const options = {
  ...agentOption,
  server: {
    type: 'string',
    value: 'ALIAS',
    description: 'Server of the tool; TOOL is then the name that the server gives it',
  },
  file: {
    type: 'string',
    short: 'f',
    value: 'FILE',
    description: 'Read the arguments from a file, or from standard input with -',
  },
  ...waitOptions('Wait until people approve or deny the call, if they have to'),
  ...jsonOption,
  ...serviceOption('mcp-gateway'),
} as const;

const maxBytes = 1024 * 1024;

export const mcpCall: Command = {
  name: 'mcp call',
  summary: 'Call a tool through the MCP gateway in the name of an agent',
  usage: ['mcp call TOOL [JSON | -] [--agent ID] [--server ALIAS] [--file FILE] [--wait [--timeout S]] [--json]'],
  options,
  details: [
    'The arguments are a JSON object, {} if absent. The answer of the tool goes to standard output, the Evidence of the call and other messages to standard error. With --json the whole result goes to standard output.',
    'Exit code 1: the tool failed, the call was denied, or somebody must first approve the call or connect the tool, at the link shown. 3: the gateway cannot be reached, refuses the caller, or could not judge the call.',
    'assay mcp call crm__find_customer \'{"name":"Ada"}\' --agent invoice-clerk --wait',
  ],
  async run(io) {
    const args = parseOptions(options, io.args);
    const [name, ...rest] = args.positionals;
    if (name === undefined) throw new UsageError('Name the tool. assay mcp tools lists the tools.');
    const timeoutMs = readTimeoutMs(args);
    const given = await readArguments(io, args, rest);
    const { openSession } = await import('../mcp/session.ts');
    const { callUntilDone } = await import('../mcp/call.ts');
    const session = await openSession(io, args, manifest.version);
    try {
      // The client repeats arguments in headers if a definition asks for it, which it learns from the list.
      await session.listTools();
      const request = { name, arguments: given };
      return await callUntilDone(io, session, request, {
        isWaiting: args.flag('wait'),
        isJson: args.flag('json'),
        timeoutMs,
      });
    } finally {
      await session.close();
    }
  },
};

async function readArguments(
  io: CommandIo,
  args: ParsedArguments,
  [typed, extra]: readonly string[],
): Promise<Record<string, unknown>> {
  const file = args.text('file') ?? (typed === '-' ? '-' : undefined);
  if (extra !== undefined) throw new UsageError(`Unexpected argument: ${JSON.stringify(extra)}.`);
  if (args.text('file') !== undefined && typed !== undefined) {
    throw new UsageError('Give the arguments as JSON or by --file, not both.');
  }
  const text = file === undefined ? (typed ?? '{}') : await readTextFile(io, file, maxBytes);
  const value = parse(text);
  if (isRecord(value)) return { ...value };
  throw new UsageError('The arguments must be a JSON object, as in \'{"name":"Ada"}\'.');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new UsageError('The arguments are not JSON.', { cause });
  }
}

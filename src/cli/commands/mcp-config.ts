/** `assay mcp config CLIENT`: what a client of MCP has to be told to reach the gateway. */
import { homedir } from 'node:os';
import process from 'node:process';
import { type Command, type CommandIo, exitCodes } from '../command.ts';
import { agentOption, namedAgent, parseAlias } from '../mcp/options.ts';
import { type ParsedArguments, parseChoice, parseOptions, requirePositionals, UsageError } from '../options.ts';
import { apiKeyVariable, serviceOption } from '../service-address.ts';

const options = {
  ...agentOption,
  server: { type: 'string', value: 'ALIAS', description: 'This server alone, with the names that it gives its tools' },
  auth: {
    type: 'string',
    value: 'WORD',
    description: 'key (from the environment), oauth or none; the first that the client can',
  },
  env: { type: 'string', value: 'NAME', description: `Environment variable with the key; ${apiKeyVariable} if absent` },
  name: {
    type: 'string',
    value: 'ALIAS',
    description: 'What the client calls it; assay, or assay-ALIAS of the server',
  },
  file: { type: 'string', short: 'f', value: 'FILE', description: "Instead of the client's own file" },
  write: { type: 'boolean', description: 'Put it into the file, keeping a copy of what it was' },
  ...serviceOption('mcp-gateway'),
} as const;

const variableForm = /^[A-Za-z_][A-Za-z0-9_]{0,99}$/;

export const mcpConfig: Command = {
  name: 'mcp config',
  summary: 'Print, or write, what a client needs to reach an agent’s tools through the MCP gateway',
  usage: [
    'mcp config CLIENT [--agent ID] [--server ALIAS] [--auth WORD] [--env NAME] [--name ALIAS] [--write [--file FILE]]',
  ],
  options,
  details: [
    'CLIENT: claude-code, claude-desktop, cursor, vscode, windsurf, zed, codex, gemini-cli or generic. No secret is read or printed: the client takes the key of the agent from its environment (VS Code asks for it), or signs a person in, who has to be named an agent with --agent.',
    'A file with comments is not written to, since they would be lost: put in by hand what is printed without --write.',
    'Exit code 2: the client cannot do what is asked, or its file cannot be changed.',
    'assay mcp config claude-code --agent invoice-clerk --write',
  ],
  async run(io) {
    const args = parseOptions(options, io.args);
    const [typed = ''] = requirePositionals(args.positionals, ['CLIENT']);
    const { clientNames, mcpClients } = await import('../mcp/config/clients.ts');
    const { toSnippet } = await import('../mcp/config/merge.ts');
    const client = mcpClients[parseChoice('CLIENT', typed, clientNames)];
    const endpoint = await readEndpoint(io, args, client.auths);
    const place = { env: io.env, home: io.env['HOME'] || homedir(), cwd: process.cwd(), platform: process.platform };
    const file = args.text('file') ?? client.file(place);
    if (!args.flag('write')) {
      io.stdout.write(toSnippet(client, endpoint));
      if (file !== undefined) io.stderr.write(`For ${file}\n`);
    } else {
      if (file === undefined) throw new UsageError('Nobody knows where that client has its file: name it with --file.');
      const { writeConfig } = await import('../mcp/config/write.ts');
      await writeConfig(io, client, endpoint, file);
    }
    io.stderr.write(`${client.hint(endpoint)}\n`);
    return exitCodes.ok;
  },
};

async function readEndpoint(io: CommandIo, args: ParsedArguments, auths: readonly ('key' | 'oauth' | 'none')[]) {
  const { authKinds: authWords } = await import('../mcp/config/clients.ts');
  const { endpointUrl } = await import('../mcp/session.ts');
  const said = args.text('auth');
  const auth = said === undefined ? (auths[0] ?? 'none') : parseChoice('auth', said, authWords);
  if (!auths.includes(auth)) {
    throw new UsageError(`This client cannot take a key from elsewhere than its file: --auth ${auths.join(' or ')}.`);
  }
  if (auth === 'oauth' && namedAgent(args) === undefined) {
    throw new UsageError('Whoever signs in speaks for an agent: name it with --agent.');
  }
  const variable = args.text('env') ?? apiKeyVariable;
  if (!variableForm.test(variable)) throw new UsageError('--env takes the name of an environment variable.');
  const server = args.text('server');
  const name = parseAlias(
    'name',
    args.text('name') ?? (server === undefined ? 'assay' : `assay-${server}`).slice(0, 40),
  );
  return { name, url: endpointUrl(io, args), auth, variable };
}

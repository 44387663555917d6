/** `assay environment run -f FILE`: the models and auditors of an environment as processes of this machine. */
import { join } from 'node:path';
import { type Command, type CommandIo, exitCodes } from '../command.ts';
import { fileOptions } from '../files/file-options.ts';
import { type ParsedArguments, parseOptions, parseWholeNumber, requirePositionals, UsageError } from '../options.ts';

const options = {
  ...fileOptions,
  name: { type: 'string', value: 'NAME', description: 'Which environment, if the files have several' },
  'model-command': {
    type: 'string',
    value: 'TEXT',
    description: 'Command line of the model server; it gets MODEL_ID, AGENT_ID and PORT',
  },
  'model-url': { type: 'string', value: 'URL', description: 'Model server that already runs, instead of a command' },
  'model-port': { type: 'string', value: 'PORT', description: 'Port of the first model; 8000 if absent' },
} as const;

export const environmentRun: Command = {
  name: 'environment run',
  summary: 'Run the models and auditors of an environment on this machine, until Ctrl-C',
  usage: [
    'environment run -f FILE... --model-command TEXT [--model-port PORT] [--name NAME] [--workspace ID]',
    'environment run -f FILE... --model-url URL [--name NAME] [--workspace ID]',
  ],
  options,
  details: [
    'For a VendorEnvironment of type model: the same models and auditors that assay render makes Kubernetes objects of, as processes on loopback. A process that ends is started again.',
    'Auditors of ours are started; one of yours needs a url in the chain. The chain with all addresses is written to environments/NAME/chain.yaml in the data folder, for GATEWAY_CHAIN_FILE.',
    'Nothing here is judged until a gateway is in front: the command prints the variables of one. A gateway has one model server, so each further model needs a gateway of its own.',
    'Exit code 1: the files are wrong, or hold no environment that this machine can run.',
    `assay environment run -f environment.yaml --model-command 'vllm serve "$MODEL_ID" --port "$PORT"'`,
  ],
  stopsItself: true,
  async run(io) {
    const args = parseOptions(options, io.args);
    requirePositionals(args.positionals, []);
    const modelPort = parseWholeNumber('model-port', args.text('model-port') ?? '8000', [1, 65_535]);
    const model = readModel(args);
    const { readFiles, printProblems } = await import('../files/parsed-files.ts');
    const { planEnvironments } = await import('../environment/plan-environments.ts');
    const files = await readFiles(io, args);
    const { environments, problems } =
      files.problems.length > 0
        ? { environments: [], problems: files.problems }
        : planEnvironments(files.documents, files.workspace);
    printProblems(io, problems, { json: false });
    if (problems.length > 0) return exitCodes.no;
    const name = args.text('name');
    const [plan, ...more] = environments.filter((one) => name === undefined || one.name === name);
    if (plan === undefined)
      return refuse(io, [`There is no VendorEnvironment${name === undefined ? '' : ` ${name}`} in the files.`]);
    if (more.length > 0) throw new UsageError('The files have several environments: name one with --name.');
    const { toLocalParts } = await import('../environment/local-parts.ts');
    const { runEnvironment } = await import('../environment/run-environment.ts');
    const { withoutSecrets } = await import('../mcp/wrap/serve.ts');
    const folder = join(io.env['ASSAY_DATA_DIR'] || '.assay', 'environments', plan.name);
    const { parts, refusals } = toLocalParts(plan, {
      model,
      modelPort,
      env: withoutSecrets(io.env),
      assay: thisProgram(),
      folderOf: (item) => join(folder, item.name),
    });
    if (refusals.length > 0) return refuse(io, refusals);
    return runEnvironment(io, { plan, parts, folder, signal: io.signal ?? new AbortController().signal });
  },
};

function readModel(args: ParsedArguments): { readonly command: string } | { readonly url: string } {
  const [command, url] = [args.text('model-command'), args.text('model-url')];
  if ((command === undefined) === (url === undefined)) {
    throw new UsageError('Say where the models are: --model-command TEXT, or --model-url URL.');
  }
  if (command !== undefined) {
    if (process.platform === 'win32')
      throw new UsageError('--model-command does not work on Windows: use --model-url.');
    return { command };
  }
  if (url !== undefined && /^https?:\/\/[^/]/.test(url) && URL.canParse(url)) return { url };
  throw new UsageError('--model-url takes an http or https URL.');
}

function thisProgram(): readonly string[] {
  const { execPath, execArgv, argv } = process;
  return [execPath, ...execArgv, ...argv.slice(1, 2)];
}

function refuse({ stderr }: CommandIo, lines: readonly string[]): number {
  for (const line of lines) stderr.write(`${line}\n`);
  return exitCodes.no;
}

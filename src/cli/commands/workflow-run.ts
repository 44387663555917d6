/** `assay workflow run ID`: begins a run. */
import { writeAnswer } from '../answer.ts';
import { type Command, type CommandIo, exitCodes } from '../command.ts';
import { jsonOption } from '../control-options.ts';
import { readTextFile } from '../file-text.ts';
import { type ParsedArguments, parseOptions, requirePositionals, UsageError } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = {
  input: { type: 'string', value: 'FILE|TEXT', description: '@FILE, - for standard input, or the text itself' },
  'json-input': { type: 'boolean', description: 'The input is JSON; a text if absent' },
  wait: { type: 'boolean', description: 'Until it ends, or waits for a person; exit code 1 unless it succeeded' },
  ...jsonOption,
  ...serviceOption('verifier'),
} as const;

const maxBytes = 256 * 1024;

export const workflowRun: Command = {
  name: 'workflow run',
  summary: 'Run the deployed revision of a workflow',
  usage: ['workflow run ID [--input FILE|TEXT] [--json-input] [--wait] [--json]'],
  options,
  details: [
    'Exit code 1: the workflow is not running, the input does not fit, or with --wait: it did not succeed.',
    'assay workflow run wfl_… --input "Summarise invoice 4711" --wait',
    'assay workflow run wfl_… --input @invoice.json --json-input',
  ],
  async run(io) {
    const args = parseOptions(options, io.args);
    const [id = ''] = requirePositionals(args.positionals, ['ID']);
    const input = await readInput(io, args);
    const { connectWorkflowRuns } = await import('../remote-workflow-runs.ts');
    const { renderRun, renderRunWithSteps } = await import('../render/workflow-runs.ts');
    const runs = connectWorkflowRuns(io, args);
    const begun = await runs.start(id, input);
    if (!args.flag('wait')) return writeAnswer(io, args, begun, renderRun);
    const run = await runs.settled(id, begun.id);
    writeAnswer(io, args, run, renderRunWithSteps);
    return run.status === 'succeeded' ? exitCodes.ok : exitCodes.no;
  },
};

async function readInput(io: CommandIo, args: ParsedArguments): Promise<unknown> {
  const named = args.text('input') ?? '';
  const isFile = named === '-' || named.startsWith('@');
  const text = isFile ? await readTextFile(io, named.replace(/^@/, ''), maxBytes) : named;
  if (!args.flag('json-input')) return text;
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError('The input is no JSON.');
  }
}

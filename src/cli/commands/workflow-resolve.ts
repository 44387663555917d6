/** `assay workflow resolve ID RUN STEP OUTCOME`. */
import { writeAnswer } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption } from '../control-options.ts';
import { parseOptions, requirePositionals, UsageError } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = {
  comment: { type: 'string', value: 'TEXT', description: 'How you know; for the audit log' },
  output: { type: 'string', value: 'JSON', description: 'What the step gave, for succeeded; null if absent' },
  ...jsonOption,
  ...serviceOption('verifier'),
} as const;

const outcomes = ['succeeded', 'failed', 'retry'];

export const workflowResolve: Command = {
  name: 'workflow resolve',
  summary: 'Say what became of a step that nobody else can know of',
  usage: ['workflow resolve ID RUN STEP succeeded|failed|retry --comment TEXT [--output JSON] [--json]'],
  options,
  details: ['Look at the other side first: retry does the step again, also where it was done already.'],
  async run(io) {
    const args = parseOptions(options, io.args);
    const names = ['ID', 'RUN', 'STEP', 'succeeded|failed|retry'];
    const [id = '', runId = '', stepId = '', outcome = ''] = requirePositionals(args.positionals, names);
    const comment = args.text('comment');
    if (!outcomes.includes(outcome)) throw new UsageError(`The outcome is ${outcomes.join(', ')}: not ${outcome}.`);
    if (comment === undefined) throw new UsageError('Say how you know: --comment TEXT.');
    const output = readOutput(args.text('output'));
    const { connectWorkflowRuns } = await import('../remote-workflow-runs.ts');
    const { renderStep } = await import('../render/workflow-runs.ts');
    const body = { outcome, comment, ...(output === undefined ? {} : { output }) };
    return writeAnswer(io, args, await connectWorkflowRuns(io, args).resolve(id, runId, stepId, body), renderStep);
  },
};

function readOutput(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError('--output is no JSON.');
  }
}

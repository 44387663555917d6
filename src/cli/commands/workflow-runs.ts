/** Commands over runs of workflows, in the order in which help shows them. */
import type { Client, WorkflowRunWithSteps } from '@assay/client';
import { toPlainText } from '../../proof/report.ts';
import { writeAnswer } from '../answer.ts';
import { checkedByVerifier } from '../checked-by-verifier.ts';
import { type Command, type CommandIo, exitCodes } from '../command.ts';
import { readTextFile } from '../file-text.ts';
import { clientCommand, listCommand, operationCommand } from '../operation-command.ts';
import { type ParsedArguments, parseChoice, UsageError } from '../options.ts';
import { readTimeoutMs, waitOptions, waitUntil } from '../wait.ts';

const render = () => import('../render/workflow-runs.ts');

const maxInputBytes = 256 * 1024;
const everyMs = 500;
const working: ReadonlySet<string> = new Set(['queued', 'running', 'cancelling']);
const outcome = 'succeeded|failed|retry';

/** Reads the input of a run: a file, standard input or the text itself. @throws UsageError */
async function readInput(io: CommandIo, args: ParsedArguments): Promise<unknown> {
  const named = args.text('input') ?? '';
  const isFile = named === '-' || named.startsWith('@');
  const text = isFile ? await readTextFile(io, named.replace(/^@/, ''), maxInputBytes) : named;
  return args.flag('json-input') ? parseJson('The input', text) : text;
}

/** @throws UsageError for text that is not JSON */
function parseJson(what: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new UsageError(`${what} is not JSON.`, { cause });
  }
}

interface RunWait {
  readonly at: { readonly id: string; readonly run_id: string };
  readonly timeoutMs: number | undefined;
}

/** Waits until a run ends, or until a person must act. */
async function untilSettled(client: Client, io: CommandIo, { at, timeoutMs }: RunWait): Promise<WorkflowRunWithSteps> {
  const read = async () => toWatched(client, await client.workflows.getRun(at));
  const { run } = await waitUntil(io, {
    first: await read(),
    read,
    // A run that waits for a retry continues by itself.
    isChanging: ({ run: { status }, needsPeople }) => working.has(status) || (status === 'waiting' && !needsPeople),
    describe: ({ run }) => `the run is ${toPlainText(run.status)}`,
    afterwards: `The run continues; assay workflow show-run ${at.id} ${at.run_id} shows it.`,
    everyMs,
    timeoutMs,
  });
  return run;
}

interface WatchedRun {
  readonly run: WorkflowRunWithSteps;
  readonly needsPeople: boolean;
}

/** Looks for a step that waits for people in all pages of the steps. */
async function toWatched({ workflows }: Client, run: WorkflowRunWithSteps): Promise<WatchedRun> {
  let [page, needsPeople] = [run, waitsForPeople(run)];
  while (run.status === 'waiting' && !needsPeople && page.next_steps_after !== null) {
    page = await workflows.getRun({ id: run.workflow_id, run_id: run.id, steps_after: page.next_steps_after });
    needsPeople = waitsForPeople(page);
  }
  return { run, needsPeople };
}

function waitsForPeople({ steps }: WorkflowRunWithSteps): boolean {
  return steps.some(({ status, waiting }) => status === 'waiting' && waiting !== null && waiting.for === 'approval');
}

export const workflowRunCommands: readonly Command[] = [
  clientCommand({
    name: 'workflow run',
    summary: 'Run the deployed revision of a workflow',
    usage: ['workflow run ID [--input FILE|TEXT] [--json-input] [--wait [--timeout S]] [--json]'],
    arguments: ['ID'],
    options: {
      input: { type: 'string', value: 'FILE|TEXT', description: '@FILE, - for standard input, or the text itself' },
      'json-input': { type: 'boolean', description: 'The input is JSON; text if absent' },
      ...waitOptions('Wait until it ends or needs a person; exit code 1 unless it succeeded'),
    },
    details: [
      'Exit code 1: the workflow is not running, the input does not fit, or with --wait: it did not succeed.',
      'assay workflow run wfl_… --input "Summarise invoice 4711" --wait',
      'assay workflow run wfl_… --input @invoice.json --json-input',
    ],
    async run(client, args, io) {
      const id = args.argument('ID');
      const timeoutMs = readTimeoutMs(args);
      const input = await readInput(io, args);
      const begun = await client.workflows.startRun({ id, body: { input } });
      const { renderRun, renderRunWithSteps } = await render();
      if (!args.flag('wait')) return writeAnswer(io, args, begun, renderRun);
      const run = await untilSettled(client, io, { at: { id, run_id: begun.id }, timeoutMs });
      writeAnswer(io, args, run, renderRunWithSteps);
      return run.status === 'succeeded' ? exitCodes.ok : exitCodes.no;
    },
  }),
  listCommand({
    name: 'workflow runs',
    summary: 'List the runs of a workflow, newest first',
    usage: ['workflow runs ID [--status STATUS] [--limit N] [--json]'],
    arguments: ['ID'],
    options: {
      status: {
        type: 'string',
        value: 'STATUS',
        description: 'Only with this status: running, waiting, interrupted, failed …',
      },
    },
    pages: (client, args) => (page) =>
      client.workflows.listRuns({ id: args.argument('ID'), status: checkedByVerifier(args.text('status')), ...page }),
    render: async () => (await render()).renderRuns,
    none: 'No run.',
  }),
  operationCommand({
    name: 'workflow show-run',
    summary: 'Show a run of a workflow: its steps, what it waits for, its Evidence',
    usage: ['workflow show-run ID RUN [--json]'],
    arguments: ['ID', 'RUN'],
    details: ['The Evidence of a run has the id of the run as its session: assay evidence list --session RUN.'],
    call: (client, args) => client.workflows.getRun({ id: args.argument('ID'), run_id: args.argument('RUN') }),
    render: async () => (await render()).renderRunWithSteps,
  }),
  operationCommand({
    name: 'workflow cancel',
    summary: 'Cancel a run of a workflow',
    usage: ['workflow cancel ID RUN [--reason TEXT] [--json]'],
    arguments: ['ID', 'RUN'],
    options: { reason: { type: 'string', value: 'TEXT', description: 'Why; for the audit log' } },
    details: ['No further step begins. A step that cannot be interrupted safely is completed first.'],
    call(client, args) {
      const at = { id: args.argument('ID'), run_id: args.argument('RUN') };
      return client.workflows.cancelRun({ ...at, body: { reason: args.text('reason') } });
    },
    render: async () => (await render()).renderRun,
  }),
  operationCommand({
    name: 'workflow resolve',
    summary: 'Record the outcome of a step whose outcome is unknown',
    usage: ['workflow resolve ID RUN STEP succeeded|failed|retry --comment TEXT [--output JSON] [--json]'],
    arguments: ['ID', 'RUN', 'STEP', outcome],
    options: {
      comment: { type: 'string', value: 'TEXT', description: 'How you know it; for the audit log' },
      output: { type: 'string', value: 'JSON', description: 'Output of the step, for succeeded; null if absent' },
    },
    details: ['Look at the other system first: retry does the step again, even if it was done already.'],
    call(client, args) {
      const at = { id: args.argument('ID'), run_id: args.argument('RUN'), step_id: args.argument('STEP') };
      const known = parseChoice('OUTCOME', args.argument(outcome), ['succeeded', 'failed', 'retry']);
      const [comment, output] = [args.text('comment'), args.text('output')];
      if (comment === undefined) throw new UsageError('Say how you know it: --comment TEXT.');
      const given = output === undefined ? undefined : parseJson('--output', output);
      return client.workflows.resolveStep({ ...at, body: { outcome: known, comment, output: given } });
    },
    render: async () => (await render()).renderStep,
  }),
];

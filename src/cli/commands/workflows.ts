/** Commands over workflows, in the order in which help shows them. */
import type { Client, Workflow } from '@assay/client';
import { toPlainText } from '../../proof/report.ts';
import { writeAnswer } from '../answer.ts';
import { checkedByVerifier } from '../checked-by-verifier.ts';
import { type Command, type CommandIo, exitCodes } from '../command.ts';
import {
  clientCommand,
  listCommand,
  operationCommand,
  type RowArguments,
  removalCommand,
} from '../operation-command.ts';
import { parseOptionalChoice, UsageError } from '../options.ts';
import { readTimeoutMs, waitOptions, waitUntil } from '../wait.ts';
import { workflowRunCommands } from './workflow-runs.ts';

const render = () => import('../render/workflows.ts');
const renderWorkflow = async () => (await render()).renderWorkflow;

/** Reads a workflow file when it is needed: help loads no YAML parser. */
async function readFile(io: CommandIo, file: string) {
  const { readWorkflowFile } = await import('../workflow-file.ts');
  return readWorkflowFile(io, file);
}

/** Changes go from the revision that was read. If-Match is optional here, so the operations do not declare it. */
const at = ({ revision }: Workflow) => ({ headers: { 'if-match': `"${revision}"` } });

const waitOption = waitOptions('Wait until it is done or needs an approval; exit code 1 if it is not done');
const everyMs = 1_000;

/** States of a deployment that answer a command with yes. */
interface GoodStates {
  /** The change has begun. */
  readonly begun: readonly string[];
  /** It is done. */
  readonly done: readonly string[];
}
const deploying: GoodStates = { begun: ['deploying', 'running'], done: ['running'] };
const stopping: GoodStates = { begun: ['stopping', 'stopped', 'cancelled'], done: ['stopped', 'cancelled'] };

/** Shows the workflow after its deployment or its stop, with `--wait` after the end of it. @returns the exit code */
async function finish(
  { workflows }: Client,
  args: RowArguments,
  io: CommandIo,
  {
    good,
    timeoutMs,
    begun,
  }: { readonly good: GoodStates; readonly timeoutMs: number | undefined; readonly begun: Workflow },
): Promise<number> {
  const isWaiting = args.flag('wait');
  const { id } = begun;
  const reached = isWaiting
    ? await waitUntil(io, {
        first: begun,
        read: () => workflows.get({ id }),
        isChanging: isInProgress,
        describe: ({ deployment }) => `the deployment is ${toPlainText(deployment?.state ?? 'unknown')}`,
        afterwards: `The verifier continues; assay workflow show ${id} shows it.`,
        everyMs,
        timeoutMs,
      })
    : begun;
  writeAnswer(io, args, reached, await renderWorkflow());
  if (isWaiting && needsApproval(reached)) {
    io.stderr.write(`It waits for a person: assay approval show ${toPlainText(reached.approval_id ?? '')}\n`);
  }
  const { deployment } = reached;
  const states = isWaiting ? good.done : good.begun;
  return deployment === null || states.includes(deployment.state) ? exitCodes.ok : exitCodes.no;
}

function needsApproval({ deployment, approval_id: approval }: Workflow): boolean {
  return deployment?.state === 'deploying' && approval !== null;
}

function isInProgress({ deployment, approval_id: approval }: Workflow): boolean {
  return deployment?.state === 'stopping' || (deployment?.state === 'deploying' && approval === null);
}

async function* toChunks(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}

export const workflowCommands: readonly Command[] = [
  listCommand({
    name: 'workflow list',
    summary: 'List workflows, newest first',
    usage: ['workflow list [--status WORD] [--workspace ID] [-n N] [--json]'],
    options: {
      status: { type: 'string', value: 'WORD', description: 'draft, deploying, running, stopping, stopped or failed' },
      workspace: { type: 'string', value: 'ID', description: 'Only of this workspace' },
    },
    pages(client, args) {
      const statuses = ['draft', 'deploying', 'running', 'stopping', 'stopped', 'failed'] as const;
      const query = { status: parseOptionalChoice(args, 'status', statuses), workspace_id: args.text('workspace') };
      return (page) => client.workflows.list({ ...query, ...page });
    },
    render: async () => (await render()).renderWorkflows,
    none: 'There is no workflow.',
  }),
  operationCommand({
    name: 'workflow show',
    summary: 'Show a workflow: its status, its nodes and where each leads',
    usage: ['workflow show ID [--json]'],
    arguments: ['ID'],
    call: (client, args) => client.workflows.get({ id: args.argument('ID') }),
    render: renderWorkflow,
  }),
  operationCommand({
    name: 'workflow create',
    summary: 'Create a workflow as a draft',
    usage: ['workflow create FILE [--name NAME] [--json]'],
    arguments: ['FILE'],
    options: {
      name: { type: 'string', value: 'NAME', description: 'Name of the workflow; that of the file if absent' },
    },
    details: [
      'FILE is YAML or JSON: name, graph and other members of the API, or nodes and edges alone. - is standard input.',
      'Exit code 1: the graph cannot be saved. Each problem is printed with its place.',
    ],
    async call(client, args, io) {
      const document = await readFile(io, args.argument('FILE'));
      const name = args.text('name');
      return client.workflows.create({
        body: checkedByVerifier(name === undefined ? document : { ...document, name }),
      });
    },
    render: renderWorkflow,
  }),
  operationCommand({
    name: 'workflow update',
    summary: 'Change the draft of a workflow. The deployed revision stays',
    usage: ['workflow update ID FILE [--json]'],
    arguments: ['ID', 'FILE'],
    details: [
      'FILE is as for workflow create. Members that it leaves out stay. Deploy the workflow, and new runs use the change.',
      'Exit code 1: the graph cannot be saved, or somebody changed the workflow meanwhile.',
    ],
    async call({ workflows }, args, io) {
      const id = args.argument('ID');
      const { workspace_id: _workspace, ...document } = await readFile(io, args.argument('FILE'));
      const before = await workflows.get({ id });
      return workflows.update({ id, body: checkedByVerifier(document) }, at(before));
    },
    render: renderWorkflow,
  }),
  operationCommand({
    name: 'workflow validate',
    summary: 'Check whether a workflow can be deployed. Nothing is changed',
    usage: ['workflow validate ID [FILE] [--json]'],
    arguments: 'any',
    details: [
      'Without FILE it checks the draft. With FILE it checks the graph in the file as if it were saved.',
      'Exit code 1: it cannot be deployed. Each problem is printed with its place.',
    ],
    async call(client, args, io) {
      const [id, file, ...rest] = args.positionals;
      if (id === undefined || rest.length > 0) throw new UsageError('Name one workflow, and a file if you like.');
      const graph = file === undefined ? undefined : (await readFile(io, file))['graph'];
      return client.workflows.validate({ id, body: checkedByVerifier({ graph }) });
    },
    render: async () => (await render()).renderValidation,
    isNo: ({ valid }) => valid !== true,
  }),
  clientCommand({
    name: 'workflow deploy',
    summary: 'Deploy the draft of a workflow. New runs use it',
    usage: ['workflow deploy ID [--wait [--timeout S]] [--json]'],
    arguments: ['ID'],
    options: waitOption,
    details: [
      'The verifier validates it first. If the organisation requires it, another person must approve the deployment: assay approval list.',
      'Exit code 1: it breaks rules, an agent in it is not active, the deployment failed, or with --wait: it does not run yet.',
    ],
    async run(client, args, io) {
      const timeoutMs = readTimeoutMs(args);
      const begun = await client.workflows.deploy({ id: args.argument('ID') });
      return finish(client, args, io, { good: deploying, timeoutMs, begun });
    },
  }),
  clientCommand({
    name: 'workflow stop',
    summary: 'Stop a workflow and its runs, or its deployment',
    usage: ['workflow stop ID [--wait [--timeout S]] [--json]'],
    arguments: ['ID'],
    options: waitOption,
    details: ['Active runs end at their next step. Deploy the workflow to run it again.'],
    async run(client, args, io) {
      const timeoutMs = readTimeoutMs(args);
      const begun = await client.workflows.stop({ id: args.argument('ID') });
      return finish(client, args, io, { good: stopping, timeoutMs, begun });
    },
  }),
  clientCommand({
    name: 'workflow passport',
    summary: 'Show the composite passport of a workflow. It is never better than its worst member',
    usage: ['workflow passport ID [-o FILE] [--json]'],
    arguments: ['ID'],
    options: {
      output: { type: 'string', short: 'o', value: 'FILE', description: 'Write the signed passport to this file' },
    },
    details: ['Check the file anywhere with assay verify FILE. It names the passports of its members by hash.'],
    async run(client, args, io) {
      const passport = await client.workflows.getPassport({ id: args.argument('ID') });
      const output = args.text('output');
      if (output === undefined) return writeAnswer(io, args, passport, (await render()).renderCompositePassport);
      const { deliver } = await import('../deliver.ts');
      // An answer without it fails here: a template would write the word undefined.
      await deliver(io, toChunks(passport.jwt.concat('\n')), output);
      return exitCodes.ok;
    },
  }),
  removalCommand({
    name: 'workflow remove',
    summary: 'Remove a workflow that does not run, with its revisions',
    usage: ['workflow remove ID [--json]'],
    arguments: ['ID'],
    details: ['Exit code 1: it runs, or some of its runs have not ended. Stop it first: assay workflow stop ID.'],
    async remove({ workflows }, args) {
      const id = args.argument('ID');
      const before = await workflows.get({ id });
      const what = `workflow ${toPlainText(before.name, 200)}`;
      await workflows.remove({ id }, at(before));
      return what;
    },
  }),
  ...workflowRunCommands,
];

/** Commands over telemetry exports, in the order in which help shows them. */
import { toPlainText } from '../../proof/report.ts';
import { checkedByVerifier } from '../checked-by-verifier.ts';
import type { Command } from '../command.ts';
import { operatorTokenNote, readNumber, revisionOption } from '../control-options.ts';
import { listCommand, operationCommand, removalCommand } from '../operation-command.ts';

const render = () => import('../render/webhooks.ts');
const renderExport = async () => (await render()).renderExport;

export const telemetryCommands: readonly Command[] = [
  listCommand({
    name: 'telemetry list',
    summary: 'List telemetry exports with their progress and what they dropped',
    usage: ['telemetry list [-n N] [--json]'],
    operatorToken: true,
    pages: (client) => (page) => client.telemetryExports.list(page),
    render: async () => (await render()).renderExports,
    none: 'There is no telemetry export.',
  }),
  operationCommand({
    name: 'telemetry add',
    summary: 'Send evidence to a collector as OpenTelemetry spans, from now on',
    usage: ['telemetry add ENDPOINT [--name TEXT] [--workspace ID…] [--headers-file FILE] [--json]'],
    arguments: ['ENDPOINT'],
    options: {
      name: { type: 'string', value: 'TEXT', description: 'Name for people' },
      workspace: {
        type: 'string',
        value: 'ID',
        multiple: true,
        description: 'Only of this workspace',
      },
      'headers-file': {
        type: 'string',
        value: 'FILE',
        description: 'Headers of each request as a JSON object; - is standard input',
      },
    },
    details: [
      operatorTokenNote,
      'ENDPOINT is the one for traces, usually https://…/v1/traces. Values of headers are kept in the vault and never shown, so they are no arguments.',
    ],
    operatorToken: true,
    async call(client, args, io) {
      const endpoint = args.argument('ENDPOINT');
      const [file, workspaces] = [args.text('headers-file'), args.texts('workspace')];
      const { readJsonFile } = await import('../json-file.ts');
      const body = {
        name: args.text('name') ?? new URL(endpoint, 'https://unnamed.invalid').host,
        endpoint,
        workspace_ids: workspaces.length === 0 ? undefined : workspaces,
        headers: file === undefined ? undefined : await readJsonFile(io, file),
      };
      return client.telemetryExports.create({ body: checkedByVerifier(body) });
    },
    render: renderExport,
  }),
  operationCommand({
    name: 'telemetry show',
    summary: 'Show a telemetry export with its progress and its last error',
    usage: ['telemetry show ID [--json]'],
    arguments: ['ID'],
    operatorToken: true,
    call: (client, args) => client.telemetryExports.get({ id: args.argument('ID') }),
    render: renderExport,
  }),
  operationCommand({
    name: 'telemetry test',
    summary: 'Send one span to the collector, and show whether it accepts it',
    usage: ['telemetry test ID [--json]'],
    arguments: ['ID'],
    details: ['Exit code 1: the collector did not accept it.'],
    operatorToken: true,
    call: (client, args) => client.telemetryExports.test({ id: args.argument('ID') }),
    async render() {
      const { explainOutcome } = await import('../render/outcome.ts');
      return ({ accepted, error }) =>
        accepted
          ? 'The collector took the span `assay test`.\n'
          : `The collector did not take it: ${toPlainText(error === null ? 'it said so' : explainOutcome(error), 600)}\n`;
    },
    isNo: ({ accepted }) => accepted !== true,
  }),
  removalCommand({
    name: 'telemetry remove',
    summary: 'Remove a telemetry export with the values of its headers',
    usage: ['telemetry remove ID [--revision N]'],
    arguments: ['ID'],
    options: revisionOption,
    operatorToken: true,
    async remove({ telemetryExports }, args) {
      const id = args.argument('ID');
      const revision = readNumber(args, 'revision');
      const before = await telemetryExports.get({ id });
      await telemetryExports.remove({ id, ifMatch: revision ?? before.revision });
      return `telemetry export ${id}`;
    },
  }),
];

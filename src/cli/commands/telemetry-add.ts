/** `assay telemetry add ENDPOINT`: sends evidence to a collector. */

import { writeAnswer } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption, operatorTokenNote, present } from '../control-options.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = {
  name: { type: 'string', value: 'TEXT', description: 'How people call it' },
  workspace: { type: 'string', value: 'ID', multiple: true, description: 'Of this workspace only; may be repeated' },
  'headers-file': {
    type: 'string',
    value: 'FILE',
    description: 'Headers of each request as a JSON object; - is standard input',
  },
  ...jsonOption,
  ...serviceOption('verifier'),
} as const;

export const telemetryAdd: Command = {
  name: 'telemetry add',
  summary: 'Send evidence to a collector as OpenTelemetry spans, from now on',
  usage: ['telemetry add ENDPOINT [--name TEXT] [--workspace ID…] [--headers-file FILE] [--json]'],
  options,
  details: [
    operatorTokenNote,
    'ENDPOINT is that of traces, mostly https://…/v1/traces. Values of headers are kept in the vault and never shown, so they are no arguments.',
  ],
  async run(io) {
    const args = parseOptions(options, io.args);
    const [endpoint = ''] = requirePositionals(args.positionals, ['ENDPOINT']);
    const [file, workspaces] = [args.text('headers-file'), args.texts('workspace')];
    const { readJsonFile } = await import('../json-file.ts');
    const body = {
      name: args.text('name') ?? new URL(endpoint, 'https://unnamed.invalid').host,
      endpoint,
      ...present('workspace_ids', workspaces.length === 0 ? undefined : workspaces),
      ...present('headers', file === undefined ? undefined : await readJsonFile(io, file)),
    };
    const { connectTelemetry } = await import('../remote-webhooks.ts');
    const { renderExport } = await import('../render/webhooks.ts');
    return writeAnswer(io, args, await (await connectTelemetry(io, args)).create(body), renderExport);
  },
};

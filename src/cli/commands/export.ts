/** `assay export`: prints the configuration of the verifier as declarative files. */
import { type Command, exitCodes } from '../command.ts';
import { parseChoice, parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = {
  workspace: {
    type: 'string',
    value: 'ID',
    description: 'Only this workspace; the organisation with all its workspaces if absent',
  },
  format: { type: 'string', value: 'FORMAT', description: 'yaml or json; yaml if absent' },
  ...serviceOption('verifier'),
} as const;

const formats = ['yaml', 'json'] as const;

export const exportFiles: Command = {
  name: 'export',
  summary: 'Print the configuration as files for apply',
  usage: ['export [--workspace ID] [--format yaml|json]'],
  options,
  details: [
    'Applying the printed files changes nothing. Settings have their full names. Standard error lists what no file can hold.',
    'assay export --workspace support > support.yaml',
  ],
  async run(io) {
    const args = parseOptions(options, io.args);
    requirePositionals(args.positionals, []);
    const format = parseChoice('format', args.text('format') ?? 'yaml', formats);
    const { fetchDocuments } = await import('../files/apply-remote.ts');
    const { printDocuments } = await import('../../configuration/files/print-documents.ts');
    const { toPlainText } = await import('../../proof/report.ts');
    const { documents, not_exported: missing } = await fetchDocuments(io, args, args.text('workspace'));
    io.stdout.write(printDocuments(documents, format));
    for (const what of missing) io.stderr.write(`not in the files: ${toPlainText(what)}\n`);
    return exitCodes.ok;
  },
};

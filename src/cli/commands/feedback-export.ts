/** `assay feedback export`: the marks as a labelled file for the evaluation of the detectors. */
import { type Command, exitCodes } from '../command.ts';
import { formatLabelledFile, labelledFormats } from '../feedback/labelled-file.ts';
import { parseChoice, parseOptions, requirePositionals, UsageError } from '../options.ts';
import { saveFile } from '../save.ts';
import { readMarks } from './feedback-list.ts';

const options = {
  auditor: { type: 'string', value: 'NAME', description: 'Auditor whose marks are exported' },
  format: { type: 'string', value: 'FORMAT', description: 'jsonl or csv; jsonl if absent' },
  out: { type: 'string', short: 'o', value: 'FILE', description: 'Write to this file; standard output if absent' },
} as const;

export const feedbackExport: Command = {
  name: 'feedback export',
  summary: 'Export marks as a labelled file for npm run eval:detect',
  usage: ['feedback export --auditor NAME [--format jsonl|csv] [--out FILE]'],
  options,
  details: [
    'Measure an auditor on it: npm run eval:detect -- --file FILE --auditor NAME. The file holds the texts: keep it as you keep them.',
    'Exit code 1: there is nothing to export.',
  ],
  async run(io) {
    const args = parseOptions(options, io.args);
    requirePositionals(args.positionals, []);
    const auditor = args.text('auditor');
    if (auditor === undefined) throw new UsageError('--auditor is missing.');
    const format = parseChoice('format', args.text('format') ?? 'jsonl', labelledFormats);
    const entries = await readMarks(io, auditor);
    if (entries.length === 0) {
      io.stderr.write(`Nothing was marked for ${auditor} yet.\n`);
      return exitCodes.no;
    }
    const chunks = formatLabelledFile(entries, format);
    const out = args.text('out');
    if (out === undefined) {
      for (const chunk of chunks) io.stdout.write(Buffer.from(chunk).toString('utf8'));
    } else {
      await saveFile(out, chunks);
      io.stderr.write(`Wrote ${entries.length} rows to ${out}.\n`);
    }
    return exitCodes.ok;
  },
};

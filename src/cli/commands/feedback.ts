/** Commands over marks of right and wrong observations, in the order in which help shows them. */
import { AppError } from '../../platform/errors.ts';
import { type Command, type CommandIo, exitCodes } from '../command.ts';
import type { FeedbackEntry } from '../feedback/entry.ts';
import { formatLabelledFile, labelledFormats } from '../feedback/labelled-file.ts';
import { parseChoice, parseOptions, requirePositionals, UsageError } from '../options.ts';
import { createStyle } from '../render/style.ts';
import { toJsonText } from '../render/table.ts';
import { saveFile } from '../save.ts';
import { serviceOption } from '../service-address.ts';

const markOptions = {
  auditor: { type: 'string', value: 'NAME', description: 'Auditor that was right or wrong' },
  text: {
    type: 'string',
    value: 'FILE',
    description: 'Your copy of the request or answer body, or of the text; - for standard input',
  },
  claim: { type: 'string', value: 'NAME', description: 'Claim that you mean; the main one of the auditor if absent' },
  document: {
    type: 'string',
    value: 'ID',
    description: 'Document of the body that you mean (or system, input, output); where it was found if absent',
  },
  phase: { type: 'string', value: 'PHASE', description: 'Phase that you mean, if the auditor ran in several' },
  ...serviceOption('verifier'),
} as const;

const listOptions = {
  auditor: { type: 'string', value: 'NAME', description: 'Only marks of this auditor' },
  json: { type: 'boolean', description: 'Print the marks as JSON, texts included' },
} as const;

const exportOptions = {
  auditor: { type: 'string', value: 'NAME', description: 'Auditor whose marks are exported' },
  format: { type: 'string', value: 'FORMAT', description: 'jsonl or csv; jsonl if absent' },
  out: { type: 'string', short: 'o', value: 'FILE', description: 'Write to this file; standard output if absent' },
} as const;

export const feedbackCommands: readonly Command[] = [
  {
    name: 'feedback mark',
    summary: 'Mark what an auditor observed as right or wrong, for evaluation',
    usage: [
      'feedback mark EVIDENCE_ID right|wrong --auditor NAME --text FILE|- [--claim NAME] [--phase PHASE] [--document ID]',
    ],
    options: markOptions,
    details: [
      'Evidence holds only hashes of prompts and answers, so you give your own copy of the text. A copy of the exact body that was sent or received is checked against the hash, and its text is extracted. Anything else is kept as it is, with a warning.',
      'The mark is kept on this machine, in feedback.jsonl of the data folder (owner only), with the text. Marking again replaces it.',
    ],
    async run(io) {
      const args = parseOptions(markOptions, io.args);
      const [id = '', word = ''] = requirePositionals(args.positionals, ['EVIDENCE_ID', 'right|wrong']);
      if (word !== 'right' && word !== 'wrong')
        throw new UsageError(`Say right or wrong, not ${JSON.stringify(word)}.`);
      const [auditor, file] = [args.text('auditor'), args.text('text')];
      if (auditor === undefined) throw new UsageError('--auditor is missing.');
      if (file === undefined) throw new UsageError('--text is missing: evidence does not hold the text itself.');
      const { choosePlace, matchCopy, readCopy } = await import('../feedback/copy.ts');
      const bytes = await readCopy(io, file);
      const { connectClient } = await import('../client.ts');
      const { findObservation } = await import('../feedback/observation.ts');
      const { isFeedbackEntry, toLabel } = await import('../feedback/entry.ts');
      const { openFeedback } = await import('../feedback/store.ts');
      const view = await (await connectClient(io, args)).evidence.get({ id });
      const copy = await matchCopy(view, bytes);
      const phase = args.text('phase') ?? copy.phase;
      if (copy.phase !== undefined && phase !== copy.phase) {
        throw new UsageError(`The body is that of phase ${copy.phase}, not of phase ${phase}.`);
      }
      const { places, ...observed } = findObservation(view, { auditor, phase, claim: args.text('claim') });
      const label = toLabel(observed.detected, word);
      const store = await openFeedback(io);
      const entry = {
        evidence_id: view.evidence_id,
        auditor,
        ...observed,
        decision: view.decision.decision,
        enforced: view.enforced,
        verdict: word,
        label,
        ...choosePlace(copy, args.text('document'), observed.detected ? places : []),
        matched: copy.matched,
        marked_at: new Date(io.clock.now()).toISOString(),
      };
      if (!isFeedbackEntry(entry)) {
        const detail = 'The evidence has a value that this release of assay does not know, so no mark was kept';
        throw new AppError('unavailable', detail, { detail });
      }
      await store.add(entry);
      if (!copy.matched) {
        io.stderr.write('warning: the text is not a body that the evidence has the hash of; it is kept unchecked.\n');
      }
      io.stdout.write(`${auditor} was ${word} about ${observed.claim}: the label is ${label}. Kept in ${store.path}\n`);
      return exitCodes.ok;
    },
  },
  {
    name: 'feedback list',
    summary: 'List the marks on this machine',
    usage: ['feedback list [--auditor NAME] [--json]'],
    options: listOptions,
    async run(io) {
      const args = parseOptions(listOptions, io.args);
      requirePositionals(args.positionals, []);
      const entries = await readMarks(io, args.text('auditor'));
      if (args.flag('json')) io.stdout.write(toJsonText(entries));
      else if (entries.length === 0) io.stderr.write('Nothing was marked yet.\n');
      else io.stdout.write((await import('../render/feedback.ts')).renderMarks(entries, createStyle(io.color)));
      return exitCodes.ok;
    },
  },
  {
    name: 'feedback export',
    summary: 'Export marks as a labelled file for npm run eval:detect',
    usage: ['feedback export --auditor NAME [--format jsonl|csv] [--out FILE]'],
    options: exportOptions,
    details: [
      'Measure an auditor on it: npm run eval:detect -- --file FILE --auditor NAME. The file holds the texts: protect it as you protect them.',
      'Exit code 1: there is nothing to export.',
    ],
    async run(io) {
      const args = parseOptions(exportOptions, io.args);
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
  },
];

/** Reads the marks, optionally of one auditor, and reports unreadable lines. */
async function readMarks(io: CommandIo, auditor: string | undefined): Promise<readonly FeedbackEntry[]> {
  const { openFeedback } = await import('../feedback/store.ts');
  const store = await openFeedback(io);
  const { entries, brokenLines } = await store.list();
  if (brokenLines.length > 0) {
    io.stderr.write(`warning: left out what cannot be read: ${store.path}, line ${brokenLines.join(', ')}.\n`);
  }
  return auditor === undefined ? entries : entries.filter((entry) => entry.auditor === auditor);
}

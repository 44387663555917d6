/** `assay feedback list`: the marks on this machine. */
import { toPlainText } from '../../proof/report.ts';
import { type Command, type CommandIo, exitCodes } from '../command.ts';
import type { FeedbackEntry } from '../feedback/entry.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { createStyle } from '../render/style.ts';
import { renderTable, toJsonText } from '../render/table.ts';

const options = {
  auditor: { type: 'string', value: 'NAME', description: 'Only marks of this auditor' },
  json: { type: 'boolean', description: 'Print the marks as JSON, texts included' },
} as const;

export const feedbackList: Command = {
  name: 'feedback list',
  summary: 'List what was marked as right or wrong on this machine',
  usage: ['feedback list [--auditor NAME] [--json]'],
  options,
  async run(io) {
    const args = parseOptions(options, io.args);
    requirePositionals(args.positionals, []);
    const entries = await readMarks(io, args.text('auditor'));
    if (args.flag('json')) io.stdout.write(toJsonText(entries));
    else if (entries.length === 0) io.stderr.write('Nothing was marked yet.\n');
    else io.stdout.write(renderMarks(entries, io));
    return exitCodes.ok;
  },
};

/** Reads the marks, optionally of one auditor, and reports unreadable lines. */
export async function readMarks(io: CommandIo, auditor: string | undefined): Promise<readonly FeedbackEntry[]> {
  const { openFeedback } = await import('../feedback/store.ts');
  const store = await openFeedback(io);
  const { entries, brokenLines } = await store.list();
  if (brokenLines.length > 0) {
    io.stderr.write(`warning: left out what cannot be read: ${store.path}, line ${brokenLines.join(', ')}.\n`);
  }
  return auditor === undefined ? entries : entries.filter((entry) => entry.auditor === auditor);
}

const maxTextChars = 40;

function renderMarks(entries: readonly FeedbackEntry[], io: CommandIo): string {
  const style = createStyle(io.color);
  const rows = entries.map((entry) => [
    toPlainText(entry.evidence_id),
    entry.marked_at,
    toPlainText(entry.auditor),
    toPlainText(entry.claim),
    entry.verdict,
    String(entry.label),
    entry.matched ? 'yes' : 'no',
    toPlainText(entry.text.replaceAll(/\s+/g, ' '), maxTextChars),
  ]);
  const head = ['EVIDENCE', 'TIME', 'AUDITOR', 'CLAIM', 'VERDICT', 'LABEL', 'MATCHED', 'TEXT'];
  return renderTable([head, ...rows], (cell, _column, row) => (row === 0 ? style.dim(cell) : cell));
}

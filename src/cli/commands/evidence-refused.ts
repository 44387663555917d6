/** `assay evidence refused`: what the verifier refused of the Evidence of a gateway, and why. */
import { toPlainText } from '../../proof/report.ts';
import { type Command, exitCodes } from '../command.ts';
import { parseOptions, parseWholeNumber, requirePositionals } from '../options.ts';
import { createStyle } from '../render/style.ts';
import { renderTable, toJsonText } from '../render/table.ts';
import { serviceOption } from '../service-address.ts';

const options = {
  limit: { type: 'string', short: 'n', value: 'N', description: 'How many, 1 to 10000; 20 if absent' },
  json: { type: 'boolean', description: 'Print the list as JSON' },
  ...serviceOption('gateway'),
} as const;

/** Exit code 1 when there is any: acknowledged Evidence is missing at the verifier. */
export const evidenceRefused: Command = {
  name: 'evidence refused',
  summary: 'List Evidence of the gateway that the verifier refused, oldest first, with the reason',
  usage: ['evidence refused [-n N] [--json]'],
  options,
  details: [
    'The gateway keeps it: assay receipts export has the Evidence itself. Mend the reason, then run assay evidence resend.',
    'Exit code 0: nothing was refused. 1: something was.',
  ],
  async run(io) {
    const args = parseOptions(options, io.args);
    requirePositionals(args.positionals, []);
    const limit = parseWholeNumber('limit', args.text('limit') ?? '20', [1, 10_000]);
    const { connectGateway } = await import('../remote.ts');
    const { items, hasMore } = await connectGateway(io, args).listRefusedEvidence(limit);
    if (args.flag('json')) io.stdout.write(toJsonText({ items, has_more: hasMore }));
    else if (items.length === 0) io.stderr.write('The verifier refused none of the Evidence of this gateway.\n');
    else {
      const style = createStyle(io.color);
      const rows = items.map(({ evidence_id: id, seq, reason, refused_at: at, message }) =>
        [id ?? 'unknown', String(seq), reason, at, message].map((text) => toPlainText(text)),
      );
      const head = ['EVIDENCE', 'RECEIPT', 'REASON', 'REFUSED', 'MESSAGE'];
      io.stdout.write(renderTable([head, ...rows], (cell, _column, row) => (row === 0 ? style.bold(cell) : cell)));
    }
    if (hasMore && !args.flag('json')) io.stderr.write('There is more: raise --limit.\n');
    return items.length === 0 ? exitCodes.ok : exitCodes.no;
  },
};

/** `assay evidence show ID`: one evidence, decoded, as JSON, or as the exact bytes that were signed. */
import { type Command, exitCodes } from '../command.ts';
import { parseOptions, requirePositionals, UsageError } from '../options.ts';
import { renderEvidence } from '../render/evidence.ts';
import { createStyle } from '../render/style.ts';
import { toJsonText } from '../render/table.ts';
import { serviceOption } from '../service-address.ts';

const options = {
  jws: { type: 'boolean', description: 'Print the exact signed bytes (compact JWS) and nothing else' },
  json: { type: 'boolean', description: 'Print the view of the verifier as JSON' },
  ...serviceOption('verifier'),
} as const;

export const evidenceShow: Command = {
  name: 'evidence show',
  summary: 'Show one evidence: verdict, decision, auditors, claims',
  usage: ['evidence show ID [--jws | --json]'],
  options,
  details: ['What it prints is the word of the verifier. To check the evidence itself: assay verify.'],
  async run(io) {
    const args = parseOptions(options, io.args);
    const [id = ''] = requirePositionals(args.positionals, ['ID']);
    if (args.flag('jws') && args.flag('json')) throw new UsageError('Choose one of --jws and --json.');
    const { connectVerifier } = await import('../remote.ts');
    const view = await connectVerifier(io, args).getEvidence(id);
    if (args.flag('jws')) io.stdout.write(`${view.jws}\n`);
    else if (args.flag('json')) io.stdout.write(toJsonText(view));
    else io.stdout.write(renderEvidence(view, createStyle(io.color)));
    return exitCodes.ok;
  },
};

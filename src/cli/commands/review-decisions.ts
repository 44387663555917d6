/** `assay review decisions INSTANCE`: what is reviewed, and what was decided. */
import { writeList } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption, limitOption, readLimit } from '../control-options.ts';
import { parseChoice, parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = {
  decision: { type: 'string', value: 'WORD', description: 'Only those: approve, deny, not_reviewed, dont_know' },
  ...limitOption,
  ...jsonOption,
  ...serviceOption('verifier'),
} as const;

export const reviewDecisions: Command = {
  name: 'review decisions',
  summary: 'List what an instance of an access review is about, and what was decided',
  usage: ['review decisions INSTANCE [--decision WORD] [-n N] [--json]'],
  options,
  async run(io) {
    const args = parseOptions(options, io.args);
    const [id = ''] = requirePositionals(args.positionals, ['INSTANCE']);
    const limit = readLimit(args);
    const word = args.text('decision');
    const filter = word === undefined ? {} : { decision: parseChoice('decision', word, words) };
    const { connectService } = await import('../service.ts');
    const { listDecisions } = await import('../remote-reviews.ts');
    const { renderDecisions } = await import('../render/reviews.ts');
    const listed = await listDecisions(connectService('verifier', io, args), id, filter, limit);
    return writeList(io, args, listed, { render: renderDecisions, none: 'There is nothing to decide.' });
  },
};

const words = ['approve', 'deny', 'not_reviewed', 'dont_know'] as const;

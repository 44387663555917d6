/** `assay review list`: the access reviews of the organisation. */
import { writeList } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption, limitOption, readLimit } from '../control-options.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = { ...limitOption, ...jsonOption, ...serviceOption('verifier') } as const;

export const reviewList: Command = {
  name: 'review list',
  summary: 'List access reviews, newest first',
  usage: ['review list [-n N] [--json]'],
  options,
  async run(io) {
    const args = parseOptions(options, io.args);
    requirePositionals(args.positionals, []);
    const limit = readLimit(args);
    const { connectService } = await import('../service.ts');
    const { listReviews } = await import('../remote-reviews.ts');
    const { renderReviews } = await import('../render/reviews.ts');
    const listed = await listReviews(connectService('verifier', io, args), limit);
    return writeList(io, args, listed, { render: renderReviews, none: 'There is no access review.' });
  },
};

/** `assay review end REVIEW`: no instance of it starts any more. */
import { writeAnswer } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption, operatorTokenNote } from '../control-options.ts';
import { withOperatorToken } from '../operator-token.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = { ...jsonOption, ...serviceOption('verifier') } as const;

export const reviewEnd: Command = {
  name: 'review end',
  summary: 'End an access review: no instance starts any more, those that did go on',
  usage: ['review end REVIEW [--json]'],
  options,
  details: [operatorTokenNote],
  async run(io) {
    const args = parseOptions(options, io.args);
    const [id = ''] = requirePositionals(args.positionals, ['REVIEW']);
    const { connectService } = await import('../service.ts');
    const { endReview } = await import('../remote-reviews.ts');
    const { renderReview } = await import('../render/reviews.ts');
    const service = connectService('verifier', await withOperatorToken(io, args, 'verifier'), args);
    return writeAnswer(io, args, await endReview(service, id), renderReview);
  },
};

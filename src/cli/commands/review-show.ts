/** `assay review show REVIEW`: an access review and its instances. */
import { writeAnswer } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption } from '../control-options.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = { ...jsonOption, ...serviceOption('verifier') } as const;
const mostInstances = 20;

export const reviewShow: Command = {
  name: 'review show',
  summary: 'Show an access review and its newest instances',
  usage: ['review show REVIEW [--json]'],
  options,
  async run(io) {
    const args = parseOptions(options, io.args);
    const [id = ''] = requirePositionals(args.positionals, ['REVIEW']);
    const { connectService } = await import('../service.ts');
    const { getReview, listInstances } = await import('../remote-reviews.ts');
    const { renderInstances, renderReview } = await import('../render/reviews.ts');
    const service = connectService('verifier', io, args);
    const review = await getReview(service, id);
    const { items: instances } = await listInstances(service, id, mostInstances);
    return writeAnswer(io, args, { ...review, instances }, (answer, style) =>
      [renderReview(answer), renderInstances(answer.instances, style)].join('\n'),
    );
  },
};

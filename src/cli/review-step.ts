/** The steps of an instance of an access review, which are one command each and differ in their name. */
import { writeAnswer } from './answer.ts';
import type { Command } from './command.ts';
import { jsonOption, operatorTokenNote } from './control-options.ts';
import { withOperatorToken } from './operator-token.ts';
import { parseOptions, requirePositionals } from './options.ts';
import { serviceOption } from './service-address.ts';

const options = { ...jsonOption, ...serviceOption('verifier') } as const;

export function createReviewStep(step: 'start' | 'complete' | 'apply', summary: string, detail: string): Command {
  return {
    name: `review ${step}`,
    summary,
    usage: [`review ${step} INSTANCE [--json]`],
    options,
    details: [detail, operatorTokenNote, 'Exit code 1: the instance is not where this step begins.'],
    async run(io) {
      const args = parseOptions(options, io.args);
      const [id = ''] = requirePositionals(args.positionals, ['INSTANCE']);
      const { connectService } = await import('./service.ts');
      const { stepInstance } = await import('./remote-reviews.ts');
      const { renderInstance } = await import('./render/reviews.ts');
      const service = connectService('verifier', await withOperatorToken(io, args, 'verifier'), args);
      return writeAnswer(io, args, await stepInstance(service, id, step), renderInstance);
    },
  };
}

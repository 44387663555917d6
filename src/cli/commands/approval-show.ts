/** `assay approval show ID`: one request, with all that an approver needs to judge it. */
import { writeAnswer } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption } from '../control-options.ts';
import { withOperatorToken } from '../operator-token.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = { ...jsonOption, ...serviceOption('verifier') } as const;

export const approvalShow: Command = {
  name: 'approval show',
  summary: 'Show a request: who asks for what, why, and who decided',
  usage: ['approval show ID [--json]'],
  options,
  details: [
    'The title and what stands under "Details" is mostly in the words of whoever asks. The Evidence of a refusal: assay evidence show ID.',
    'Exit code 1: its time is over (assay approval list --status expired still shows it), or it is not there for you.',
  ],
  async run(io) {
    const args = parseOptions(options, io.args);
    const [id = ''] = requirePositionals(args.positionals, ['ID']);
    const { connectApprovals } = await import('../remote-approvals.ts');
    const { renderApproval } = await import('../render/approvals.ts');
    // Requests that the operator token decides are also read with it.
    const approvals = connectApprovals(await withOperatorToken(io, args, 'verifier'), args);
    return writeAnswer(io, args, await approvals.get(id), renderApproval);
  },
};

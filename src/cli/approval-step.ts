/** Commands that decide one request: `POST /v1/approvals/{id}/{step}`, with an optional reason. */
import { writeAnswer } from './answer.ts';
import type { Command } from './command.ts';
import { jsonOption, present, reasonOption } from './control-options.ts';
import { withOperatorToken } from './operator-token.ts';
import { parseOptions, requirePositionals } from './options.ts';
import { serviceOption } from './service-address.ts';

export interface ApprovalStep {
  readonly step: 'approve' | 'deny' | 'cancel';
  readonly summary: string;
  readonly details: readonly string[];
}

const options = { ...reasonOption, ...jsonOption, ...serviceOption('verifier') };

/** Creates the command of one step. */
export function createApprovalStep({ step, summary, details }: ApprovalStep): Command {
  return {
    name: `approval ${step}`,
    summary,
    usage: [`approval ${step} ID [--reason TEXT] [--json]`],
    options,
    details: [
      ...details,
      'It takes somebody who is known: your login or ASSAY_ACCESS_TOKEN, else the operator token in the data folder when the verifier is on this machine.',
      'Exit code 1: it was decided already, its time is over, or it is not there for you.',
    ],
    async run(io) {
      const args = parseOptions(options, io.args);
      const [id = ''] = requirePositionals(args.positionals, ['ID']);
      const { connectApprovals } = await import('./remote-approvals.ts');
      const { renderApproval } = await import('./render/approvals.ts');
      const approvals = connectApprovals(await withOperatorToken(io, args, 'verifier'), args);
      const answer = await approvals.step(id, step, present('reason', args.text('reason')));
      if (step === 'approve' && answer.status === 'pending' && !args.flag('json')) {
        io.stderr.write('Your yes is noted; it takes more of them before it counts.\n');
      }
      return writeAnswer(io, args, answer, renderApproval);
    },
  };
}

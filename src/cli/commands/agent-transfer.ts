/** `assay agent transfer ID OWNER`: gives an agent another owner. */
import { writeAnswer } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption, operatorTokenNote, present, reasonOption } from '../control-options.ts';
import { withOperatorToken } from '../operator-token.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = { ...reasonOption, ...jsonOption, ...serviceOption('verifier') } as const;

export const agentTransfer: Command = {
  name: 'agent transfer',
  summary: 'Give an agent another owner; one that lost its last owner runs again',
  usage: ['agent transfer ID OWNER [--reason TEXT] [--json]'],
  options,
  details: [
    'OWNER is the id of a member. It takes the place of the first owner; other owners stay.',
    operatorTokenNote,
    'Exit code 1: OWNER is no member, or the agent has ended.',
  ],
  async run(io) {
    const args = parseOptions(options, io.args);
    const [id = '', owner = ''] = requirePositionals(args.positionals, ['ID', 'OWNER']);
    const { connectAgentLife } = await import('../remote-agents.ts');
    const { renderAgent } = await import('../render/agent.ts');
    const life = connectAgentLife(await withOperatorToken(io, args, 'verifier'), args);
    const body = { owner_id: owner, ...present('reason', args.text('reason')) };
    return writeAnswer(io, args, await life.act(id, 'transfer', body), renderAgent);
  },
};

/** Commands that do one thing to one agent: `POST /v1/agents/{id}/{verb}` with a reason, or without one. */
import { writeAnswer } from './answer.ts';
import type { Command } from './command.ts';
import { jsonOption, operatorTokenNote, present, reasonOption } from './control-options.ts';
import { withOperatorToken } from './operator-token.ts';
import { parseOptions, requirePositionals, UsageError } from './options.ts';
import { serviceOption } from './service-address.ts';

export interface AgentAct {
  readonly verb: string;
  readonly summary: string;
  readonly reason: 'needed' | 'welcome' | 'none';
  /** What takes one of its owners or an admin is asked for with the operator token of this machine. */
  readonly takesOwner?: boolean;
  readonly details: readonly string[];
}

/** Makes the command of one act. */
export function createAgentAct({ verb, summary, reason, takesOwner = false, details }: AgentAct): Command {
  const options = {
    ...(reason === 'none' ? {} : reasonOption),
    ...jsonOption,
    ...serviceOption('verifier'),
  };
  const usage = { needed: ' --reason TEXT', welcome: ' [--reason TEXT]', none: '' }[reason];
  return {
    name: `agent ${verb}`,
    summary,
    usage: [`agent ${verb} ID${usage} [--json]`],
    options,
    details: [...details, ...(takesOwner ? [operatorTokenNote] : [])],
    async run(io) {
      const args = parseOptions(options, io.args);
      const [id = ''] = requirePositionals(args.positionals, ['ID']);
      const why = reason === 'none' ? undefined : args.text('reason');
      if (reason === 'needed' && why === undefined) throw new UsageError('Say why: --reason TEXT.');
      const { connectAgentLife } = await import('./remote-agents.ts');
      const { renderAgent } = await import('./render/agent.ts');
      const caller = takesOwner ? await withOperatorToken(io, args, 'verifier') : io;
      return writeAnswer(
        io,
        args,
        await connectAgentLife(caller, args).act(id, verb, present('reason', why)),
        renderAgent,
      );
    },
  };
}

/** Commands that perform one act on one agent: `POST /v1/agents/{id}/{verb}`, with or without a reason. */
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
  /** True for an act that needs an owner or an admin; it is sent with the operator token of this machine. */
  readonly takesOwner?: boolean;
  readonly details: readonly string[];
}

/** Creates the command of one act. */
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

/** `assay tool effective AGENT`: which tools an agent has, and who decided. */
import { writeAnswer } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption } from '../control-options.ts';
import { withOperatorToken } from '../operator-token.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = {
  workspace: { type: 'string', value: 'ID', description: 'As it would be there; its own workspace if absent' },
  for: { type: 'string', value: 'MEMBER', description: 'While it acts for this person, by id or address' },
  ...jsonOption,
  ...serviceOption('verifier'),
} as const;

export const toolEffective: Command = {
  name: 'tool effective',
  summary: 'Show which tools an agent can call, who decided that, and what is missing',
  usage: ['tool effective AGENT [--workspace ID] [--for MEMBER] [--json]'],
  options,
  details: ['readiness degraded: a tool that a rule requires cannot be called. It is no failure of the command.'],
  async run(io) {
    const args = parseOptions(options, io.args);
    const [agentId = ''] = requirePositionals(args.positionals, ['AGENT']);
    const { connectTools } = await import('../remote-tools.ts');
    const { connectService } = await import('../service.ts');
    const { findNamedPeople } = await import('../remote-members.ts');
    const { renderEffectiveTools } = await import('../render/tools.ts');
    const caller = await withOperatorToken(io, args, 'verifier');
    const { subject } = await findNamedPeople(connectService('verifier', caller, args), args);
    const query = { agent_id: agentId, workspace_id: args.text('workspace'), user_id: subject };
    const tools = connectTools(caller, args);
    const found = await tools.effective(query);
    const names = args.flag('json') ? new Map<string, string>() : await tools.appNames(agentId);
    return writeAnswer(io, args, found, (answer, style) => renderEffectiveTools(answer, style, names));
  },
};

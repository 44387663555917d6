/** `assay agent identity-document ID --audience TEXT`: a JWT-SVID of an agent. */
import { writeAnswer } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption, operatorTokenNote } from '../control-options.ts';
import { withOperatorToken } from '../operator-token.ts';
import { parseOptions, requirePositionals, UsageError } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = {
  audience: { type: 'string', value: 'TEXT', description: 'The one who it is shown to: a URL or a SPIFFE id' },
  ...jsonOption,
  ...serviceOption('verifier'),
} as const;

export const agentIdentityDocument: Command = {
  name: 'agent identity-document',
  summary: 'Ask for an identity document (JWT-SVID) of an agent',
  usage: ['agent identity-document ID --audience TEXT [--json]'],
  options,
  details: [
    'Only the document is printed. It holds for five minutes, for this audience alone; whoever has it is taken for the agent.',
    operatorTokenNote,
    'Exit code 1: the agent must not run, or you are neither one of its owners nor an admin.',
  ],
  async run(io) {
    const args = parseOptions(options, io.args);
    const [id = ''] = requirePositionals(args.positionals, ['ID']);
    const audience = args.text('audience');
    if (audience === undefined) throw new UsageError('Say who it is for: --audience TEXT.');
    const { connectAgentLife } = await import('../remote-agents.ts');
    const life = connectAgentLife(await withOperatorToken(io, args, 'verifier'), args);
    return writeAnswer(io, args, await life.identityDocument(id, audience), ({ svid }) => `${svid}\n`);
  },
};

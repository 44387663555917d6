/** `assay agent rotate-credentials ID`: another secret, or other keys; the old ones are dead. */
import { writeAnswer } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption, operatorTokenNote, present } from '../control-options.ts';
import { withOperatorToken } from '../operator-token.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = {
  jwks: { type: 'string', value: 'FILE', description: 'Public keys (JWK set) in place of a secret; - for stdin' },
  'revoke-tokens': { type: 'boolean', description: 'Kill the tokens that were issued before too' },
  ...jsonOption,
  ...serviceOption('verifier'),
} as const;

export const agentRotateCredentials: Command = {
  name: 'agent rotate-credentials',
  summary: 'Give an agent another secret, shown once, or other keys',
  usage: ['agent rotate-credentials ID [--jwks FILE] [--revoke-tokens] [--json]'],
  options,
  details: [
    'An agent that was registered by a file gets its first credential by this.',
    operatorTokenNote,
    'Exit code 1: there is no such agent, it has ended, or the keys are not usable.',
  ],
  async run(io) {
    const args = parseOptions(options, io.args);
    const [id = ''] = requirePositionals(args.positionals, ['ID']);
    const { readJwks } = await import('../jwks-file.ts');
    const body = {
      ...present('jwks', await readJwks(io, args.text('jwks'))),
      ...(args.flag('revoke-tokens') ? { revoke_tokens: true } : {}),
    };
    const { connectAgentLife } = await import('../remote-agents.ts');
    const { renderAgent } = await import('../render/agent.ts');
    const life = connectAgentLife(await withOperatorToken(io, args, 'verifier'), args);
    const agent = await life.act(id, 'rotate-credentials', body);
    if (agent.client_secret !== undefined && !args.flag('json')) {
      io.stderr.write('Keep the secret now: it cannot be shown again.\n');
    }
    return writeAnswer(io, args, agent, renderAgent);
  },
};

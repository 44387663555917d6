/** `assay whoami`: as whom the verifier sees the commands that are given here. */
import { writeAnswer } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption } from '../control-options.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { apiKeyVariable, serviceOption, tokenVariable } from '../service-address.ts';

const options = { ...jsonOption, ...serviceOption('verifier') } as const;

export const whoami: Command = {
  name: 'whoami',
  summary: 'Show as whom the verifier knows you: organisation, role and scopes',
  usage: ['whoami [--json]'],
  options,
  details: [
    `The last line says what was shown to the verifier: ${tokenVariable}, ${apiKeyVariable}, the login of assay login, or nothing.`,
  ],
  async run(io) {
    const args = parseOptions(options, io.args);
    requirePositionals(args.positionals, []);
    const { connectService, serviceUrl } = await import('../service.ts');
    const { hasLogin } = await import('../login/login-token.ts');
    const { readMe } = await import('../remote-members.ts');
    const { renderMe } = await import('../render/members.ts');
    const me = await readMe(connectService('verifier', io, args));
    const url = serviceUrl('verifier', io.env, args);
    const named = [tokenVariable, apiKeyVariable].find((name) => io.env[name]);
    const shown = named ?? ((await hasLogin(io, url)) ? 'your login' : 'nothing');
    return writeAnswer(io, args, me, (answer) => renderMe(answer, shown));
  },
};

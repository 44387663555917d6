/** `assay whoami`: as whom the verifier sees the commands that are given here. */
import { writeAnswer } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption } from '../control-options.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { apiKeyVariable, serviceOption, tokenVariable } from '../service-address.ts';

const options = { ...jsonOption, ...serviceOption('verifier') } as const;

export const whoami: Command = {
  name: 'whoami',
  summary: 'Show who you are for the verifier: organisation, role and scopes',
  usage: ['whoami [--json]'],
  options,
  details: [
    `The last line names the credential that was used: ${tokenVariable}, ${apiKeyVariable}, the login of assay login, or nothing.`,
  ],
  async run(io) {
    const args = parseOptions(options, io.args);
    requirePositionals(args.positionals, []);
    const { connectClient } = await import('../client.ts');
    const { serviceUrl } = await import('../service.ts');
    const { hasLogin } = await import('../login/login-token.ts');
    const { renderMe } = await import('../render/members.ts');
    const me = await (await connectClient(io, args)).me.get();
    const url = serviceUrl('verifier', io.env, args);
    const named = [tokenVariable, apiKeyVariable].find((name) => io.env[name]);
    const shown = named ?? ((await hasLogin(io, url)) ? 'your login' : 'nothing');
    return writeAnswer(io, args, me, (answer) => renderMe(answer, shown));
  },
};

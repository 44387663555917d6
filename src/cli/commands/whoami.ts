/** `assay whoami`: as whom the verifier sees the commands that are given here. */
import { writeAnswer } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption } from '../control-options.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = { ...jsonOption, ...serviceOption('verifier') } as const;

export const whoami: Command = {
  name: 'whoami',
  summary: 'Show as whom the verifier knows you: organisation, role and scopes',
  usage: ['whoami [--json]'],
  options,
  async run(io) {
    const args = parseOptions(options, io.args);
    requirePositionals(args.positionals, []);
    const { connectService } = await import('../service.ts');
    const { readMe } = await import('../remote-members.ts');
    const { renderMe } = await import('../render/members.ts');
    return writeAnswer(io, args, await readMe(connectService('verifier', io, args)), renderMe);
  },
};

/** `assay tool show ID`: one rule on tools. */
import { writeAnswer } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption } from '../control-options.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = { ...jsonOption, ...serviceOption('verifier') } as const;

export const toolShow: Command = {
  name: 'tool show',
  summary: 'Show a rule on tools',
  usage: ['tool show ID [--json]'],
  options,
  async run(io) {
    const args = parseOptions(options, io.args);
    const [id = ''] = requirePositionals(args.positionals, ['ID']);
    const { connectTools } = await import('../remote-tools.ts');
    const { renderToolRule } = await import('../render/tools.ts');
    return writeAnswer(io, args, await connectTools(io, args).get(id), renderToolRule);
  },
};

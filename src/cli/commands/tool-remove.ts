/** `assay tool remove ID`: takes a rule on tools away. */
import { writeRemoved } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption, operatorTokenNote, readNumber, revisionOption } from '../control-options.ts';
import { withOperatorToken } from '../operator-token.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = { ...revisionOption, ...jsonOption, ...serviceOption('verifier') } as const;

export const toolRemove: Command = {
  name: 'tool remove',
  summary: 'Take a rule on tools away: what no other rule names is not available',
  usage: ['tool remove ID [--revision N]'],
  options,
  details: [operatorTokenNote],
  async run(io) {
    const args = parseOptions(options, io.args);
    const [id = ''] = requirePositionals(args.positionals, ['ID']);
    const revision = readNumber(args, 'revision');
    const { connectTools } = await import('../remote-tools.ts');
    const { atRevision } = await import('../remote-control.ts');
    const tools = connectTools(await withOperatorToken(io, args, 'verifier'), args);
    await tools.remove(atRevision(await tools.get(id), revision));
    return writeRemoved(io, args, `rule ${id}`);
  },
};

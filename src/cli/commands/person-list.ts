/** `assay person list`: everybody who can sign in, in all organisations. */
import { writeList } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption, limitOption, readLimit } from '../control-options.ts';
import { withOperatorToken } from '../operator-token.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = { ...limitOption, ...jsonOption, ...serviceOption('verifier') } as const;

export const personList: Command = {
  name: 'person list',
  summary: 'List everybody who can sign in, in all organisations',
  usage: ['person list [-n N] [--json]'],
  options,
  details: ['Needs the operator token of the deployment.'],
  async run(io) {
    const args = parseOptions(options, io.args);
    requirePositionals(args.positionals, []);
    const limit = readLimit(args);
    const { connectService } = await import('../service.ts');
    const { listPeople } = await import('../remote-members.ts');
    const { renderPersonList } = await import('../render/members.ts');
    const service = connectService('verifier', await withOperatorToken(io, args, 'verifier'), args);
    const listed = await listPeople(service, limit);
    return writeList(io, args, listed, { render: renderPersonList, none: 'Nobody has an account yet.' });
  },
};

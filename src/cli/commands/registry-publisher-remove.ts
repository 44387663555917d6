/** `assay registry publisher remove ID`: trusts a publisher no longer. */
import { writeRemoved } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption, operatorTokenNote } from '../control-options.ts';
import { withOperatorToken } from '../operator-token.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = { ...jsonOption, ...serviceOption('verifier') } as const;

export const registryPublisherRemove: Command = {
  name: 'registry publisher remove',
  summary: 'Trust a publisher no longer: what it signed stays registered, and is shown as untrusted',
  usage: ['registry publisher remove ID [--json]'],
  options,
  details: ['It takes an admin.', operatorTokenNote],
  async run(io) {
    const args = parseOptions(options, io.args);
    const [id = ''] = requirePositionals(args.positionals, ['ID']);
    const { connectPublishers } = await import('../remote-registered-auditors.ts');
    await connectPublishers(await withOperatorToken(io, args, 'verifier'), args).remove(id);
    return writeRemoved(io, args, `publisher ${id}`);
  },
};

/** `assay registry auditor show ID`: one registered auditor, with the chains that name it. */
import { writeAnswer } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption } from '../control-options.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = {
  verification: { type: 'boolean', description: 'Its newest verification instead, check by check' },
  ...jsonOption,
  ...serviceOption('verifier'),
} as const;

export const registryAuditorShow: Command = {
  name: 'registry auditor show',
  summary: 'Show a registered auditor: what it rests on, and which chains name it',
  usage: ['registry auditor show ID [--verification] [--json]'],
  options,
  async run(io) {
    const args = parseOptions(options, io.args);
    const [id = ''] = requirePositionals(args.positionals, ['ID']);
    const { connectRegisteredAuditors } = await import('../remote-registered-auditors.ts');
    const { renderRegisteredAuditor, renderVerification } = await import('../render/registered-auditors.ts');
    const remote = connectRegisteredAuditors(io, args);
    const found = await remote.get(id);
    if (!args.flag('verification')) return writeAnswer(io, args, found, renderRegisteredAuditor);
    if (found.last_verification === null) {
      io.stderr.write(`It was never verified: assay registry auditor verify ${found.id} --url URL\n`);
      return 1;
    }
    return writeAnswer(io, args, await remote.verification(id, found.last_verification), renderVerification);
  },
};

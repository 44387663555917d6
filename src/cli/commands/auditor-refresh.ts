/** `assay auditor refresh ID`: has the verifier fetch the vocabulary of a registered auditor again. */
import { writeAnswer } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption } from '../control-options.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = { ...jsonOption, ...serviceOption('verifier') } as const;

export const auditorRefresh: Command = {
  name: 'auditor refresh',
  summary: 'Fetch the vocabulary of a registered auditor again',
  usage: ['auditor refresh ID [--json]'],
  options,
  details: [
    'Exit code 1: refused, for instance because a policy in force reads a claim that the auditor does not make any more. 3: the auditor does not answer.',
  ],
  async run(io) {
    const args = parseOptions(options, io.args);
    const [id = ''] = requirePositionals(args.positionals, ['ID']);
    const { connectAuditors } = await import('../remote-auditors.ts');
    const { renderAuditor } = await import('../render/auditor.ts');
    return writeAnswer(io, args, await connectAuditors(io, args).refresh(id), renderAuditor);
  },
};

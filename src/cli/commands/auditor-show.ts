/** `assay auditor show ID`: one auditor of the catalog with its claims and their settings. */
import { writeAnswer } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption } from '../control-options.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = { ...jsonOption, ...serviceOption('verifier') } as const;

export const auditorShow: Command = {
  name: 'auditor show',
  summary: 'Show an auditor: its claims, and what can be set about them',
  usage: ['auditor show ID [--json]'],
  options,
  async run(io) {
    const args = parseOptions(options, io.args);
    const [id = ''] = requirePositionals(args.positionals, ['ID']);
    const { connectAuditors } = await import('../remote-auditors.ts');
    const { renderAuditor } = await import('../render/auditor.ts');
    return writeAnswer(io, args, await connectAuditors(io, args).get(id), renderAuditor);
  },
};

/** `assay lifecycle evaluate`: does what the lifecycle policies ask for now, or only lists it. */
import { writeAnswer } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption } from '../control-options.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = {
  'dry-run': { type: 'boolean', description: 'Only list what would change' },
  ...jsonOption,
  ...serviceOption('verifier'),
} as const;

export const lifecycleEvaluate: Command = {
  name: 'lifecycle evaluate',
  summary: 'Do what lifecycle policies ask for now, or only list it',
  usage: ['lifecycle evaluate [--dry-run] [--json]'],
  options,
  details: ['The verifier does it by itself once an hour. Once more changes nothing.'],
  async run(io) {
    const args = parseOptions(options, io.args);
    requirePositionals(args.positionals, []);
    const { evaluateLifecycle } = await import('../remote-lifecycle.ts');
    const { renderEvaluation } = await import('../render/lifecycle.ts');
    return writeAnswer(io, args, await evaluateLifecycle(io, args, args.flag('dry-run')), renderEvaluation);
  },
};

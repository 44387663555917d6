/** `assay lifecycle create FILE`: makes a lifecycle policy. */
import { writeAnswer } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption, operatorTokenNote } from '../control-options.ts';
import { withOperatorToken } from '../operator-token.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = { ...jsonOption, ...serviceOption('verifier') } as const;

export const lifecycleCreate: Command = {
  name: 'lifecycle create',
  summary: 'Make a lifecycle policy',
  usage: ['lifecycle create FILE [--json]'],
  options,
  details: [
    'FILE is JSON with name, priority, scope, rules and enforcement; - is standard input.',
    'One that decommissions agents takes an admin.',
    operatorTokenNote,
    'Exit code 1: the priority is taken, or there are ten policies already.',
  ],
  async run(io) {
    const args = parseOptions(options, io.args);
    const [file = ''] = requirePositionals(args.positionals, ['FILE']);
    const { readJsonFile } = await import('../json-file.ts');
    const body = await readJsonFile(io, file);
    const { connectLifecyclePolicies } = await import('../remote-lifecycle.ts');
    const { renderLifecyclePolicy } = await import('../render/lifecycle.ts');
    const caller = await withOperatorToken(io, args, 'verifier');
    return writeAnswer(io, args, await connectLifecyclePolicies(caller, args).create(body), renderLifecyclePolicy);
  },
};

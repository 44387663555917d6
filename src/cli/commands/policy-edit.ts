/** `assay policy edit ID FILE`: saves a new version of a policy from a file. */
import type { Command } from '../command.ts';
import { jsonOption, operatorTokenNote, present, reasonOption, revisionOption } from '../control-options.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { readPolicyFile } from '../policy-file.ts';
import { serviceOption } from '../service-address.ts';

const options = {
  description: { type: 'string', value: 'TEXT', description: 'Another description' },
  activate: { type: 'boolean', description: 'Activate the new version at once' },
  ...reasonOption,
  ...revisionOption,
  ...jsonOption,
  ...serviceOption('verifier'),
} as const;

export const policyEdit: Command = {
  name: 'policy edit',
  summary: 'Save a new version of a policy from a file; what is active stays active',
  usage: ['policy edit ID FILE [--activate] [--reason TEXT] [--json]'],
  options,
  details: [
    'assay policy show ID --text > FILE gives the text to edit. assay policy validate FILE --as ID checks it beforehand.',
    operatorTokenNote,
    'Exit code 1: the text does not parse, it cannot be activated (the version is kept then), or somebody changed the policy meanwhile.',
  ],
  async run(io) {
    const args = parseOptions(options, io.args);
    const [idOrName = '', path = ''] = requirePositionals(args.positionals, ['ID', 'FILE']);
    const { file, text } = await readPolicyFile(io, path);
    const { changePolicy } = await import('../change-policy.ts');
    const { toChangeBody } = await import('../remote-policies.ts');
    const reason = args.text('reason');
    const body = { text, ...present('description', args.text('description')), ...present('reason', reason) };
    let kept: number | undefined;
    try {
      return await changePolicy(io, args, {
        idOrName,
        source: ({ name }) => ({ file, text, records: [name] }),
        async send(policies, basis) {
          const draft = await policies.change('PUT', basis, body);
          if (!args.flag('activate')) return draft;
          kept = draft.version;
          const active = await policies.act('activate', draft, toChangeBody(draft.version, reason));
          kept = undefined;
          return active;
        },
      });
    } finally {
      if (kept !== undefined) io.stderr.write(`Version ${kept} is kept, and decides nothing.\n`);
    }
  },
};
